"""Cuts C++ text into comments, literals, preprocessor lines, `;`, braces and the code between them.

Source of the rules: ISO C++20 [lex]. Line continuations, raw strings and digit separators are known; macros
are not expanded, so nothing here decides what a kernel's signature is.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from functools import cached_property

_CHUNK = re.compile(
    r"""
    (?P<comment>//(?:[^\n\\]|\\\r?\n|\\)*|/\*.*?(?:\*/|\Z))
  | (?P<directive>(?:(?<=\n)|\A)[ \t]*(?:\#|%:)(?:[^\n\\/]|\\\r?\n|\\|/(?![/*]))*)
  | (?P<sign>[;{}]|<%|%>)
  | (?P<quote>["'])
  | (?P<code>(?:[^/"';{}<%\n]|/(?![/*])|<(?!%)|%(?![>:])|\n(?![ \t]*(?:\#|%:)))+|\n|%:)
    """,
    re.VERBOSE | re.DOTALL,
)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*(?:"|(?=\n)|\Z)', re.DOTALL)
_CHARACTER = re.compile(r"'(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\Z)", re.DOTALL)
_RAW_PREFIX = re.compile(r"(?<![A-Za-z0-9_])(?:u8|u|U|L)?R$")
_RAW_DELIMITER = re.compile(r'"([^()\\\s]{0,16})\(')
_NUMBER_BEFORE = re.compile(r"(?<![A-Za-z0-9_.'])\.?[0-9][0-9A-Za-z_.']*$")
_LOOK_BEHIND = 40


@dataclass(frozen=True)
class Chunk:
    """`kind`: comment, directive, literal, code, or the sign itself (`;`, `{`, `}`)."""

    kind: str
    start: int
    end: int


class SourceText:
    """A C++ text with its lines; lexed when first asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    @cached_property
    def chunks(self) -> list[Chunk]:
        return list(_lex(self.text))

    @cached_property
    def chunk_starts(self) -> list[int]:
        return [chunk.start for chunk in self.chunks]

    def line_of(self, offset: int) -> int:
        return bisect.bisect_right(self.line_starts, offset)

    def line_range(self, line: int) -> tuple[int, int] | None:
        """The offsets at which a line begins and ends; None beyond the file."""
        if not 0 < line <= len(self.line_starts):
            return None
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.line_starts[line - 1], end

    def find_word(self, word: str, line: int) -> int | None:
        """The offset of a word on a line; None where the line does not have it."""
        position, end = self.line_range(line) or (0, 0)
        while (position := self.text.find(word, position, end)) >= 0:
            behind = position + len(word)
            if not _is_word(self.text[position - 1 : position]) and not _is_word(
                self.text[behind : behind + 1]
            ):
                return position
            position = behind
        return None


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()


def read_source(path: str) -> SourceText | None:
    """The text of a source file, whatever its encoding; None if it cannot be read."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return None
    return SourceText(content.decode("utf-8-sig", "replace"))


def _lex(text: str):
    position = 0
    while position < len(text):
        match = _CHUNK.match(text, position)
        if match is None:  # a lone character such as `<` before `%`
            position += 1
            continue
        kind, end = match.lastgroup, match.end()
        if kind == "quote":
            end = _end_of_literal(text, position)
            kind = "code" if end == position + 1 else "literal"  # a lone one is a digit separator
        elif kind == "sign":
            kind = {"<%": "{", "%>": "}"}.get(match[0], match[0])
        if kind != "code" or not text[position:end].isspace():
            yield Chunk(kind or "", position, end)
        position = end


def _end_of_literal(text: str, start: int) -> int:
    before = text[max(0, start - _LOOK_BEHIND) : start]
    if text[start] == "'":
        if _NUMBER_BEFORE.search(before):
            return start + 1
        match = _CHARACTER.match(text, start)
    elif _RAW_PREFIX.search(before) and (delimiter := _RAW_DELIMITER.match(text, start)):
        end = text.find(f'){delimiter[1]}"', delimiter.end())
        return len(text) if end < 0 else end + len(delimiter[1]) + 2
    else:
        match = _STRING.match(text, start)
    return match.end() if match else start + 1
