"""Writing: only what changed, all or nothing."""

from __future__ import annotations

import os

import pytest
from gpu_kernels.output import depfile_text, write_changed


def test_only_changed_files_are_written(tmp_path) -> None:
    a, b = str(tmp_path / "a"), str(tmp_path / "deep" / "b")
    assert write_changed({a: b"1", b: b"2"}) == [a, b]
    os.utime(a, ns=(0, 0))
    assert write_changed({a: b"1", b: b"3"}) == [b]
    assert os.stat(a).st_mtime_ns == 0
    assert (tmp_path / "deep" / "b").read_bytes() == b"3"
    assert sorted(os.listdir(tmp_path)) == ["a", "deep"]
    assert os.listdir(tmp_path / "deep") == ["b"]


def test_a_failure_leaves_every_file_as_it_was(tmp_path) -> None:
    a = tmp_path / "a"
    a.write_bytes(b"old")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError, match="file"):
        write_changed({str(a): b"new", str(tmp_path / "file" / "below"): b"new"})
    assert a.read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["a", "file"]


def test_depfile_escapes() -> None:
    assert (
        depfile_text("o/st amp", ["/a b/$x#.cu", "/c.hpp"])
        == "o/st\\ amp: \\\n  /a\\ b/$$x\\#.cu \\\n  /c.hpp\n"
    )
