"""Each sample, copied out of the repository, builds and runs with an installed GpuKernels."""

from __future__ import annotations

import re

import pytest
from installed_package import run, succeed


@pytest.mark.parametrize(
    ("name", "program", "last_line"),
    [
        ("vector_add", "vector_add", r"All 1048576 elements verified correct\."),
        ("shared_tile", "shared_tile", r"All 1000003 elements verified correct\."),
        ("streams", "streams", r"All 8 batches of 65536 elements verified correct\."),
        ("matmul", "matmul", r"All \d+ elements verified correct\."),
        ("mandelbrot", "mandelbrot", r"Wrote mandelbrot\.png, CRC-32 fac6b21f\."),
        ("workspace", "host/particles", r"Energy stays within 1 %\."),
    ],
)
def test_sample_builds_alone_and_runs(package, sample, name, program, last_line):
    build = package.build(sample(name))
    lines = succeed(build / program, cwd=build).splitlines()
    assert lines[0].startswith("Running on: ")
    assert "emulator" in lines[0].lower()
    assert re.fullmatch(last_line, lines[-1])


def test_workspace_tests_run_alone(package, sample):
    build = package.build(sample("workspace"))
    output = succeed("ctest", "--test-dir", build, "--output-on-failure")
    assert "100% tests passed" in output
    assert "FallsByGravity" in output


def test_wrong_kernel_is_found_at_its_first_wrong_element(package, sample):
    source = sample("vector_add")
    kernel = source / "vector_add.cu"
    text = kernel.read_text(encoding="utf-8")
    broken = text.replace("out[i] = a[i] + b[i];", "out[i] = i == 777 ? 1.5f : a[i] + b[i];")
    assert broken != text
    kernel.write_text(broken, encoding="utf-8")

    done = run(package.build(source) / "vector_add")

    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "Element 777 is wrong: got 1.5, expected 2331"


def test_without_gpu_the_error_names_the_emulator(package, sample, monkeypatch):
    program = package.build(sample("vector_add")) / "vector_add"
    monkeypatch.setenv("GPU_DRIVER", "/nowhere/libcuda.so.1")
    done = run(program)
    assert done.returncode == 1
    assert "GPU_DRIVER" in done.stdout
    assert "emulator" in done.stdout
