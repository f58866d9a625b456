"""Which kernels are a library's that the source includes: told by where they stand, not by their names alone."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from conftest import ROOT
from gpu_kernels.cli import main
from gpu_kernels.cxx_types import Part
from gpu_kernels.library_copies import is_library_copy
from test_nvcc import compile_both_ways
from toolchain import SYSTEM_INCLUDES, needs_nvcc


@pytest.mark.parametrize(
    ("header", "scopes", "expected"),
    [
        ("third_party/cub/cub/device/dispatch.cuh", ("cub", "CUB_300000_NS", "detail"), True),
        ("cub/device/dispatch.cuh", ("wrapped", "cub"), True),
        ("thrust/system/cuda/detail/agent.h", ("thrust", "cuda_cub", "core"), True),
        ("include/cuda/std/kernels.h", ("cuda", "std"), True),
        ("include/cuda/__fill/fill.h", ("cuda",), True),
        ("include/cuda/kernels.cuh", ("cuda",), False),
        ("include/cub/kernels.cuh", ("app",), False),
        ("include/kernels.cuh", ("cub",), False),
        ("include/mycub/kernels.cuh", ("cub",), False),
        ("kernels.cuh", ("std",), False),
        ("cub/kernels.cuh", (), False),
    ],
)
def test_copies_of_libraries(header, scopes, expected) -> None:
    assert is_library_copy(header, tuple(map(Part, scopes))) == expected


SOURCE = """
#include <cstdint>
#include <cuda/own.cuh>
#include <cub/fill.cuh>
namespace cuda { __global__ void scale(float* data) { *data *= 2; } }
namespace cub { __global__ void shift(float* data) { *data += 2; } }
namespace thrust { __global__ void sort(float4* data, std::uint32_t n) { data[n].x -= 2; } }
namespace std { __global__ void swap_all(std::size_t n, float* data) { data[n] = 2; } }
"""


@needs_nvcc
def test_a_project_may_name_its_namespaces_like_libraries(tmp_path: pathlib.Path, make_job) -> None:
    for folder, space in (("cuda/own", "cuda"), ("cub/fill", "cub")):
        header = tmp_path / "include" / f"{folder}.cuh"
        header.parent.mkdir(parents=True)
        name = header.stem
        header.write_text(
            f"#pragma once\nnamespace {space} {{ __global__ void {name}(float* data) {{ *data = 1; }} }}\n"
        )
    (tmp_path / "kernels.cu").write_text(SOURCE)
    compile_both_ways(tmp_path, ["kernels.cu"], ["-arch=compute_75"])
    assert main(["generate", "--job", str(make_job(tmp_path, "a", ["kernels.cu"]))]) == 0
    header = (tmp_path / "out" / "a.hpp").read_text()
    stubs = [
        name
        for name in ("scale", "shift", "sort", "swap_all", "own", "fill")
        if f"{name}_t {name}{{}};" in header
    ]
    assert stubs == ["scale", "shift", "sort", "swap_all", "own"]
    assert (
        "// No stub for the kernels of include/cub/fill.cuh: the library's own host code launches" in header
    )
    command = ["g++", "-std=c++20", "-fsyntax-only", f"-I{ROOT}/include", *SYSTEM_INCLUDES, "a.cpp"]
    compiled = subprocess.run(
        [*command, "-I."], cwd=tmp_path / "out", capture_output=True, text=True, check=False
    )
    assert (compiled.returncode, compiled.stderr) == (0, "")


@needs_nvcc
def test_a_source_with_a_librarys_kernels_alone(tmp_path: pathlib.Path, make_job, capfd) -> None:
    header = tmp_path / "include" / "cub" / "fill.cuh"
    header.parent.mkdir(parents=True)
    header.write_text("namespace cub { __global__ void fill(float* data) { *data = 1; } }\n")
    (tmp_path / "kernels.cu").write_text("#include <cub/fill.cuh>\n")
    compile_both_ways(tmp_path, ["kernels.cu"], ["-arch=compute_75"])
    assert main(["generate", "--job", str(make_job(tmp_path, "a", ["kernels.cu"]))]) == 1
    said = capfd.readouterr().err
    assert "no source of `a` defines a kernel" in said
    assert "cub/fill.cuh: note: a library's kernels, which its own host code launches, get no stub" in said
