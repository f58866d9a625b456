"""Rules of this project that no ready-made linter checks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .repository import ROOT

LINE_LIMIT = 600
SOURCE = (".py", ".cpp", ".hpp", ".cu", ".cuh", ".cmake", "CMakeLists.txt", ".jinja", ".sh", ".md")
GENERATED = re.compile(r"^requirements/|/golden/")
RECORDED = re.compile(r"^tests/emulator/conformance/records/")  # what a GPU answered, encoded
UNFINISHED = re.compile("TO" + r"DO\b|FIX" + r"ME\b|X" + r"XX\b")


def check(files: Sequence[str]) -> bool:
    """Prints each breach as `file:line: what`. Returns whether there was none."""
    breaches = [breach for name in files for breach in _breaches(name)]
    for breach in breaches:
        print(breach)
    return not breaches


def _breaches(name: str) -> Iterator[str]:
    if RECORDED.search(name):
        return
    try:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return
    if name.endswith(SOURCE) and not GENERATED.search(name) and len(lines) > LINE_LIMIT:
        yield f"{name}:{LINE_LIMIT}: {len(lines)} lines; a file ends at {LINE_LIMIT}, split it by idea"
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            yield f"{name}:{number}: unfinished work is not committed: {line.strip()}"
