"""Images as files: which are written, when, and what stands behind a fatbin."""

from __future__ import annotations

import os

import pytest
from gpu_kernels import cli
from gpu_kernels.ptx_reader import read_ptx
from gpu_kernels.signatures import with_signatures
from recorded_case import RecordedCase

PTX = """
.version 8.0
.target sm_75
.address_size 64
.const .align 4 .b8 table[16];
.visible .entry all(.param .u64 a, .param .align 8 .b8 b[16], .param .f32 c) { ret; }
.visible .entry none() { ret; }
"""


def test_signatures_are_lines_behind_the_fatbin() -> None:
    image = with_signatures(b"FATBIN\0", read_ptx(PTX, "a.ptx"))
    assert image.startswith(b"FATBIN\0\n")
    assert image.decode().splitlines()[2:] == [
        ".entry all(.param .u64 p0, .param .align 8 .b8 p1[16], .param .f32 p2)",
        ".entry none()",
        ".const .b8 table[16];",
    ]


def test_images_are_written_when_they_change(tmp_path, make_job) -> None:
    case = RecordedCase("golden", "two_sources")
    directory = case.unpack(tmp_path)
    job = make_job(directory, case.library, case.sources, image_directory=str(tmp_path / "images" / "here"))
    assert cli.main(["generate", "--job", str(job)]) == 0
    images = sorted((tmp_path / "images" / "here").iterdir())
    assert [path.name for path in images] == ["0.ptx", "1.ptx"]
    texts = [directory / f"{source[:-3]}.ptx" for source in case.sources]
    assert [path.read_bytes() for path in images] == [path.read_bytes() for path in texts]

    for path in images:
        os.utime(path, (0, 0))
    texts[1].write_text(texts[1].read_text() + "// more\n")
    assert cli.main(["generate", "--job", str(job)]) == 0
    assert [path.stat().st_mtime == 0 for path in images] == [True, False]


def test_errors_leave_the_images_as_they_were(tmp_path, make_job) -> None:
    case = RecordedCase("golden", "vector_add")
    directory = case.unpack(tmp_path)
    job = make_job(directory, case.library, case.sources, image_directory=str(tmp_path / "images"))
    (directory / "vector_add.ptx").write_text(".version 8.0\n.target sm_75\n.visible .entry k(.param")
    assert cli.main(["generate", "--job", str(job)]) == 1
    assert not (tmp_path / "images").exists()


@pytest.mark.parametrize("value", ["", 7, ["a"]])
def test_a_broken_job_is_refused(tmp_path, make_job, value, capfd) -> None:
    case = RecordedCase("golden", "vector_add")
    job = make_job(case.unpack(tmp_path), case.library, case.sources, image_directory=value)
    assert cli.main(["generate", "--job", str(job)]) == 2
    assert "`image_directory` must be a non-empty string" in capfd.readouterr().err
