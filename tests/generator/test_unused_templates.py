"""Kernel templates that nothing instantiates: a warning, where the text leaves no doubt, and no false one."""

from __future__ import annotations

import pathlib

import pytest
from gpu_kernels.cli import main
from gpu_kernels.source_lexer import SourceText
from gpu_kernels.unused_templates import unused_templates
from test_nvcc import compile_both_ways
from toolchain import needs_nvcc


@pytest.mark.parametrize(
    "text",
    [
        "template <class T>\n__global__ void k(T* data) { *data = 1; }",
        "namespace a {\ntemplate <class T, int N = (3 > 2)> __global__ void k(T (*data)[N]) {} }",
        "// One.\ntemplate <class T> static __global__ void __launch_bounds__(256, (2)) k(T* data) {}",
        "#define N 3\ntemplate <class T> void __global__ __launch_bounds__(N) k(T* data) noexcept\n{}",
        "#if A\n#endif\ntemplate <class T> [[maybe_unused]] __global__ void k(T data) {}",
    ],
)
def test_templates_that_are_found(text) -> None:
    (found,) = unused_templates(SourceText(text), frozenset())
    line = next(number for number, content in enumerate(text.split("\n"), 1) if " k(" in content)
    assert found == ("k", line)
    assert unused_templates(SourceText(text), frozenset({"k"})) == []


@pytest.mark.parametrize(
    "text",
    [
        "template <class T> __global__ void k(T* data);",
        "template <class T> __device__ void k(T* data) {}",
        "template <> __global__ void k<int>(int* data) {}",
        "__global__ void k(int* data) {}",
        "#if 0\ntemplate <class T> __global__ void k(T* data) {}\n#endif",
        "#ifdef A\ntemplate <class T>\n#else\ntemplate <int T>\n#endif\n__global__ void k(int* data) {}",
        "template <class T>\n#ifdef A\n__global__\n#endif\nvoid k(T* data) {}",
        "#define K(name) template <class T> __global__ void name(T* data) {}\nint a;",
        "template <class T> __global__ void NAME(k)(T* data) {}",
        "template <class T> __global__ BOUNDS(256) void k(T* data) {}",
        "#define k other\ntemplate <class T> __global__ void k(T* data) {}",
        "/* template <class T> __global__ void k(T* data) {} */",
        'const char* s = R"(template <class T> __global__ void k(T* data) {})";',
    ],
)
def test_what_is_not_certain_is_left_alone(text) -> None:
    assert unused_templates(SourceText(text), frozenset()) == []


SOURCE = """
template <class T> __global__ void used(T* data) { *data = 1; }
template __global__ void used<float>(float*);
namespace app { template <class T>
__global__ void unused(T* data) { *data = 1; } }
template <class T> __global__ void launched(T* data) { *data = 1; }
void launch(float* data) { launched<<<1, 1>>>(data); }
"""


@needs_nvcc
def test_the_run_warns_and_goes_on(tmp_path: pathlib.Path, make_job, capfd) -> None:
    (tmp_path / "kernels.cu").write_text(SOURCE)
    compile_both_ways(tmp_path, ["kernels.cu"], ["-arch=compute_75"])
    capfd.readouterr()
    assert main(["generate", "--job", str(make_job(tmp_path, "a", ["kernels.cu"]))]) == 0
    assert capfd.readouterr().err == (
        f"{tmp_path}/kernels.cu:5: warning: kernel template `unused` has no instantiation, so it has "
        'no stub; name one to gpu_add_kernel_library, such as INSTANTIATE "app::unused<float>", or add '
        "to the source: template __global__ void unused<float>(…);\n"
    )
    assert (tmp_path / "out" / "a.hpp").exists()
