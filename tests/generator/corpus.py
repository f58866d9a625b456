"""The readers that damaged inputs are tried on, and the inputs that once broke one of them."""

from __future__ import annotations

import contextlib
import pathlib

from gpu_kernels.comments import read_comment
from gpu_kernels.debug_record import read_debug_record
from gpu_kernels.declared_names import DeclaredNames
from gpu_kernels.diagnostics import InputError
from gpu_kernels.entry_names import normalise
from gpu_kernels.kernel_templates import find_kernels_in
from gpu_kernels.mangled_name import MangledNameError, decode
from gpu_kernels.plain_defaults import read_defaults
from gpu_kernels.ptx_reader import read_ptx
from gpu_kernels.source_lexer import SourceText
from gpu_kernels.source_scopes import ScopeMap
from gpu_kernels.template_heads import read_template_head

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
# Which reader takes a file, by the end of its name.
READERS = {
    ".ptx": "ptx",
    ".debug.ptx": "debug",
    ".cu": "source",
    ".hpp": "source",
    ".h": "source",
    ".cuh": "source",
}


def run_reader(reader: str, text: str) -> None:
    """Runs one reader as the generator does; its clean errors pass."""
    if reader == "ptx":
        with contextlib.suppress(InputError):
            for entry in read_ptx(text, "a.ptx").entries:
                normalise(entry.name)
                with contextlib.suppress(MangledNameError):
                    decode(entry.name)
    elif reader == "debug":
        with contextlib.suppress(InputError):
            read_debug_record(text, "a.ptx")
    else:
        source = SourceText(text)
        scopes = ScopeMap(source)
        DeclaredNames(source)
        kernels = {kernel.line for kernel in find_kernels_in(source, "a.cu")[:20]}
        count = len(source.line_starts) + 2
        for line in sorted(kernels | set(range(0, count, 1 + count // 20))):
            scopes.scopes_of("Params", line)
            read_comment(source, line, "scale")
            read_defaults(source, line, "scale", 2)
            read_template_head(source, line, "saxpy")
