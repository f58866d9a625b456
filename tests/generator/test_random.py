"""Damaged inputs give a clean error or a right result: never a traceback, a hang, or half-written output."""

from __future__ import annotations

import contextlib
import os
import pathlib
import random
import tempfile

import pytest
from gpu_kernels.diagnostics import Diagnostics, InputError
from gpu_kernels.entry_names import normalise
from gpu_kernels.generate import read_library
from gpu_kernels.job import read_job
from gpu_kernels.mangled_name import MangledNameError, decode
from gpu_kernels.ptx_reader import read_ptx
from gpu_kernels.render import render_header, render_image, render_source
from gpu_kernels.source_lexer import SourceText
from gpu_kernels.source_scopes import ScopeMap
from gpu_kernels.stubs import build_stubs
from gpu_kernels.texts import TextCache
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutate import mutate
from recorded_case import RecordedCase, case_names

ROUNDS = 60 if os.environ.get("GPU_KERNELS_TEST_MATRIX") else 15


@pytest.mark.parametrize(
    ("name", "damaged"),
    [
        *((name, damaged) for name in case_names("golden") for damaged in ("*.ptx", "*.debug.ptx", "*.cu")),
        *(("types", "*.hpp"), ("c_linkage", "*.h")),
    ],
)
def test_damaged_files(name, damaged, tmp_path, make_job) -> None:
    case = RecordedCase("golden", name)
    directory = case.unpack(tmp_path)
    job = read_job(str(make_job(directory, case.library, case.sources)))
    files = [path for path in directory.rglob(damaged) if damaged != "*.ptx" or ".debug" not in path.name]
    originals = {path: path.read_text() for path in files}
    source = random.Random(name + damaged)
    for _ in range(ROUNDS):
        path = source.choice(files)
        path.write_bytes(mutate(originals[path], source).encode("utf-8"))
        diagnostics = Diagnostics()
        library = read_library(job, diagnostics, TextCache())
        if not diagnostics.errors:
            render_header(library, build_stubs(library))
            render_source(library, build_stubs(library), "a.hpp", "b.hpp")
            render_image(library)
        path.write_text(originals[path])


_TYPES = st.sampled_from([".u8", ".u16", ".u32", ".u64", ".f32", ".f64", ".s32", ".b64"])
_NAMES = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True)


@st.composite
def ptx_headers(draw: st.DrawFn) -> tuple[str, list[tuple[str, list[int], int]]]:
    """A PTX text, and each entry's name, parameter sizes and most threads."""
    text, entries = ".version 7.8\n.target sm_80\n.address_size 64\n", []
    for name in draw(st.lists(_NAMES, unique=True, max_size=5)):
        parameters, sizes = [], []
        for index in range(draw(st.integers(0, 5))):
            if draw(st.booleans()):
                kind = draw(_TYPES)
                parameters.append(f"\t.param {kind} {name}_param_{index}")
                sizes.append(int(kind[2:]) // 8)
            else:
                alignment, size = 2 ** draw(st.integers(0, 7)), draw(st.integers(1, 4096))
                parameters.append(f"\t.param .align {alignment} .b8 {name}_param_{index}[{size}]")
                sizes.append(size)
        threads = draw(st.integers(0, 1024))
        bounds = f"\n.maxntid {threads}, 1, 1" if threads else ""
        comment = draw(st.sampled_from(["", "// } {\n", "/* { */"]))
        linkage = draw(st.sampled_from(["", ".visible ", ".weak "]))
        joined = ",\n".join(parameters)
        text += f"{comment}{linkage}.entry {name}(\n{joined}\n){bounds}\n{{\n{comment}\tret;\n}}\n"
        entries.append((name, sizes, threads))
    return text, entries


@given(ptx_headers())
def test_random_ptx_headers_are_read_right(header) -> None:
    text, entries = header
    told = []
    for entry in read_ptx(text, "a.ptx").entries:
        threads = entry.bounds.max_block[0] if entry.bounds.max_block else 0
        told.append((entry.name, [parameter.size for parameter in entry.parameters], threads))
    assert told == entries


@given(ptx_headers(), st.randoms(use_true_random=False))
def test_damaged_ptx_headers(header, source) -> None:
    with contextlib.suppress(InputError):
        read_ptx(mutate(header[0], source), "a.ptx")


@given(st.text(alphabet="_ZNSKPRIEJLTDv0123456789abcdefijmst", max_size=60).map(lambda text: "_Z" + text))
def test_random_mangled_names(name) -> None:
    normalise(name)
    with contextlib.suppress(MangledNameError):
        decode(name)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet="ab{}();<>/*'\"\\\n#:,R=0 ", max_size=200))
def test_random_sources(text) -> None:
    source = SourceText(text)
    covered = "".join(text[chunk.start : chunk.end] for chunk in source.chunks)
    assert set(covered) >= {character for character in text if character in ";{}"} - set("")
    ScopeMap(source)


def test_unreadable_sources_do_not_matter_but_outputs_stay_whole(make_job) -> None:
    case = RecordedCase("golden", "vector_add")
    with tempfile.TemporaryDirectory() as folder:
        directory = case.unpack(pathlib.Path(folder))
        (directory / "vector_add.cu").unlink()
        diagnostics = Diagnostics()
        library = read_library(
            read_job(str(make_job(directory, "a", case.sources))), diagnostics, TextCache()
        )
        assert not diagnostics.errors
        assert library.kernels[0].comment == ()
