"""The output of `nvcc -E`: its project part, with the file and line that each of its lines comes from.

Source of the format: GCC's manual, "Preprocessor Output".
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable
from dataclasses import dataclass

_MARKER = re.compile(r'^# (\d+) "((?:[^"\\\n]|\\.)*)"((?: \d)*)\n', re.MULTILINE)
_SYSTEM = "3"


@dataclass(frozen=True)
class PreprocessedText:
    """`code` without line markers; `files`: all that were read; `place` finds a line's origin."""

    code: str
    files: tuple[str, ...]
    starts: tuple[int, ...]
    origins: tuple[tuple[str, int], ...]

    def place(self, line: int) -> tuple[str, int]:
        """The file and line that a line of `code` comes from."""
        index = bisect.bisect_right(self.starts, line) - 1
        if index < 0:
            return "", 0
        file, first = self.origins[index]
        return file, first + line - self.starts[index]


def read_preprocessed(
    text: str, wanted: re.Pattern[str], is_toolkit: Callable[[str], bool]
) -> PreprocessedText:
    """Cuts a preprocessed text. The toolkit's headers are left out, and of other system headers those that
    hold nothing `wanted`: they are most of the text."""
    pieces = list(_pieces(text))
    kept = {file for file, _, system, code in pieces if not system or wanted.search(code)}
    kept = {file for file in kept if not is_toolkit(file)}
    code: list[str] = []
    starts: list[int] = []
    origins: list[tuple[str, int]] = []
    line = 1
    for file, first, _, piece in pieces:
        if file in kept and piece:
            starts.append(line)
            origins.append((file, first))
            code.append(piece)
            line += piece.count("\n")
    files = sorted({file for file, *_ in pieces if not file.startswith("<") and not file.endswith("/")})
    return PreprocessedText("".join(code), tuple(files), tuple(starts), tuple(origins))


def _pieces(text: str):
    markers = list(_MARKER.finditer(text))
    for index, marker in enumerate(markers):
        end = markers[index + 1].start() if index + 1 < len(markers) else len(text)
        piece = text[marker.end() : end]
        if piece and not piece.endswith("\n"):
            piece += "\n"
        yield _unescape(marker[2]), int(marker[1]), _SYSTEM in marker[3].split(), piece


def _unescape(name: str) -> str:
    """A file name as the preprocessor quotes it: `\\\\`, `\\"` and bytes in octal."""
    if "\\" not in name:
        return name
    parts = re.split(r"\\([0-7]{3}|.)", name)  # text and escapes in turn
    content = [part.encode("utf-8", "surrogateescape") for part in parts]
    for index in range(1, len(parts), 2):
        if len(parts[index]) == 3:
            content[index] = bytes([int(parts[index], 8) & 0xFF])
    return b"".join(content).decode("utf-8", "surrogateescape")
