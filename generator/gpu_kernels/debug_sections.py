"""Assembles the debug sections that nvcc writes into a PTX text as `.b8`/`.b16`/`.b32`/`.b64` data.

Source of the format: PTX ISA, "Debugging directives" (@@DWARF data, .section, .file).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.diagnostics import InputError, Place

_FILE = re.compile(r'^[ \t]*\.file[ \t]+(\d+)[ \t]+"([^"\n]*)"', re.MULTILINE)
_SECTION = re.compile(r"^[ \t]*\.section[ \t]+(\.[A-Za-z_]\w*)\s*\{", re.MULTILINE)
_SECTION_END = re.compile(r"^[ \t]*\}", re.MULTILINE)
# A run of lines of plain bytes (nearly everything), or one other statement.
_STATEMENT = re.compile(
    r"""
    (?P<bytes>(?:[ \t]*\.b8[ \t]+[0-9][0-9, \t]*(?:\r?\n|$))+)
  | [ \t]*\.b(?P<bits>8|16|32|64)[ \t]+(?P<values>[^\n/]*)(?://[^\n]*)?(?:\n|$)
  | [ \t]*(?P<label>[A-Za-z_$.%][\w$.]*):
  | (?P<blank>\s+|//[^\n]*)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class DebugText:
    """The sections of a debug record.

    `files`: the paths that decl_file numbers stand for. `symbols`: what addresses in the sections name: an
    address of value n stands for `symbols[n - 1]`, so that a parameter's location still says which PTX
    parameter it is.
    """

    sections: dict[str, bytes]
    files: dict[int, str]
    symbols: tuple[str, ...]


@dataclass
class _Fixup:
    section: str
    offset: int
    size: int
    operand: str


def read_debug_sections(text: str, file: str) -> DebugText:
    """Assembles the sections of `text`; `file` names it in errors. A text without sections gives an empty
    record."""
    sections: dict[str, bytearray] = {}
    labels: dict[str, tuple[str, int]] = {}
    fixups: list[_Fixup] = []
    position = 0
    while match := _SECTION.search(text, position):
        end = _SECTION_END.search(text, match.end())
        if end is None:
            raise _error(text, file, match.start(), f"section `{match[1]}` does not end: a `}}` is missing")
        content = sections.setdefault(match[1], bytearray())
        labels.setdefault(match[1], (match[1], 0))
        _assemble(text, match.end(), end.start(), match[1], content, labels, fixups, file)
        position = end.end()
    symbols: dict[str, int] = {}
    for fixup in fixups:
        value = _resolve(fixup.operand, labels, symbols)
        if value is None:
            raise InputError(
                Place(file),
                f"section `{fixup.section}` holds a value unknown to this reader: `{fixup.operand}`",
            )
        content = sections[fixup.section]
        content[fixup.offset : fixup.offset + fixup.size] = (value % (1 << 8 * fixup.size)).to_bytes(
            fixup.size, "little"
        )
    files = {int(number): _unescape(path) for number, path in _FILE.findall(text)}
    for path in files.values():
        if "\0" in path:
            raise InputError(Place(file), f"the name of a file holds a null character: {path!r}")
    return DebugText({name: bytes(content) for name, content in sections.items()}, files, tuple(symbols))


def _assemble(
    text: str,
    position: int,
    end: int,
    section: str,
    content: bytearray,
    labels: dict[str, tuple[str, int]],
    fixups: list[_Fixup],
    file: str,
) -> None:
    while position < end:
        match = _STATEMENT.match(text, position, end)
        if match is None:
            line = text[position:end].split("\n", 1)[0].strip()
            raise _error(
                text,
                file,
                position,
                f"section `{section}` holds a statement unknown to this reader: `{line}`",
            )
        position = match.end()
        if match["bytes"] is not None:
            try:
                content += bytes(map(int, match["bytes"].replace(".b8", " ").replace(",", " ").split()))
            except ValueError:
                raise _error(
                    text, file, match.start(), f"section `{section}` holds a byte above 255"
                ) from None
        elif match["bits"] is not None:
            size = int(match["bits"]) // 8
            for operand in match["values"].split(","):
                fixups.append(_Fixup(section, len(content), size, operand.strip()))
                content += bytes(size)
        elif match["label"] is not None:
            labels[match["label"]] = (section, len(content))


def _resolve(operand: str, labels: dict[str, tuple[str, int]], symbols: dict[str, int]) -> int | None:
    """The value of `12`, `label`, `label+4`, `label-label`; None if it is none of these."""
    value = 0
    for sign, term in re.findall(r"([-+]?)\s*([\w$.%]+)", operand) or [("", "")]:
        if term[:1].isdigit():
            try:
                amount = int(term, 0)
            except ValueError:
                return None
        elif term in labels:
            amount = labels[term][1]
        elif term and not value:
            amount = symbols.setdefault(term, len(symbols) + 1)
        else:
            return None
        value += -amount if sign == "-" else amount
    return value if operand else None


def _unescape(path: str) -> str:
    """A path without the escapes that nvcc writes: a backslash and the octal digits of a byte, or the
    character itself."""
    if "\\" not in path:
        return path
    content = re.sub(
        rb"\\(?:([0-7]{1,3})|(.))",
        lambda match: bytes([int(match[1], 8) & 0xFF]) if match[1] else match[2],
        path.encode("utf-8", "surrogateescape"),
    )
    return content.decode("utf-8", "surrogateescape")


def _error(text: str, file: str, offset: int, message: str) -> InputError:
    return InputError(Place(file, text.count("\n", 0, offset) + 1), message)
