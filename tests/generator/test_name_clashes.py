"""Types of the user's in the library's own namespace: what hides one is an error, all else compiles."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from conftest import ROOT
from gpu_kernels.cli import main
from test_nvcc import compile_both_ways
from toolchain import SYSTEM_INCLUDES, needs_nvcc

pytestmark = needs_nvcc

TYPES = """#pragma once
namespace app {
struct Params { float scale; };
struct Outer { enum class Mode { on }; };
struct run_t { int n; };
struct library { int n; };
namespace entries { struct Entry { int n; }; }
}
"""


def generate(kernels: str, namespace: str, directory: pathlib.Path, make_job) -> int:
    (directory / "include").mkdir()
    (directory / "include" / "types.hpp").write_text(TYPES)
    (directory / "kernels.cu").write_text(f"#include <types.hpp>\n{kernels}\n")
    compile_both_ways(directory, ["kernels.cu"], ["-arch=compute_75"])
    return main(["generate", "--job", str(make_job(directory, "a", ["kernels.cu"], namespace=namespace))])


@pytest.mark.parametrize(
    ("kernels", "message"),
    [
        (
            "__global__ void Params(app::Params params) {}",
            "kernels.cu:2: error: kernel `Params` becomes the object `app::Params` in the library's namespace "
            "`app`, where it hides the type `app::Params`; give the library another NAMESPACE",
        ),
        (
            "__global__ void Outer(app::Outer::Mode mode) {}",
            "where it hides the type `app::Outer::Mode`; give",
        ),
        (
            "template <class T> __global__ void Params(int) {}\n"
            "template __global__ void Params<app::Params>(int);",
            "kernel `Params` becomes the object `app::Params`",
        ),
        (
            "__global__ void run(app::library value) {}",
            "kernel `run` uses the type `app::library`, but the generated header declares `app::library`",
        ),
        (
            "namespace Params { __global__ void run(app::Params params) {} }",
            "kernel `Params::run` gets its stub in a namespace `app::Params`, where `app::Params` is a type",
        ),
    ],
)
def test_a_hidden_type_is_an_error(kernels, message, tmp_path, make_job, capfd) -> None:
    assert generate(kernels, "app", tmp_path, make_job) == 1
    said = capfd.readouterr().err
    assert message in said
    assert "give the library another NAMESPACE" in said
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("kernels", "namespace"),
    [
        ("__global__ void Params(app::Params params) {}", "app_kernels"),
        ("__global__ void Params(app::Params params) {}", "outer::app"),
        ("__global__ void run(app::run_t value, app::Params params) {}", "app"),
        ("__global__ void go(app::entries::Entry value) {}", "app"),
        ("namespace app { __global__ void other(Params params) {} }", "app"),
        ("__constant__ app::Params Params;\n__global__ void go(float* out) { *out = Params.scale; }", "app"),
    ],
)
def test_names_that_hide_nothing_compile(kernels, namespace, tmp_path, make_job) -> None:
    assert generate(kernels, namespace, tmp_path, make_job) == 0
    includes = [f"-I{path}" for path in (tmp_path / "include", tmp_path / "out", ROOT / "include")]
    command = ["g++", "-std=c++20", "-fsyntax-only", *includes, *SYSTEM_INCLUDES, "out/a.cpp"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
