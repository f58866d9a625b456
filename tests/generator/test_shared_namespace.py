"""Two libraries in one program: in namespaces of their own, and in one that they share, with kernels of one
name."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from conftest import ROOT
from gpu_kernels.cli import main
from recorded_case import RecordedCase
from toolchain import each_compiler

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
        (("app::one", "app"), ("app::one", "app::two_library")),
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


def run(compiler: str, options: list[str], directory: pathlib.Path, files: list[pathlib.Path]) -> None:
    program = directory / "program"
    includes = [f"-I{directory}/out", f"-I{ROOT}/include"]
    command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", *options, *includes, *map(str, files)]
    made = subprocess.run([*command, "-ldl", "-o", str(program)], capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    assert subprocess.run([str(program)], check=False).returncode == 0
