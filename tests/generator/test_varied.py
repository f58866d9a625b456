"""Kernels of every form, compiled by the nvcc that is here, against an independent witness: nvcc itself.

For each source another one includes it and the generated header, and takes the address of every kernel as a
pointer to the function type that its stub's own operator() spells. nvcc accepts that only where the types are
exactly the same. `witness/gpu` stands for the runtime's headers there.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from conftest import ROOT
from gpu_kernels.cxx_spelling import PLAIN, Speller
from gpu_kernels.cxx_types import EntityAddress, flat
from gpu_kernels.diagnostics import Diagnostics
from gpu_kernels.generate import read_library
from gpu_kernels.job import read_job
from gpu_kernels.model import Library
from gpu_kernels.render import render_header, render_image, render_source
from gpu_kernels.stub_templates import arguments_text
from gpu_kernels.stubs import Stub, StubFile, build_stubs
from gpu_kernels.texts import TextCache
from job_file import write_job
from toolchain import NVCC, SYSTEM_INCLUDES, needs_nvcc

pytestmark = needs_nvcc

HERE = pathlib.Path(__file__).resolve().parent
VARIED = HERE / "varied"
SOURCES = sorted(path.name for path in VARIED.glob("*.cu"))
# What programs are made of: their forms are those of the other files, each of which shows one.
USES = {
    *("activation_dispatch.cu", "fft_radix2.cu", "gemm_tiled.cu", "graph_bfs.cu", "hash_table.cu"),
    *("heat_stencil.cu", "image_bilateral.cu", "image_histogram.cu", "image_warp.cu", "lattice_boltzmann.cu"),
    *(
        "md_lennard_jones.cu",
        "nbody.cu",
        "plasma_pic.cu",
        "quantise_int8.cu",
        "raytrace.cu",
        "reduce_tree.cu",
    ),
    *("scan_groups.cu", "sha256.cu", "softmax_dispatch.cu", "sort_bitonic.cu", "spmv.cu", "string_search.cu"),
    *("video_yuv.cu", "wave_fields.cu", "wmma_tensor_cores.cu"),
}
OPTIONS = ["-arch=compute_90", "-std=c++17", "-w", "-Iinclude", "--expt-relaxed-constexpr"]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory, request):
    """What is wrong with each source that runs, as futures: all compilers work side by side."""
    directory = pathlib.Path(shutil.copytree(VARIED, tmp_path_factory.mktemp("varied") / "files"))
    chosen = [
        item.callspec.params["source"]
        for item in request.session.items
        if hasattr(item, "callspec")
        and item.function.__name__ == test_the_stub_has_the_kernels_types.__name__
        and item.get_closest_marker("skip") is None
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {source: pool.submit(check, source, directory) for source in chosen}


@pytest.mark.parametrize(
    "source",
    [pytest.param(name, marks=pytest.mark.matrix if name in USES else ()) for name in SOURCES],
)
def test_the_stub_has_the_kernels_types(source: str, outcomes: dict[str, Future[str]]) -> None:
    assert outcomes[source].result() == ""


def test_there_are_sixty_sources() -> None:
    assert len(SOURCES) >= 60
    assert set(SOURCES) >= USES


def check(source: str, directory: pathlib.Path) -> str:
    """What is wrong with a source: the first compiler's messages."""
    stem = source[: -len(".cu")]
    options = [*OPTIONS, *own_options(directory / source)]
    for mode, suffix in (((), ".ptx"), (("-G",), ".debug.ptx")):
        command = [NVCC, "-ptx", *mode, *options, source, "-o", f"{stem}{suffix}"]
        if problem := run(command, directory):
            return problem
    diagnostics = Diagnostics()
    job = write_job(directory / f"{stem}.job.json", directory, f"varied_{stem}", [source], directory)
    library = read_library(read_job(str(job)), diagnostics, TextCache())
    if diagnostics.text() or not library.kernels:
        return diagnostics.text() or "no kernel"
    stubs = build_stubs(library)
    (directory / f"{stem}.hpp").write_text(render_header(library, stubs))
    (directory / f"{stem}_image.hpp").write_text(render_image(library))
    (directory / f"{stem}.cpp").write_text(render_source(library, stubs, f"{stem}.hpp", f"{stem}_image.hpp"))
    return compile_for_the_host(stem, directory) or compile_witness(stem, directory, options, library, stubs)


def own_options(source: pathlib.Path) -> list[str]:
    """What a source asks for in its first line: `// options: …`."""
    first = source.read_bytes().split(b"\n", 1)[0].decode("latin-1")
    return first.partition("// options:")[2].split()


def run(command: list[str], directory: pathlib.Path) -> str:
    result = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    return "" if result.returncode == 0 else result.stdout + result.stderr


def compile_for_the_host(stem: str, directory: pathlib.Path) -> str:
    """The generated files compile, and their layout checks hold, on the host's side."""
    warnings = ["-Wall", "-Wextra", "-Wconversion", "-Werror"]
    includes = ["-Iinclude", "-I.", f"-I{ROOT}/include", *SYSTEM_INCLUDES]
    return run(["g++", "-std=gnu++20", *warnings, "-fsyntax-only", *includes, f"{stem}.cpp"], directory)


def compile_witness(
    stem: str, directory: pathlib.Path, options: list[str], library: Library, stubs: StubFile
) -> str:
    checks = [kernel_check(stub, library.namespace) for stub in stubs.stubs]
    checks += [variable_check(one.symbol.qualified_name, library.namespace) for one in stubs.symbols]
    includes = f'#include "{stem}.cu"\n#include "{stem}.hpp"\n#include <witness.hpp>\n'
    text = "\n".join([includes, f"namespace {library.namespace} {{", *checks, "}\n"])
    (directory / f"{stem}.witness.cu").write_text(text)
    command = [NVCC, "-ptx", *options, "-std=c++20", f"-I{HERE}/witness", f"{stem}.witness.cu"]
    return run([*command, "-o", f"{stem}.witness.ptx"], directory)


class _Everything(frozenset):
    """All names: each is spelled from the global namespace."""

    def __contains__(self, _: object) -> bool:
        return True


def kernel_check(stub: Stub, namespace: str) -> str:
    kernel = stub.kernel
    scopes = "::".join((namespace, *(one.name for one in kernel.namespaces)))
    name = f"::{kernel.qualified_name}"
    if kernel.template_arguments is not None:
        entities = [one for one in flat(kernel.template_arguments) if isinstance(one, EntityAddress)]
        decayed = tuple((one, PLAIN.argument(one).replace("&", "::")) for one in entities)
        name += f"<{arguments_text(kernel.template_arguments, Speller(_Everything(), entities=decayed))}>"
    return f"static_assert(witness::same<::{scopes}::{stub.struct}>(&{name}));"


def variable_check(name: str, namespace: str) -> str:
    return f"static_assert(witness::same_variable<decltype((::{name})), decltype(::{namespace}::{name})>);"
