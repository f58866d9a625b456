"""Writes a PTX text as C++ string literals, one a line: compilers read them about fifty times faster than a byte array."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(r"[^\x20-\x7e\n]")
_ESCAPES = {"\t": "\\t", "\r": "\\r", "\v": "\\v", "\f": "\\f"}


def to_literals(content: bytes, indent: str = "    ") -> str:
    """String literals that together have exactly the bytes of `content`.

    `content` must hold no NUL: the driver reads an image to its first NUL.
    """
    if b"\0" in content:
        raise ValueError("an image must hold no NUL")
    text = content.decode("latin-1").replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?")
    text = _UNPRINTABLE.sub(lambda match: _ESCAPES.get(match[0], f"\\{ord(match[0]):03o}"), text)
    ends_with_newline = text.endswith("\n")
    lines = text[:-1] if ends_with_newline else text
    literals = lines.replace("\n", f'\\n"\n{indent}"')
    return f'{indent}"{literals}{chr(92) + "n" if ends_with_newline else ""}"'
