"""Reads `template <…>` above a kernel: the names and defaults that the mangled names of its instantiations
lack.

The arguments themselves come from the mangled names; a head that does not fit them is left unused.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass

from gpu_kernels.source_lexer import SourceText

_HEAD = re.compile(r"\btemplate\s*<")
_WORD = re.compile(r"[A-Za-z_]\w*")
_TYPE_PARAMETER = re.compile(r"(?:class|typename)\b\s*(\.\.\.)?\s*([A-Za-z_]\w*)?\s*$")
_VALUE_PARAMETER = re.compile(r".*?[\s*&>](\.\.\.)?\s*([A-Za-z_]\w*)\s*$", re.DOTALL)
# What a default may consist of for the host to mean the same by it.
_PLAIN_WORDS = set(
    [
        "bool",
        "char",
        "signed",
        "unsigned",
        "short",
        "int",
        "long",
        "float",
        "double",
        "void",
        "const",
        "true",
        "false",
        "sizeof",
        "nullptr",
        "wchar_t",
    ]
)
_NUMBER = re.compile(r"(?<![A-Za-z_])(?:0[xX][0-9a-fA-F']+|[0-9][0-9.']*(?:[eE][-+]?\d+)?)[uUlLfF]*")


@dataclass(frozen=True)
class TemplateParameter:
    """A parameter as the source writes it; `kind` is type, value or template; `default` is empty where there
    is none, or none that the host could evaluate."""

    name: str
    kind: str
    pack: bool
    default: str


def read_template_head(source: SourceText, line: int, name: str) -> tuple[TemplateParameter, ...] | None:
    """The parameters of the kernel `name` on `line`; None where no template head is found above it."""
    lines = source.line_range(line)
    if lines is None:
        return None
    found = re.compile(rf"\b{re.escape(name)}\b").search(source.text, *lines)
    end = found.start() if found else lines[1]
    index = bisect.bisect_left(source.chunk_starts, end) - 1
    code: list[str] = []
    while index >= 0 and source.chunks[index].kind not in (";", "{", "}"):
        chunk = source.chunks[index]
        if chunk.kind in ("code", "literal"):
            code.append(source.text[chunk.start : min(chunk.end, end)])
        index -= 1
    text = " ".join(reversed(code))
    heads = list(_HEAD.finditer(text))
    if not heads:
        return None
    return _parameters(text[heads[0].end() :])


def _parameters(text: str) -> tuple[TemplateParameter, ...] | None:
    pieces = _split(text)
    if pieces is None:
        return None
    result: list[TemplateParameter] = []
    for piece in pieces:
        parameter = _parameter(piece, [known.name for known in result])
        if parameter is None:
            return None
        result.append(parameter)
    return tuple(result)


def _split(text: str) -> list[str] | None:
    """The pieces between commas up to the `>` that closes the head."""
    pieces, start, angle, other = [], 0, 0, 0
    for index, character in enumerate(text):
        if character in "([{":
            other += 1
        elif character in ")]}":
            other -= 1
        elif other == 0 and character == "<":
            angle += 1
        elif other == 0 and character == ">":
            if angle == 0:
                pieces.append(text[start:index])
                return [piece for piece in (piece.strip() for piece in pieces) if piece]
            angle -= 1
        elif other == 0 and angle == 0 and character == ",":
            pieces.append(text[start:index])
            start = index + 1
    return None


def _parameter(piece: str, known: list[str]) -> TemplateParameter | None:
    declaration, _, default = piece.partition("=")
    declaration = declaration.strip()
    default = " ".join(default.split())
    if not _is_plain(default, known):
        default = ""
    if declaration.startswith("template"):
        words = _WORD.findall(declaration)
        return TemplateParameter(words[-1], "template", "..." in declaration, "")
    if match := _TYPE_PARAMETER.match(declaration):
        return TemplateParameter(match[2] or "", "type", bool(match[1]), default)
    if match := _VALUE_PARAMETER.match(declaration):
        unnamed = match[2] in _PLAIN_WORDS
        return TemplateParameter("" if unnamed else match[2], "value", "..." in declaration, default)
    return TemplateParameter("", "value", "..." in declaration, default) if _WORD.match(declaration) else None


def _is_plain(default: str, known: list[str]) -> bool:
    words = _WORD.findall(_NUMBER.sub(" ", default))
    return '"' not in default and all(word in _PLAIN_WORDS or word in known for word in words)
