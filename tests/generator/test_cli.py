"""The command line: exit statuses, help, and messages about wrong use."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from conftest import ROOT
from gpu_kernels import cli
from recorded_case import RecordedCase


@pytest.fixture
def job(tmp_path, make_job):
    case = RecordedCase("golden", "vector_add")
    return make_job(case.unpack(tmp_path), case.library, case.sources)


def test_module_runs_with_help() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "gpu_kernels", "generate", "--help"],
        cwd=ROOT / "generator",
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0
    assert "--job FILE" in result.stdout


def test_stamp_and_depfile(job, tmp_path) -> None:
    stamp, depfile = tmp_path / "stamp", tmp_path / "dep file"
    assert cli.main(["generate", "--job", str(job), "--stamp", str(stamp), "--depfile", str(depfile)]) == 0
    assert stamp.exists()
    assert depfile.read_text() == f"{stamp}: \\\n  {tmp_path}/inputs/vector_add.cu\n"


def test_dump_prints_the_manifest(job, capfdbinary, tmp_path) -> None:
    assert cli.main(["dump", "--job", str(job)]) == 0
    expected = (
        RecordedCase("golden", "vector_add").directory / "expected" / "vector_kernels.json"
    ).read_bytes()
    assert capfdbinary.readouterr().out == expected
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("arguments", [[], ["frobnicate"], ["generate"], ["generate", "--job"]])
def test_wrong_use(arguments, capfd) -> None:
    assert cli.main(arguments) == 2
    assert "usage:" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"schema": 2},
            "`schema` must be 1 (the job file comes from another version of GpuKernels), found 2",
        ),
        ({"name": "a b"}, '`name` must be a C identifier, found "a b"'),
        ({"namespace": "a::"}, '`namespace` must be a C++ namespace, such as a or a::b, found "a::"'),
        ({"sources": []}, "`sources` must be a list of at least 1 non-empty strings, found []"),
        ({"debug": []}, "`debug` must be a list of at least 1 non-empty strings, found []"),
        ({"ptx": [["a", "b"]]}, '`ptx` must be as long as `sources` (1), found ["a", "b"]'),
        ({"output": {"header": "a"}}, "`output.image` must be a non-empty string, found null"),
        ({"image": "CUBIN"}, '`image` must be "PTX" or "FATBIN", found "CUBIN"'),
        ({"frob": 1}, "`frob` is no key of a job file"),
        ({"debug": ["/missing.ptx"]}, "/missing.ptx: cannot be read: No such file or directory"),
    ],
)
def test_broken_job(job, change, message, capfd) -> None:
    job.write_text(json.dumps({**json.loads(job.read_text()), **change}))
    assert cli.main(["generate", "--job", str(job)]) == 2
    assert message in capfd.readouterr().err


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100000])
def test_a_job_file_that_is_no_job(tmp_path, text, capfd) -> None:
    (tmp_path / "job.json").write_text(text)
    assert cli.main(["generate", "--job", str(tmp_path / "job.json")]) == 2
    assert "job.json: " in capfd.readouterr().err


def test_internal_errors_say_so(job, monkeypatch, capfd) -> None:
    monkeypatch.setattr("gpu_kernels.generate.read_ptx", lambda *_: 1 / 0)
    assert cli.main(["generate", "--job", str(job)]) == 3
    assert "internal error: this is a fault of the generator" in capfd.readouterr().err


def test_a_nul_in_the_ptx(job, tmp_path, capfd) -> None:
    ptx = tmp_path / "inputs" / "vector_add.ptx"
    ptx.write_bytes(ptx.read_bytes() + b"\n\0")
    assert cli.main(["generate", "--job", str(job)]) == 1
    assert "error: the PTX holds a NUL byte, at which the driver would stop reading" in capfd.readouterr().err
    assert not (tmp_path / "out").exists()
