"""Writes generated files: only those whose text changed, and all of them or none."""

from __future__ import annotations

import os
import tempfile


def write_changed(files: dict[str, bytes]) -> list[str]:
    """Writes `files` (path → content) and returns the paths that changed.

    New contents are written beside their targets first and moved into place together, so that a failure (a
    full disk, a directory that cannot be written) leaves the old files as they were. Raises OSError.
    """
    changed = [path for path, content in files.items() if _content(path) != content]
    waiting: list[tuple[str, str]] = []
    try:
        for path in changed:
            waiting.append((_write_beside(path, files[path]), path))
        while waiting:
            os.replace(*waiting[0])
            waiting.pop(0)
    finally:
        for temporary, _ in waiting:
            os.unlink(temporary)
    return changed


def touch(path: str) -> None:
    """Gives a file the present time, creating it where it is missing."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "ab"):
        os.utime(path)


def depfile_text(target: str, dependencies: list[str]) -> str:
    """A depfile in Make's syntax."""
    lines = [_escape(target) + ":", *(f"  {_escape(path)}" for path in dependencies)]
    return " \\\n".join(lines) + "\n"


def _escape(path: str) -> str:
    return path.replace("\\", "\\\\").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")


def _content(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _write_beside(path: str, content: bytes) -> str:
    directory = os.path.dirname(path) or "."
    os.makedirs(directory, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.", dir=directory)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o644)
    except BaseException:
        os.unlink(temporary)
        raise
    return temporary
