"""What a matrix run tested, with which tools: the record, and the README table made of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from . import console
from .repository import ROOT

RUN = ROOT / "build" / "tested.json"  # what the last matrix run on this machine found
RECORD = ROOT / "docs" / "tested.json"
README = ROOT / "README.md"
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


def note(rows: list[dict[str, Any]]) -> None:
    """Keeps what a whole matrix run found, for `scripts/tested`."""
    RUN.parent.mkdir(exist_ok=True)
    RUN.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def table(rows: list[dict[str, Any]]) -> str:
    """The README's table."""
    lines = ["| CMake | nvcc | C++ compiler | build tool | tests |", "|---|---|---|---|---|"]
    for row in rows:
        tests = f"{row['passed']} passed" + (f", {row['failed']} failed" if row["failed"] else "")
        lines.append(f"| {row['cmake']} | {row['nvcc']} | {row['cxx']} | {row['build tool']} | {tests} |")
    return "\n".join([*lines, ""])


def readme_with(text: str, rows: list[dict[str, Any]]) -> str:
    """The README's text with the table in its place. Raises ScriptError where the place is missing."""
    if not TABLE.search(text):
        raise console.ScriptError(f"{README.name} lacks the lines {TABLE.pattern.split('.*?')[0][1:-3]}")
    return TABLE.sub(lambda match: match[1] + table(rows) + match[2], text)


def write() -> None:
    """Takes the last matrix run into docs/tested.json and the README. Raises ScriptError without one."""
    if not RUN.is_file():
        raise console.ScriptError("no matrix run is recorded here: scripts/test --matrix")
    rows = json.loads(RUN.read_text(encoding="utf-8"))
    README.write_text(readme_with(README.read_text(encoding="utf-8"), rows), encoding="utf-8")
    RECORD.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
