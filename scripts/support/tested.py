"""What the last whole runs tested, with which tools: the record, and the README table made of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import console
from .repository import ROOT

RUN = ROOT / "build" / "tested.json"  # what the last runs on this machine found
RECORD = ROOT / "docs" / "tested.json"
README = ROOT / "README.md"
# The tools that tell one run from another, and their columns.
COLUMNS = {
    "cmake": "CMake",
    "nvcc": "nvcc",
    "cxx": "C++ compiler",
    "build tool": "build tool",
    "gpu": "GPU",
}
TABLE = re.compile(r"(<!-- tested: scripts/tested --write -->\n).*?(<!-- end -->)", re.DOTALL)


def describe(folder: Path) -> dict[str, str]:
    """The tools of a build tree, from what CMake wrote there about them."""
    cache = (folder / "CMakeCache.txt").read_text(encoding="utf-8")
    version = [re.search(rf"^CMAKE_CACHE_{part}_VERSION:INTERNAL=(\d+)$", cache, re.MULTILINE)[1]
               for part in ("MAJOR", "MINOR", "PATCH")]  # fmt: skip
    cmake = ".".join(version)
    compilers = folder / "CMakeFiles" / cmake
    kind, cxx = _compiler(compilers / "CMakeCXXCompiler.cmake", "CXX")
    _, nvcc = _compiler(compilers / "CMakeCUDACompiler.cmake", "CUDA")
    generator = re.search(r"^CMAKE_GENERATOR:INTERNAL=(.+)$", cache, re.MULTILINE)[1]
    return {"cmake": cmake, "nvcc": nvcc, "cxx": f"{kind} {cxx}", "build tool": generator}


def _compiler(file: Path, language: str) -> tuple[str, str]:
    text = file.read_text(encoding="utf-8")
    kind, version = (
        re.search(rf'^set\(CMAKE_{language}_COMPILER_{what} "(.+)"\)$', text, re.MULTILINE)[1]
        for what in ("ID", "VERSION")
    )
    return {"GNU": "GCC"}.get(kind, kind), version


def note(row: dict[str, Any]) -> None:
    """Keeps what one part of a run found, in place of what it found with the same tools before."""
    RUN.parent.mkdir(exist_ok=True)
    _store(RUN, merged([*_load(RUN), row]))


def merged(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row, the last, for each set of tools, in the table's order."""
    last = {tuple(row[name] for name in COLUMNS): row for row in rows}
    return [last[key] for key in sorted(last, key=lambda key: [_natural(part) for part in key])]


def table(rows: list[dict[str, Any]]) -> str:
    """The README's table."""
    lines = [f"| {' | '.join(COLUMNS.values())} | tests |", "|---" * (len(COLUMNS) + 1) + "|"]
    for row in rows:
        if row["error"]:
            tests = row["error"]
        else:
            tests = f"{row['passed']} passed" + (f", {row['failed']} failed" if row["failed"] else "")
        lines.append("".join(f"| {row[name]} " for name in COLUMNS) + f"| {tests} |")
    return "\n".join([*lines, ""])


def shown(others: Iterable[Path] = ()) -> list[dict[str, Any]]:
    """What ran here, and what is in records from other machines; the committed record where nothing ran."""
    files = [file for file in (RUN, *others) if file.is_file() or file is not RUN] or [RECORD]
    return merged(row for file in files for row in _load(file))


def _natural(text: str) -> list[Any]:
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", text)]


def _load(file: Path) -> list[dict[str, Any]]:
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []


def _store(file: Path, rows: list[dict[str, Any]]) -> None:
    file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def readme_with(text: str, rows: list[dict[str, Any]]) -> str:
    """The README's text with the table in its place. Raises ScriptError where the place is missing."""
    if not TABLE.search(text):
        raise console.ScriptError(f"{README.name} lacks the lines {TABLE.pattern.split('.*?')[0][1:-3]}")
    return TABLE.sub(lambda match: match[1] + table(rows) + match[2], text)


def write(rows: list[dict[str, Any]]) -> None:
    """Takes rows into docs/tested.json and the README. Raises ScriptError where there is none."""
    if not rows:
        raise console.ScriptError("no run is recorded here: scripts/test --matrix")
    README.write_text(readme_with(README.read_text(encoding="utf-8"), rows), encoding="utf-8")
    _store(RECORD, rows)
