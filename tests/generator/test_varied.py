"""Kernels of every form, compiled by the nvcc that is here, against an independent witness: nvcc itself.

For each file a second file includes it and takes the address of every kernel as a pointer to the function
type that the generator's model spells. nvcc accepts that only where the types are exactly the same.
"""

from __future__ import annotations

import pathlib
import shutil
import subprocess

import pytest
from conftest import ROOT
from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.diagnostics import Diagnostics
from gpu_kernels.generate import read_library
from gpu_kernels.job import read_job
from gpu_kernels.model import Kernel, Library
from gpu_kernels.render import render_header, render_image, render_source
from gpu_kernels.stub_templates import arguments_text
from gpu_kernels.stubs import build_stubs
from gpu_kernels.texts import TextCache
from toolchain import NVCC, SYSTEM_INCLUDES, needs_nvcc

pytestmark = needs_nvcc

VARIED = pathlib.Path(__file__).resolve().parent / "varied"
OPTIONS = ["-arch=compute_90", "-std=c++17", "-w", "-Iinclude", "--expt-relaxed-constexpr"]


@pytest.fixture(scope="module")
def directory(tmp_path_factory) -> pathlib.Path:
    """A copy of the varied sources, which the compilers may write beside."""
    return pathlib.Path(shutil.copytree(VARIED, tmp_path_factory.mktemp("varied") / "files"))


@pytest.mark.parametrize("source", sorted(path.name for path in VARIED.glob("*.cu")))
def test_types_are_those_of_the_compiler(source, directory, make_job, tmp_path) -> None:
    library = compile_and_read(source, directory, make_job)
    assert library.kernels
    compile_for_the_host(library, directory, tmp_path)
    witness = directory / f"witness_{source}"
    witness.write_text(f'#include "{source}"\n' + "".join(map(address_check, library.kernels)))
    result = subprocess.run(
        [NVCC, "-ptx", *OPTIONS, witness.name, "-o", f"{witness.name}.ptx"],
        cwd=directory,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def compile_and_read(source: str, directory: pathlib.Path, make_job) -> Library:
    stem = directory / source[: -len(".cu")]
    options = [*OPTIONS, *own_options(directory / source)]
    passes = [
        subprocess.Popen([NVCC, "-ptx", *mode, *options, source, "-o", f"{stem}{suffix}"], cwd=directory)
        for mode, suffix in (((), ".ptx"), (("-G",), ".debug.ptx"))
    ]
    assert [one.wait() for one in passes] == [0, 0]
    diagnostics = Diagnostics()
    library = read_library(read_job(str(make_job(directory, "varied", [source]))), diagnostics, TextCache())
    assert diagnostics.text() == ""
    return library


def own_options(source: pathlib.Path) -> list[str]:
    """What a source asks for in its first line: `// options: …`."""
    first = source.read_bytes().split(b"\n", 1)[0].decode("latin-1")
    return first.partition("// options:")[2].split()


def compile_for_the_host(library: Library, directory: pathlib.Path, to: pathlib.Path) -> None:
    """The generated files compile, and their layout checks hold, on the host's side."""
    (to / "varied.hpp").write_text(render_header(library, build_stubs(library)))
    (to / "varied_image.hpp").write_text(render_image(library))
    (to / "varied.cpp").write_text(
        render_source(library, build_stubs(library), "varied.hpp", "varied_image.hpp")
    )
    includes = [f"-I{path}" for path in (to, directory / "include", directory, ROOT / "include")]
    command = [
        "g++",
        "-std=c++20",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsyntax-only",
        *includes,
        *SYSTEM_INCLUDES,
    ]
    result = subprocess.run([*command, str(to / "varied.cpp")], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def address_check(kernel: Kernel) -> str:
    name = "::" + kernel.qualified_name
    if kernel.template_arguments is not None:
        name += f"<{arguments_text(kernel.template_arguments, PLAIN)}>"
    types = ", ".join(PLAIN.type(parameter.type) for parameter in kernel.parameters)
    return f"static_assert(static_cast<void (*)({types})>(&{name}) != nullptr);\n"
