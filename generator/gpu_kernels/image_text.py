"""Writes a PTX text or a fatbin as C++ string literals: compilers read them tens of times faster than a byte
array."""

from __future__ import annotations

import re
from collections.abc import Iterator

_UNPRINTABLE = re.compile(r"[^\x20-\x7e\n]")
_NOT_RAW = re.compile(r"[^\t\n\x20-\x7e]")
_ESCAPES = {"\t": "\\t", "\r": "\\r", "\v": "\\v", "\f": "\\f"}
# Every C++ compiler takes literals of this length.
_MAX_LITERAL = 16000
_DELIMITER = "ptx"


def to_literals(content: bytes) -> str:
    """Adjacent string literals, one below the other, that together have exactly the bytes of `content`.

    Raw strings, so that PTX stands in the file as it is; pieces with bytes that a source file may not hold
    are escaped.
    """
    return "\n".join(_literal(piece) for piece in _pieces(content.decode("latin-1"))) or '""'


def escaped(text: str) -> str:
    """One ordinary string literal."""
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?").replace("\n", "\\n")
    return '"' + _UNPRINTABLE.sub(lambda match: _ESCAPES.get(match[0], f"\\{ord(match[0]):03o}"), text) + '"'


def _pieces(text: str) -> Iterator[str]:
    """The text cut at line ends into pieces of at most _MAX_LITERAL characters; longer lines are cut too."""
    start = 0
    while start < len(text):
        end = min(start + _MAX_LITERAL, len(text))
        if end < len(text):
            end = text.rfind("\n", start, end) + 1 or end
        yield text[start:end]
        start = end


def _literal(piece: str) -> str:
    if _NOT_RAW.search(piece) or f'){_DELIMITER}"' in piece:
        return "\n".join(escaped(line) for line in re.findall(r"[^\n]*\n|[^\n]+", piece))
    return f'R"{_DELIMITER}({piece}){_DELIMITER}"'
