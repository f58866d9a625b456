"""Each sample, copied out of the repository, builds without warnings and runs with an installed package."""

from __future__ import annotations

import pytest
from cmake_project import replace
from conftest import copy_sample, run


@pytest.mark.parametrize(
    ("name", "program", "last_line"),
    [
        ("vector_add", "vector_add", "All 1048576 elements verified correct."),
        ("shared_tile", "shared_tile", "All 1000003 elements verified correct."),
        ("streams", "streams", "All 8 batches of 65536 elements verified correct."),
        ("matmul", "matmul", "All 75000 elements verified correct."),
        ("mandelbrot", "mandelbrot", "Wrote mandelbrot.png, CRC-32 fac6b21f."),
        ("workspace", "host/particles", "Energy stays within 1 %."),
    ],
)
def test_sample_builds_alone_and_runs(package, name, program, last_line):
    done = run(package.sample(name).program(program))
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout
    assert lines[0].startswith("Running on: ")
    assert "emulator" in lines[0].lower()
    assert lines[-1] == last_line


def test_workspace_tests_run_alone(package):
    project = package.sample("workspace")
    output = project.succeed("ctest", "--test-dir", project.build_directory, "--output-on-failure")
    assert "100% tests passed" in output
    assert "FallsByGravity" in output


def test_wrong_kernel_is_found_at_its_first_wrong_element(package, tmp_path):
    project = package.project(copy_sample("vector_add", tmp_path))
    replace(
        project.source / "vector_add.cu", "out[i] = a[i] + b[i];", "out[i] = i == 777 ? 1.5f : a[i] + b[i];"
    )
    project.configure()
    project.build()

    done = run(project.program("vector_add"))

    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "Element 777 is wrong: got 1.5, expected 2331"


def test_without_gpu_the_error_names_the_emulator(package, monkeypatch):
    monkeypatch.setenv("GPU_DRIVER", "/nowhere/libcuda.so.1")
    done = run(package.sample("vector_add").program("vector_add"))
    assert done.returncode == 1
    assert "GPU_DRIVER" in done.stdout
    assert "emulator" in done.stdout
