"""Tokens of a PTX text, in the order of the text; bodies in braces are skipped as a whole.

Source of the format: PTX ISA, "Syntax" (source format, comments, identifiers, constants).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.diagnostics import InputError, Place

_TOKEN = re.compile(
    r"""
    (?P<space>(?:[ \t\r\n\f\v]+|//[^\n]*|/\*.*?\*/)+)
  | (?P<string>"[^"\n]*")
  | (?P<directive>\.[A-Za-z_][A-Za-z0-9_]*)
  | (?P<word>[A-Za-z_$%][A-Za-z0-9_$]*)
  | (?P<number>-?[0-9][0-9A-Za-z_.+]*)
  | (?P<sign>[-(){}\[\],;:=<>+*/!|&@~^?.#])
    """,
    re.VERBOSE | re.DOTALL,
)
_BODY_TOKEN = re.compile(r'[{}]|"[^"\n]*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


@dataclass(frozen=True)
class Token:
    """`kind` is a group of the lexer's pattern, or `end` after the last token."""

    kind: str
    text: str
    offset: int


class PtxLexer:
    """Reads tokens one by one, always knowing the next."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self._file = file
        self._offset = 0
        self._counted_to = 0
        self._line = 1
        self.next = self._read()

    def line_of(self, offset: int) -> int:
        """The line of an offset; cheap when offsets are asked for in rising order."""
        if offset < self._counted_to:
            return self.text.count("\n", 0, offset) + 1
        self._line += self.text.count("\n", self._counted_to, offset)
        self._counted_to = offset
        return self._line

    def error(self, message: str, offset: int | None = None) -> InputError:
        at = self.next.offset if offset is None else offset
        return InputError(Place(self._file, self.line_of(at)), message)

    def take(self) -> Token:
        token = self.next
        self.next = self._read()
        return token

    def take_if(self, text: str) -> bool:
        """Takes the next token if it reads so."""
        if self.next.kind != "string" and self.next.text == text:
            self.take()
            return True
        return False

    def expect(self, text: str, where: str) -> Token:
        if self.next.kind == "string" or self.next.text != text:
            raise self.error(f"expected `{text}` {where}, found {self.describe_next()}")
        return self.take()

    def expect_kind(self, kind: str, what: str) -> Token:
        if self.next.kind != kind:
            raise self.error(f"expected {what}, found {self.describe_next()}")
        return self.take()

    def expect_integer(self, what: str) -> int:
        token = self.expect_kind("number", what)
        try:
            return parse_integer(token.text)
        except ValueError:
            raise self.error(f"expected {what}, found `{token.text}`", token.offset) from None

    def describe_next(self) -> str:
        return "the end of the file" if self.next.kind == "end" else f"`{self.next.text}`"

    def skip_body(self, what: str) -> str:
        """Takes `{ … }` with what it nests, and returns its text."""
        start = self.next.offset
        if self.next.text != "{":
            raise self.error(f"expected `{{` to begin {what}, found {self.describe_next()}")
        depth = 0
        for match in _BODY_TOKEN.finditer(self.text, start):
            if match[0] == "{":
                depth += 1
            elif match[0] == "}":
                depth -= 1
                if depth == 0:
                    self._offset = match.end()
                    self.next = self._read()
                    return self.text[start : match.end()]
        raise self.error(f"{what} does not end: a `}}` is missing", start)

    def _read(self) -> Token:
        text, offset = self.text, self._offset
        match = _TOKEN.match(text, offset)
        if match and match.lastgroup == "space":
            offset = match.end()
            match = _TOKEN.match(text, offset)
        if match is None:
            if offset < len(text):
                raise self.error(f"no PTX token begins with {text[offset]!r}", offset)
            self._offset = offset
            return Token("end", "", offset)
        self._offset = match.end()
        return Token(match.lastgroup or "", match[0], offset)


def parse_integer(text: str) -> int:
    """A PTX integer constant: decimal, 0x…, 0b…, 0… (octal), with an optional U."""
    digits = text[:-1] if text[-1:] in ("U", "u") else text
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("-")
    if digits[:2].lower() in ("0x", "0b"):
        return sign * int(digits, 0)
    if len(digits) > 1 and digits[0] == "0":
        return sign * int(digits, 8)
    return sign * int(digits)
