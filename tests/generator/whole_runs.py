"""Whole runs of the generator on one damaged input: an error, or for each kernel the stub that the sound
inputs give."""

from __future__ import annotations

import pathlib
import random

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import StandardAlias
from gpu_kernels.diagnostics import Diagnostics, JobError
from gpu_kernels.entry_names import is_mangled, normalise
from gpu_kernels.generate import read_library
from gpu_kernels.job import read_job
from gpu_kernels.model import Kernel, Library
from gpu_kernels.render import render_header, render_source
from gpu_kernels.stubs import build_stubs
from gpu_kernels.texts import TextCache
from job_file import write_job
from mutate import mutate
from recorded_case import RecordedCase


class WholeRun:
    """A golden case, unpacked into a directory of its own. `last_file` and `last_text` were damaged last."""

    def __init__(self, name: str, directory: pathlib.Path) -> None:
        case = RecordedCase("golden", name)
        inputs = case.unpack(directory)
        self._job = write_job(
            directory / "job.json", inputs, case.library, case.sources, directory / "out", **case.changes
        )
        self._files = [
            inputs / f"{source[: -len('.cu')]}{suffix}"
            for source in case.sources
            for suffix in (".ptx", ".debug.ptx", ".cu")
        ]
        self.last_file, self.last_text = "", ""
        sound = self._read()
        self._sound = {normalise(one.entry): _stub(one, sound) for one in sound.kernels}

    def damaged(self, source: random.Random) -> str:
        """What is wrong with the result of a run on one damaged file; empty if nothing is."""
        file = source.choice(self._files)
        whole = file.read_bytes()
        try:
            text = mutate(whole.decode("utf-8", "surrogateescape"), source)
            file.write_bytes(text.encode("utf-8", "surrogateescape"))
            self.last_file, self.last_text = file.name, text
            library = self._read()
            for kernel in library.kernels:
                name, stub = normalise(kernel.entry), _stub(kernel, library)
                # An extern "C" name tells no types: there the damaged text is the only witness of some.
                if is_mangled(name) and name in self._sound and stub != self._sound[name]:
                    return f"{file.name}: {name} is {stub}, not {self._sound[name]}"
        finally:
            file.write_bytes(whole)
        return ""

    def _read(self) -> Library:
        diagnostics = Diagnostics()
        try:
            library = read_library(read_job(str(self._job)), diagnostics, TextCache())
        except JobError:
            return _NOTHING
        if diagnostics.errors:
            return _NOTHING
        stubs = build_stubs(library)
        render_header(library, stubs)
        render_source(library, stubs, "a.hpp", "a_image.hpp")
        return library


_NOTHING = Library("a", "a", "a.hpp", (), (), (), (), (), (), ())


def _stub(kernel: Kernel, library: Library) -> tuple[object, ...]:
    """What a call of the stub depends on: the name and, of each parameter, type and size; but no size that
    the PTX alone tells, as of an unused class: it is for the host compiler to compare."""
    recorded = {layout.type for layout in library.layouts if layout.members}
    types = [
        one.type.target if isinstance(one.type, StandardAlias) else one.type for one in kernel.parameters
    ]
    sizes = [one.size for one in kernel.parameters if one.kind != "class" or one.type in recorded]
    return (kernel.qualified_name.split("::")[-1], *(PLAIN.type(of) for of in types), *sizes)
