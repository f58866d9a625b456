"""The newest CMake and CUDA compiler, pinned in requirements/newest.txt: a part of the matrix.

They have an environment of their own, which nothing else uses.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from . import console, cuda, environment, process
from .repository import REQUIREMENTS, VIRTUAL_ENVIRONMENT

FOLDER = VIRTUAL_ENVIRONMENT / "newest"


@dataclass(frozen=True)
class Newest:
    """Where the programs are; `folder` goes first on the PATH."""

    folder: Path
    nvcc: Path


def ensure() -> Newest:
    """Installs the wheels where exactly those are not there yet. Raises ScriptError."""
    requirements = REQUIREMENTS / "newest.txt"
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
    record = FOLDER / "installed"
    if not record.is_file() or record.read_text(encoding="utf-8") != digest:
        shutil.rmtree(FOLDER, ignore_errors=True)
        python = FOLDER / "bin" / "python"
        for command in (
            [environment.PYTHON, "-m", "venv", FOLDER],
            [python, "-m", "pip", "install", *environment.PIP_OPTIONS, "-r", requirements],
        ):
            with console.working("installing wheels of requirements/newest.txt (200 MB)"):
                status, output = process.captured(
                    command, environment=environment.clean_environment(), timeout=3600
                )
            if status != 0:
                raise console.ScriptError(f"cannot install {requirements}:\n{process.last_lines(output, 5)}")
        cuda.complete_wheels(_toolkit())
        record.write_text(digest, encoding="utf-8")
    return Newest(FOLDER / "bin", _toolkit() / "bin" / "nvcc")


def _toolkit() -> Path:
    found = list(FOLDER.glob(f"lib{os.sep}python3*/site-packages/nvidia/cu13"))
    if not found:
        raise console.ScriptError(f"requirements/newest.txt brought no nvidia/cu13 into {FOLDER}")
    return found[0]
