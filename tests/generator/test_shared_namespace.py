"""Two libraries in one program: in namespaces of their own, and in one that they share, with kernels of one
name."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from conftest import ROOT
from gpu_kernels.cli import main
from recorded_case import RecordedCase
from test_nvcc import compile_both_ways
from toolchain import each_compiler, needs_nvcc

MAIN = """
#include <gpu/gpu.hpp>
#include <gpu/kernel_library.hpp>

#include <one.hpp>
#include <two.hpp>

#include <cstring>

int main() {
  const bool one = std::strcmp(ONE::library.name(), "one") == 0 && &ONE::library != &TWO::library;
  const bool two = std::strcmp(TWO::library.name(), "two") == 0;
  return one && two && std::strcmp(ONE::vector_add.name(), TWO::vector_add.name()) == 0 ? 0 : 1;
}
"""


@each_compiler
@pytest.mark.parametrize(
    ("namespaces", "spellings"),
    [
        (("one", "two"), ("one", "two")),
        (("app", "app"), ("app::one_library", "app::two_library")),
        pytest.param(("app::one", "app"), ("app::one", "app::two_library"), marks=pytest.mark.matrix),
        (("one", "one"), ("one::one_library", "one::two_library")),
        pytest.param(("two", "two"), ("two::one_library", "two::two_library"), marks=pytest.mark.matrix),
    ],
)
def test_two_libraries_with_the_same_kernel_link(namespaces, spellings, compiler, tmp_path, make_job) -> None:
    case = RecordedCase("golden", "vector_add")
    directory = case.unpack(tmp_path)
    for name, namespace in zip(("one", "two"), namespaces):
        job = make_job(directory, name, case.sources, namespace=namespace)
        assert main(["generate", "--job", str(job)]) == 0
    (tmp_path / "main.cpp").write_text(MAIN)
    spelled = [f"-D{macro}={text}" for macro, text in zip(("ONE", "TWO"), spellings)]
    run(
        compiler,
        spelled,
        tmp_path,
        [tmp_path / "main.cpp", tmp_path / "out/one.cpp", tmp_path / "out/two.cpp"],
    )


@each_compiler
def test_each_library_of_a_namespace_is_used_by_its_plain_name(compiler, tmp_path, make_job) -> None:
    """Kernels of one name in two files of one program stay apart: no inline function is shared."""
    case = RecordedCase("golden", "vector_add")
    directory = case.unpack(tmp_path)
    files = []
    for name in ("one", "two"):
        assert main(["generate", "--job", str(make_job(directory, name, case.sources, namespace="app"))]) == 0
        user = tmp_path / f"use_{name}.cpp"
        user.write_text(
            f"#include <gpu/gpu.hpp>\n#include <{name}.hpp>\n"
            f"const void* {name}() {{ return &app::library; }}\n"
            f"void launch_{name}(const gpu::LaunchConfig& c, gpu::DevicePtr<float> p) {{\n"
            "  app::vector_add(c, p, p, p, 1);\n}\n"
        )
        files += [user, tmp_path / f"out/{name}.cpp"]
    (tmp_path / "main.cpp").write_text(
        "const void* one();\nconst void* two();\nint main() { return one() == two(); }\n"
    )
    run(compiler, [], tmp_path, [tmp_path / "main.cpp", *files])


TYPES = "#pragma once\nnamespace phys { struct State { float x; }; }\n"
SOURCES = {
    "one": """#include "types.hpp"
namespace phys {
__device__ float charge;
template <class T> __global__ void half(T* data) { *data /= 2; }
template __global__ void half<float>(float*);
__global__ void energy(State state, float* out) { *out = state.x * charge; }
__global__ void scale(float* out) { *out *= 2; }
}
__global__ void entries(int* out) { *out = 1; }
""",
    "two": """#include "types.hpp"
namespace phys {
__global__ void step(State* states) { states->x += 1; }
__global__ void scale(float* out) { *out *= 3; }
}
__global__ void plain(phys::State state, float* out) { *out = state.x; }
""",
}
USE = """
#include <gpu/gpu.hpp>
HEADERS
#include <typeinfo>
int main() {
  (void)S::phys::charge;
  using One = decltype(S::phys::one_library::scale);
  using Two = decltype(S::phys::two_library::scale);
  for (const char* name : {S::phys::energy.name(), S::phys::step.name(), S::plain.name(), S::entries.name(),
                           S::phys::half<float>.name()}) {
    if (!*name) return 1;
  }
  return typeid(One) == typeid(Two) || &S::one_library::library == &S::two_library::library;
}
"""


@needs_nvcc
@each_compiler
@pytest.mark.parametrize("space", ["app", "one", pytest.param("two", marks=pytest.mark.matrix), "phys"])
@pytest.mark.parametrize(
    "order", [("one", "two"), pytest.param(("two", "one"), marks=pytest.mark.matrix)], ids="-".join
)
def test_kernels_in_one_namespace_of_two_libraries(space, order, compiler, tmp_path, make_job) -> None:
    """Different names are plain names; an equal one needs the library's inline namespace."""
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "types.hpp").write_text(TYPES)
    for name, text in SOURCES.items():
        (tmp_path / f"{name}.cu").write_text(text)
    compile_both_ways(tmp_path, ["one.cu", "two.cu"], ["-arch=compute_75"])
    for name in SOURCES:
        assert (
            main(["generate", "--job", str(make_job(tmp_path, name, [f"{name}.cu"], namespace=space))]) == 0
        )
    includes = "\n".join(f"#include <{name}.hpp>" for name in order)
    user = tmp_path / "main.cpp"
    user.write_text(USE.replace("HEADERS", includes).replace("S::", f"{space}::"))
    options = [f"-I{tmp_path}/include"]
    run(compiler, options, tmp_path, [user, tmp_path / "out/one.cpp", tmp_path / "out/two.cpp"])
    user.write_text(f"{includes}\nauto& name = {space}::phys::scale;\n")
    made = compile_files(compiler, [*options, "-fsyntax-only"], tmp_path, [user])
    assert made.returncode != 0
    assert "ambiguous" in made.stderr


def compile_files(
    compiler: str, options: list[str], directory: pathlib.Path, files: list[pathlib.Path]
) -> subprocess.CompletedProcess[str]:
    includes = [f"-I{directory}/out", f"-I{ROOT}/include"]
    command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", *includes, *options, *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def run(compiler: str, options: list[str], directory: pathlib.Path, files: list[pathlib.Path]) -> None:
    program = directory / "program"
    made = compile_files(compiler, [*options, "-o", str(program)], directory, [*files, pathlib.Path("-ldl")])
    assert (made.returncode, made.stderr) == (0, "")
    assert subprocess.run([str(program)], check=False).returncode == 0
