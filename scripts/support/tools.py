"""CMake, Ninja, and what the tests need beside them."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import console, environment, packages, process
from .repository import VIRTUAL_ENVIRONMENT

CMAKE_MINIMUM = (3, 25)
GTEST_HEADERS = ("/usr/include/gtest/gtest.h", "/usr/local/include/gtest/gtest.h")


def ensure_build_tools(found: dict[str, Any]) -> None:
    """CMake 3.25 or later and Ninja: the machine's own, else pinned wheels in .venv/bin."""
    cmake, why_not = _system_cmake()
    ninja = _on_system_path("ninja")
    if cmake and ninja:
        console.decided("CMake", cmake)
        console.decided("Ninja", ninja)
        return
    environment.install(found, "build", "28 MB to download")
    console.decided(
        "CMake", f"{VIRTUAL_ENVIRONMENT / 'bin' / 'cmake'} (wheel; {why_not or 'goes with the Ninja wheel'})"
    )
    console.decided("Ninja", f"{VIRTUAL_ENVIRONMENT / 'bin' / 'ninja'} (wheel)")


def missing_test_packages() -> list[str]:
    """GoogleTest and Make, which the tests cannot do without, and Clang, which they also run under."""
    missing = []
    if not any(Path(header).exists() for header in GTEST_HEADERS) and not _has_gtest_elsewhere():
        missing.append("libgtest-dev")
    if shutil.which("make") is None:
        missing.append("make")
    if not _has_clang():
        missing.append(packages.CLANG)
    return missing


def _has_clang() -> bool:
    return any(shutil.which(f"clang++{suffix}") for suffix in ("", *(f"-{n}" for n in range(22, 13, -1))))


def _has_gtest_elsewhere() -> bool:
    """GoogleTest in a prefix that CMAKE_PREFIX_PATH or GTest_ROOT names."""
    roots = os.environ.get("GTest_ROOT", "")  # noqa: SIM112 (CMake spells it so)
    prefixes = [*os.environ.get("CMAKE_PREFIX_PATH", "").split(":"), roots]
    return any(prefix and (Path(prefix) / "include" / "gtest" / "gtest.h").exists() for prefix in prefixes)


def _system_cmake() -> tuple[str | None, str]:
    path = _on_system_path("cmake")
    if path is None:
        return None, "none on PATH"
    _, output = process.captured([path, "--version"])
    match = re.search(r"cmake version (\d+)\.(\d+)\.(\d+)", output)
    if match is None:
        return None, f"{path} does not start"
    version = tuple(int(part) for part in match.groups())
    if version[:2] < CMAKE_MINIMUM:
        return None, f"{path} is {_dotted(version)}, {_dotted(CMAKE_MINIMUM)} is needed"
    return f"{path} ({_dotted(version)})", ""


def _on_system_path(program: str) -> str | None:
    """A program on PATH that is not this project's own wheel."""
    path = shutil.which(program)
    return None if path is None or Path(path).is_relative_to(VIRTUAL_ENVIRONMENT) else path


def _dotted(version: Sequence[int]) -> str:
    return ".".join(str(part) for part in version)
