"""The golden files are C++ that strict compilers take without a warning."""

from __future__ import annotations

import subprocess

import pytest
from conftest import ROOT
from gpu_kernels import INTERFACE_VERSION
from recorded_case import RecordedCase, case_names
from toolchain import SYSTEM_INCLUDES, each_compiler

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


@each_compiler
@pytest.mark.parametrize("name", case_names("golden"))
def test_golden_files_compile_without_warnings(name, compiler) -> None:
    case = RecordedCase("golden", name)
    includes = [f"-I{case.directory}/{folder}" for folder in ("expected", "inputs/include")]
    result = subprocess.run(
        [
            *(compiler, "-std=c++20", *WARNINGS, "-fsyntax-only", *includes, f"-I{ROOT}/include"),
            *(*SYSTEM_INCLUDES, f"{case.directory}/expected/{case.library}.cpp"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_generator_and_runtime_are_of_one_version() -> None:
    for header in ("include/gpu/kernel.hpp", "tests/generator/witness/gpu/kernel.hpp"):
        assert f"#define GPU_KERNELS_INTERFACE {INTERFACE_VERSION}\n" in (ROOT / header).read_text()


@each_compiler
@pytest.mark.parametrize("version", [INTERFACE_VERSION - 1, INTERFACE_VERSION + 1])
def test_stubs_of_another_version_are_refused(version, compiler, tmp_path) -> None:
    case = RecordedCase("golden", "vector_add")
    stubs = (case.directory / "expected" / "vector_kernels.hpp").read_text()
    own = f"#if GPU_KERNELS_INTERFACE != {INTERFACE_VERSION}\n"
    assert own in stubs
    (tmp_path / "old.hpp").write_text(stubs.replace(own, f"#if GPU_KERNELS_INTERFACE != {version}\n"))
    command = [compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", f"-I{ROOT}/include"]
    command += [*SYSTEM_INCLUDES, str(tmp_path / "old.hpp")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    assert (
        "vector_kernels.hpp was generated for another version of GpuKernels: rebuild the target "
        "vector_kernels" in result.stderr
    )
