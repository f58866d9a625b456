"""Finds the builtin types of a library whose size the host's ABI may choose, for the header to check once each."""

from __future__ import annotations

import re

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import Builtin, StandardAlias
from gpu_kernels.model import Library
from gpu_kernels.type_checks import walk

# Bytes on the device, for nvcc's 64-bit Linux hosts; -m32, -mx32 and -fshort-wchar make hosts that differ.
# Pointers need no check: gpu::DevicePtr is 8 bytes wherever it is compiled.
_DEVICE_SIZES = {"long": 8, "unsigned long": 8, "wchar_t": 4}
# The names of the standard that say their size.
_FIXED = re.compile(r"\d")


def abi_scalars(library: Library) -> tuple[tuple[str, int], ...]:
    """The types that signatures and variables name, also behind pointers: spelling and size in bytes."""
    types = [parameter.type for kernel in library.kernels for parameter in kernel.parameters]
    types += [symbol.type for symbol in library.symbols]
    sizes: dict[str, int] = {}
    for of in types:
        for inner in walk(of):
            if isinstance(inner, (Builtin, StandardAlias)):
                builtin = inner.target if isinstance(inner, StandardAlias) else inner
                if builtin.name in _DEVICE_SIZES and not _FIXED.search(PLAIN.type(inner)):
                    sizes[PLAIN.type(inner)] = _DEVICE_SIZES[builtin.name]
    for parameter in (parameter for kernel in library.kernels for parameter in kernel.parameters):
        if parameter.kind == "other" and parameter.size == parameter.alignment:  # nullptr_t, data members
            sizes[PLAIN.type(parameter.type)] = parameter.size
    return tuple(sorted(sizes.items()))
