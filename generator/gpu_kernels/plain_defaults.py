"""Reads the parameters and default arguments of kernels.

Read from the text at the recorded line, as neither PTX nor the debug record holds them. A list that does not
fit the number of parameters is left unused; what is lost is a default, never a check.
"""

from __future__ import annotations

import bisect
import re

from gpu_kernels.source_lexer import SourceText

PLAIN_WORDS = set(
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
_WORD = re.compile(r"[A-Za-z_]\w*")
_LITERAL = re.compile(r"""(?<![0-9A-Fa-f])'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
_SHAPE = re.compile(r"\w+|::|[^\w\s]")
_NO_SHAPE = {"const", "__restrict__", "__restrict", "__grid_constant__"}
_OPEN_LIST = re.compile(r"\s*\(")


def split_list(text: str, closing: str) -> list[str] | None:
    """The pieces between commas up to the `>` or `)` that closes the list; None if none does."""
    pieces, start, angle, other, behind = [], 0, 0, 0, 0
    for index, character in enumerate(text):
        if index < behind:
            continue
        if character in "\"'" and (literal := _LITERAL.match(text, index)):
            behind = literal.end()
            continue
        if text.startswith(("<<", "<=", ">="), index):
            behind = index + 2
            continue
        if other == 0 and angle == 0 and character == closing:
            pieces.append(text[start:index])
            return [piece for piece in (piece.strip() for piece in pieces) if piece]
        if character in "([{":
            other += 1
        elif character in ")]}":
            other -= 1
        elif other == 0 and character in "<>":
            angle = max(0, angle + (1 if character == "<" else -1))
        elif other == 0 and angle == 0 and character == ",":
            pieces.append(text[start:index])
            start = index + 1
    return None


def read_defaults(source: SourceText, line: int, name: str, count: int) -> tuple[str, ...]:
    """The default arguments of the kernel `name` on `line` as written, "" where a parameter has none."""
    parameters = read_parameters(source, line, name)
    if parameters is None or len(parameters) != count:
        return ("",) * count
    return tuple(" ".join(parameter.partition("=")[2].split()) for parameter in parameters)


def read_parameters(source: SourceText, line: int, name: str) -> list[str] | None:
    """The parameters of the kernel `name` on `line`, as written; None where no list is found."""
    start = source.find_word(name, line)
    if start is None:
        return None
    pieces: list[str] = []
    depth = 0
    first = max(0, bisect.bisect_right(source.chunk_starts, start) - 1)
    for index in range(first, len(source.chunks)):
        chunk = source.chunks[index]
        if chunk.kind in (";", "{") and (depth <= 0 or chunk.kind == ";"):
            break
        if chunk.kind in ("code", "literal", "{", "}"):
            piece = source.text[max(chunk.start, start) : chunk.end]
            pieces.append(piece)
            if chunk.kind == "code":
                depth += piece.count("(") - piece.count(")")
    text = "".join(pieces)[len(name) :]
    opened = _OPEN_LIST.match(text)
    return split_list(text[opened.end() :], ")") if opened else None


def parameter_shape(parameters: list[str]) -> tuple[str, ...]:
    """The types of parameters, roughly: what tells overloads of one number of parameters apart."""
    return tuple(_shape(parameter.partition("=")[0]) for parameter in parameters)


def _shape(parameter: str) -> str:
    tokens = [token for token in _SHAPE.findall(parameter) if token not in _NO_SHAPE]
    if len(tokens) > 1 and _WORD.fullmatch(tokens[-1]) and tokens[-1] not in PLAIN_WORDS:
        del tokens[-1]
    return " ".join(tokens)
