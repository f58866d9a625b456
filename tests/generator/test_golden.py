"""What the generator makes of recorded compiler output, byte by byte."""

from __future__ import annotations

import difflib
import pathlib

import pytest
from gpu_kernels.cli import main
from recorded_case import RecordedCase, case_names

UPDATE = "pytest tests/generator --update-goldens"


@pytest.mark.parametrize("name", case_names("golden"))
def test_generated_files_are_the_golden_ones(name, tmp_path, make_job, update_goldens) -> None:
    case = RecordedCase("golden", name)
    job = make_job(case.unpack(tmp_path), case.library, case.sources, **case.changes)
    assert main(["generate", "--job", str(job)]) == 0
    expected = case.directory / "expected"
    generated = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    if update_goldens:
        expected.mkdir(exist_ok=True)
        for old in expected.iterdir():
            old.unlink()
        for file, text in generated.items():
            (expected / file).write_text(text)
    assert sorted(generated) == sorted(path.name for path in expected.iterdir())
    for file, text in generated.items():
        _compare(expected / file, text)


def _compare(expected: pathlib.Path, text: str) -> None:
    old = expected.read_text()
    if text != old:
        diff = difflib.unified_diff(
            old.splitlines(), text.splitlines(), f"golden {expected.name}", "generated", lineterm=""
        )
        pytest.fail(
            "\n".join([*diff, f"If the new text is right, update the goldens: {UPDATE}"]), pytrace=False
        )


@pytest.mark.parametrize("name", case_names("golden"))
def test_outputs_hold_no_absolute_path(name) -> None:
    for file in (RecordedCase("golden", name).directory / "expected").iterdir():
        assert "/project" not in file.read_text()
        assert "/usr" not in file.read_text()


@pytest.mark.parametrize("name", case_names("golden"))
def test_a_second_run_elsewhere_writes_nothing(name, tmp_path, make_job) -> None:
    case = RecordedCase("golden", name)
    job = make_job(case.unpack(tmp_path), case.library, case.sources, **case.changes)
    assert main(["generate", "--job", str(job)]) == 0
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    assert main(["generate", "--job", str(job)]) == 0
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()} == before
