"""Running other programs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Union

Argument = Union[str, "os.PathLike[str]"]


def captured(
    command: Sequence[Argument],
    *,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    timeout: float = 120.0,
) -> tuple[int, str]:
    """Exit status and everything printed. 127: it cannot be started; 124: it ran past `timeout` seconds."""
    try:
        done = subprocess.run(
            [os.fspath(part) for part in command],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except OSError as error:
        return 127, str(error)
    except subprocess.TimeoutExpired:
        return 124, f"no answer within {timeout:.0f} s"
    return done.returncode, done.stdout.decode("utf-8", "replace")


def shown(
    command: Sequence[Argument], *, cwd: Path | None = None, environment: Mapping[str, str] | None = None
) -> int:
    """Exit status of a program whose output goes straight to the user."""
    try:
        return subprocess.run(
            [os.fspath(part) for part in command],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            check=False,
        ).returncode
    except OSError as error:
        print(error, flush=True)
        return 127


def last_lines(text: str, count: int = 15) -> str:
    """The end of a log, indented for an error message."""
    return "\n".join(f"    {line}" for line in text.strip().splitlines()[-count:])
