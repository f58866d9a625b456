"""Packages of the operating system: installed by apt-get for root, else named in one line to run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence

from . import console, process


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


def install(names: Sequence[str], purpose: str) -> None:
    """Installs Debian packages; raises ScriptError with the line to run where that is not possible."""
    if not can_install():
        raise console.ScriptError(f"{purpose} is missing; {install_advice(names)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with console.working(f"installing Debian packages: {' '.join(names)}"):
        output = ""
        for command in (
            ["apt-get", "update", "-q"],
            ["apt-get", "install", "-y", "-q", "--no-install-recommends", *names],
        ):
            status, output = process.captured(command, environment=environment, timeout=1800)
            # `update` may fail on one stale list while the packages are still there to install.
            if status != 0 and "install" in command:
                raise console.ScriptError(
                    f"{purpose} is missing, and apt-get could not install it (is this machine offline?):\n"
                    f"{process.last_lines(output)}\n  When it is reachable, {install_advice(names)}"
                )
