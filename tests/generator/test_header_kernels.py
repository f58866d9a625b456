"""Kernels of a header that two sources of a library include: one stub, of the first source's copy."""

from __future__ import annotations

import json
import pathlib
import subprocess

from gpu_kernels.cli import main
from job_file import write_job
from toolchain import NVCC, needs_nvcc

pytestmark = needs_nvcc

HEADER = """#pragma once
namespace app {
template <class T>
__global__ void scale(T* values, T factor) { values[threadIdx.x] *= factor; }
template <class T>
void launch(T* values, T factor) { scale<<<1, 32>>>(values, factor); }
static __global__ void clear(int* values) { values[threadIdx.x] = 0; }
inline __global__ void BOUNDS fill(int* values) { values[threadIdx.x] = 1; }
}  // namespace app
"""
SOURCE = """#define BOUNDS {bounds}
#include "both.hpp"
void {function}() {{ app::launch<float>(nullptr, 1.0f); (void)&app::clear; (void)&app::fill; }}
"""


def generate(directory: pathlib.Path, bounds: tuple[str, str]) -> int:
    (directory / "both.hpp").write_text(HEADER)
    for stem, text in zip(("first", "second"), bounds):
        (directory / f"{stem}.cu").write_text(SOURCE.format(bounds=text, function=stem))
        for mode, suffix in (((), ".ptx"), (("-G",), ".debug.ptx")):
            command = [NVCC, "-ptx", "-w", *mode, f"{stem}.cu", "-o", f"{stem}{suffix}"]
            subprocess.run(command, cwd=directory, check=True)
    job = write_job(directory / "job.json", directory, "lib", ["first.cu", "second.cu"], directory / "out")
    return main(["generate", "--job", str(job)])


def test_equal_copies_have_one_stub(tmp_path) -> None:
    assert generate(tmp_path, ("", "")) == 0
    kernels = json.loads((tmp_path / "out" / "lib.json").read_text())["kernels"]
    assert [(kernel["name"], kernel["image"], kernel["file"]) for kernel in kernels] == [
        ("app::clear", 0, "both.hpp"),
        ("app::fill", 0, "both.hpp"),
        ("app::scale", 0, "both.hpp"),
    ]


def test_copies_that_differ_are_told_as_such(tmp_path, capfd) -> None:
    assert generate(tmp_path, ("__launch_bounds__(64)", "__launch_bounds__(128)")) == 1
    said = capfd.readouterr().err
    assert "both.hpp:8: error: kernel `app::fill` stands in a header, and two sources compile it diff" in said
    assert said.count("error:") == 1
