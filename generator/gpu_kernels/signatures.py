"""What stands behind a fatbin: the declarations of its kernels and variables in PTX's words.

The driver reads a fatbin as far as its header says and never sees them. The runtime compares them with what
the stubs pass before it takes an image from a file, as it does with the text of PTX images.
"""

from __future__ import annotations

from gpu_kernels.ptx_facts import PtxEntry, PtxModule, PtxParameter


def with_signatures(fatbin: bytes, module: PtxModule) -> bytes:
    """The fatbin, followed by one line a kernel and variable."""
    lines = [
        "// What the image above holds, for the program that loads it.",
        *(f".entry {entry.name}({_parameters(entry)})" for entry in module.entries),
        *(f".{symbol.space} .b8 {symbol.name}[{symbol.size}];" for symbol in module.symbols),
    ]
    return fatbin + "\n".join(["", *lines, ""]).encode("latin-1")


def _parameters(entry: PtxEntry) -> str:
    return ", ".join(
        f".param {_shown(parameter)}".replace("@", f"p{index}")
        for index, parameter in enumerate(entry.parameters)
    )


def _shown(parameter: PtxParameter) -> str:
    if parameter.type == "b8":
        return f".align {parameter.alignment} .b8 @[{parameter.size}]"
    return f".{parameter.type} @"
