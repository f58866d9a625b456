"""What the generator says about kernels that cannot get a stub: whole messages, all in one run, and no
output."""

from __future__ import annotations

import pytest
from gpu_kernels.cli import main
from recorded_case import RecordedCase, case_names


@pytest.mark.parametrize("name", case_names("errors"))
def test_errors_are_told_in_full(name, tmp_path, make_job, capfd, update_goldens) -> None:
    case = RecordedCase("errors", name)
    directory = case.unpack(tmp_path)
    job = make_job(directory, case.library, case.sources, **case.changes)
    assert main(["generate", "--job", str(job), "--stamp", str(tmp_path / "stamp")]) == 1
    said = capfd.readouterr().err.replace(f"{directory}/", "")
    if update_goldens:
        (case.directory / "expected.txt").write_text(said)
    assert said == (case.directory / "expected.txt").read_text()
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "stamp").exists()
