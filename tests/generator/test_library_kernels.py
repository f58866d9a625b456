"""Which kernels are a library's that the source includes: told by where they stand, not by name alone."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from conftest import ROOT
from gpu_kernels.cli import main
from gpu_kernels.cxx_types import Part
from gpu_kernels.library_copies import is_library_copy
from gpu_kernels.paths import PathMap
from test_nvcc import compile_both_ways
from toolchain import SYSTEM_INCLUDES, TOOLKIT_INCLUDES, needs_nvcc


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
        ("include/nv/target", ("nv", "target"), True),
        ("include/nv/kernels.cuh", ("nv",), False),
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


@pytest.mark.parametrize(
    ("base", "user", "system", "expected"),
    [
        ("/p", (), ("/t/include",), True),
        ("/p", ("/t/include",), ("/t/include",), True),
        ("/p", ("/t/include/cccl",), ("/t/include/cccl", "/t/include"), True),
        ("/t", (), ("/t/include",), True),
        ("/p", ("/t",), ("/t/include",), True),
        ("/p", ("/t/include/cccl",), ("/t/include",), False),
        ("/t/include/cccl", (), ("/t/include",), False),
        ("/p", (), ("/other",), False),
    ],
)
def test_the_innermost_directory_says_whose_a_file_is(base, user, system, expected) -> None:
    assert PathMap(base, user, system).is_system("/t/include/cccl/cuda/std/array") == expected


def test_a_directory_is_the_same_by_any_path(tmp_path: pathlib.Path) -> None:
    (tmp_path / "targets/include/cuda").mkdir(parents=True)
    (tmp_path / "include").symlink_to(tmp_path / "targets/include")
    user, system = str(tmp_path / "include"), str(tmp_path / "targets/include")
    for one, other in ((user, system), (system, user)):
        paths = PathMap("/p", (one,), (other,))
        for directory in (one, other):
            assert paths.is_system(f"{directory}/cuda/array")
            assert paths.include(f"{directory}/cuda/array") == "<cuda/array>"


VARIABLES = """
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_reduce.cuh>
#include <cuda/std/utility>
#include <cuda/std/own.h>
namespace cuda { __device__ int mine; }
__global__ void sum(int* out) {
  const auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  const cuda::std::pair<int, int> pair(cuda::mine, cuda::std::copied);
  *out = cooperative_groups::reduce(warp, pair.first + pair.second, cooperative_groups::plus<int>());
}
"""


@needs_nvcc
@pytest.mark.parametrize(
    "directories",
    [
        (),
        pytest.param(TOOLKIT_INCLUDES[:1], marks=pytest.mark.matrix),
        pytest.param(TOOLKIT_INCLUDES[1:], marks=pytest.mark.matrix),
        TOOLKIT_INCLUDES,
    ],
)
def test_variables_of_libraries_get_no_object(directories, tmp_path: pathlib.Path, make_job) -> None:
    """Whether the project searches the toolkit's directories as its own, or brings a copy."""
    copy = tmp_path / "include" / "cuda" / "std" / "own.h"
    copy.parent.mkdir(parents=True)
    copy.write_text("#pragma once\nnamespace cuda { namespace std { __device__ int copied; } }\n")
    (tmp_path / "kernels.cu").write_text(VARIABLES)
    options = ["-arch=compute_75", *(f"-I{path}" for path in directories)]
    compile_both_ways(tmp_path, ["kernels.cu"], options)
    includes = [str(tmp_path / "include"), *directories]
    job = make_job(tmp_path, "a", ["kernels.cu"], include_directories=includes)
    assert main(["generate", "--job", str(job)]) == 0
    header = (tmp_path / "out" / "a.hpp").read_text()
    assert header.count("gpu::Symbol<") == 1
    assert "No object" not in header
    assert "mine{};" in header
