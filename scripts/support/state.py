"""What set-up has done and found so far, kept in the virtual environment that it belongs to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .repository import VIRTUAL_ENVIRONMENT

# Raised when set-up itself changes what it leaves behind: an older environment is then remade.
VERSION = 2


def file_name() -> Path:
    return VIRTUAL_ENVIRONMENT / "gpu-kernels.json"


def load() -> dict[str, Any]:
    """The recorded state; empty when there is none, or none that this version of the scripts can use."""
    try:
        found = json.loads(file_name().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and found.get("version") == VERSION else {}


def save(state: dict[str, Any]) -> None:
    """Writes the state whole or not at all."""
    target = file_name()
    partial = target.with_suffix(".partial")
    partial.write_text(json.dumps({**state, "version": VERSION}, indent=2) + "\n", encoding="utf-8")
    partial.replace(target)


def fingerprint(path: Path) -> str:
    """Changes when the file behind `path` is replaced by another."""
    real = path.resolve()
    status = real.stat()
    return f"{real}:{status.st_size}:{status.st_mtime_ns}"
