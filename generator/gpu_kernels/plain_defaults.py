"""Default arguments that mean the same to the host: those of literals and builtin types alone.

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
_NUMBER = re.compile(r"(?<![A-Za-z_])(?:0[xX][0-9a-fA-F']+|[0-9][0-9.']*(?:[eE][-+]?\d+)?)[uUlLfF]*")
_OPEN_LIST = re.compile(r"\s*\(")


def is_plain(default: str, known: list[str]) -> bool:
    """Whether an expression consists of literals, builtin types and the `known` names."""
    words = _WORD.findall(_NUMBER.sub(" ", default))
    return not set("\"'{") & set(default) and all(word in PLAIN_WORDS or word in known for word in words)


def split_list(text: str, closing: str) -> list[str] | None:
    """The pieces between commas up to the `>` or `)` that closes the list; None if none does."""
    pieces, start, angle, other = [], 0, 0, 0
    for index, character in enumerate(text):
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
    """The default arguments of the kernel `name` on `line`, "" where a parameter has none that the host can
    use."""
    none = ("",) * count
    start = source.find_word(name, line)
    if start is None:
        return none
    pieces: list[str] = []
    first = max(0, bisect.bisect_right(source.chunk_starts, start) - 1)
    for index in range(first, len(source.chunks)):
        chunk = source.chunks[index]
        if chunk.kind in (";", "{"):
            break
        if chunk.kind in ("code", "literal"):
            pieces.append(source.text[max(chunk.start, start) : chunk.end])
    text = "".join(pieces)[len(name) :]
    opened = _OPEN_LIST.match(text)
    parameters = split_list(text[opened.end() :], ")") if opened else None
    if parameters is None or len(parameters) != count:
        return none
    defaults = [" ".join(parameter.partition("=")[2].split()) for parameter in parameters]
    usable = [default if default and is_plain(default, []) else "" for default in defaults]
    last_without = max((index for index, default in enumerate(usable) if not default), default=-1)
    return tuple("" if index <= last_without else default for index, default in enumerate(usable))
