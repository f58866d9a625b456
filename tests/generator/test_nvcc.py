"""The whole way with the compiler that is here: nvcc's own output of today gives the golden headers."""

from __future__ import annotations

import subprocess

import pytest
from gpu_kernels.cli import main
from recorded_case import RecordedCase, case_names
from toolchain import NVCC, needs_nvcc

pytestmark = needs_nvcc


@pytest.mark.parametrize("name", case_names("golden"))
def test_nvcc_output_gives_the_golden_header(name, tmp_path, make_job) -> None:
    case = RecordedCase("golden", name)
    directory = case.unpack(tmp_path)
    passes = []
    for source in case.sources:
        stem = directory / source[: -len(".cu")]
        for mode, suffix in (((), ".ptx"), (("-G",), ".debug.ptx")):
            options = ["-ptx", *mode, "-arch=compute_75", "-std=c++17", "-w", "-Iinclude", *case.options]
            command = [NVCC, *options, source, "-o", f"{stem}{suffix}"]
            passes.append(subprocess.Popen(command, cwd=directory))
    assert [one.wait() for one in passes] == [0] * len(passes)
    job = make_job(directory, case.library, case.sources, **case.changes)
    assert main(["generate", "--job", str(job)]) == 0
    header = f"{case.library}.hpp"
    assert (tmp_path / "out" / header).read_text() == (case.directory / "expected" / header).read_text()
