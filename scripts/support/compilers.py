"""The C++ compilers of this machine, and whether they know enough C++20."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from . import console, packages, process, state

# What the runtime's headers stand on; GCC 11 and Clang 14 are the first to pass.
CXX20_PROBE = """
#include <compare>
#include <concepts>
#include <source_location>
#include <span>
struct Dim { unsigned x = 1, y = 1; };
template <class T> concept Number = std::integral<T> || std::floating_point<T>;
consteval unsigned checked(int value) { return value < 0 ? throw value : static_cast<unsigned>(value); }
constexpr Dim dim{.x = checked(3)};
template <Number T> constexpr T first(std::span<const T> values) { return values[0]; }
int main() { int values[] = {0}; return first<int>(values) + static_cast<int>(dim.y) - 1; }
"""
CANDIDATES = (
    "c++",
    "g++",
    "clang++",
    *(f"g++-{n}" for n in range(16, 10, -1)),
    *(f"clang++-{n}" for n in range(22, 13, -1)),
)


def ensure_cxx(found: dict[str, Any]) -> tuple[str, str | None]:
    """The C++ compiler to build with: how to show it, and the value for CXX (None: CMake's default does)."""
    wanted = os.environ.get("CXX")
    if wanted:
        if not _passes(found, wanted):
            raise console.ScriptError(
                f"CXX={wanted} does not compile C++20 (GCC 11, Clang 14 or later); set it to one that does"
            )
        return f"{wanted} (from CXX)", wanted
    chosen = _first_passing(found)
    if chosen is None:
        packages.install(["g++"])
        chosen = _first_passing(found)
    if chosen is None:
        raise console.ScriptError(
            "no C++ compiler here knows enough C++20; install GCC 11, Clang 14 or later, and set CXX to it"
        )
    return _described(chosen), None if chosen == "c++" else chosen


def missing_packages() -> list[str]:
    """A C++ compiler, where there is none of any age."""
    return [] if os.environ.get("CXX") or any(shutil.which(name) for name in CANDIDATES) else ["g++"]


def find(found: dict[str, Any], kind: str) -> str | None:
    """The newest usable compiler of a kind, "g++" or "clang++"."""
    candidates = [name for name in CANDIDATES if name == kind or name.startswith(f"{kind}-")]
    return next((name for name in candidates if _passes(found, name)), None)


def _first_passing(found: dict[str, Any]) -> str | None:
    return next((name for name in CANDIDATES if _passes(found, name)), None)


def _passes(found: dict[str, Any], compiler: str) -> bool:
    """Compiles and links the probe; the answer is remembered until the compiler's file changes."""
    path = shutil.which(compiler.split()[0])
    if path is None:
        return False
    known = found.setdefault("cxx20", {})
    key = f"{compiler} {state.fingerprint(Path(path))}"
    if key not in known:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "probe.cpp"
            source.write_text(CXX20_PROBE, encoding="utf-8")
            command = [*compiler.split(), "-std=c++20", source, "-o", Path(folder) / "probe"]
            known[key] = process.captured(command)[0] == 0
    return known[key]


def _described(compiler: str) -> str:
    status, output = process.captured([compiler, "--version"])
    first_line = output.splitlines()[0] if status == 0 and output else ""
    return f"{shutil.which(compiler)} ({first_line})"
