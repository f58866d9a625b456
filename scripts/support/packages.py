"""Packages of the operating system: installed by apt-get for root, else named in one line to run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence

from . import console, process

CLANG = "clang"
PURPOSES = {
    "python3-venv": "Python's venv module",
    "g++": "a C++20 compiler: GCC 11, Clang 14 or later",
    "libgtest-dev": "GoogleTest",
    "make": "one of the build tools tested",
    CLANG: "the second compiler tested",
}


def is_root() -> bool:
    return os.geteuid() == 0


def can_install() -> bool:
    """Whether missing packages can be installed by this script itself."""
    return is_root() and shutil.which("apt-get") is not None


def install_line(names: Sequence[str]) -> str:
    """What a user runs to install `names`."""
    sudo = "" if is_root() else "sudo "
    return f"{sudo}apt-get update && {sudo}apt-get install -y {' '.join(names)}"


def install_advice(names: Sequence[str]) -> str:
    """How a user gets `names`, on this system."""
    if shutil.which("apt-get"):
        return f"run this, then start again:\n\n    {install_line(names)}"
    return (
        f"install what Debian calls {', '.join(names)} with this system's package manager, then start again"
    )


def install(names: Sequence[str]) -> None:
    """Installs Debian packages; raises ScriptError with the line to run where that is not possible."""
    what = ", ".join(f"{name} ({PURPOSES[name]})" for name in names)
    if not can_install():
        raise console.ScriptError(f"missing: {what}; {install_advice(names)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    options = ["-y", "-q", "--no-install-recommends", "-o", "Acquire::Retries=1"]
    with console.working(f"installing Debian packages: {' '.join(names)}"):
        # Its failure is no reason to stop: the packages may be there to install all the same.
        process.captured(["apt-get", "update", "-q"], environment=environment, timeout=1800)
        command = ["apt-get", "install", *options, *names]
        status, output = process.captured(command, environment=environment, timeout=1800)
    if status != 0:
        errors = "\n".join(line for line in output.splitlines() if line.startswith("E: ")) or output
        raise console.ScriptError(
            f"missing: {what}; and apt-get could not install that. Is this machine offline? It said:\n"
            f"{process.last_lines(errors, 3)}\n  When that is mended, {install_advice(names)}"
        )


def ensure(names: Sequence[str]) -> None:
    """Installs what is missing, in one go. Clang alone is no reason to stop those who cannot install it."""
    if names and (can_install() or list(names) != [CLANG]):
        install(names)
