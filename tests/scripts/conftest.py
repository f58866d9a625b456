"""Fixtures: the scripts under test, a PATH of their own, a virtual environment that is not the real one."""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from support import environment, packages, state, tools  # noqa: E402


class Programs:
    """A folder that is the whole PATH: only what a test puts there can be found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fake(self, name: str, script: str) -> Path:
        """A program that runs `script`, lines of sh."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def real(self, *names: str) -> None:
        """The machine's own programs."""
        for name in names:
            found = shutil.which(name, path="/usr/local/bin:/usr/bin:/bin")
            if found is None:
                pytest.skip(f"{name} is not on this machine")
            (self.folder / name).symlink_to(found)


@pytest.fixture
def programs(tmp_path, monkeypatch) -> Programs:
    folder = tmp_path / "path"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    for name in ("CXX", "CUDACXX", "CUDA_HOME", "CUDA_PATH", "GPU_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    return Programs(folder)


@pytest.fixture
def ordinary_user(monkeypatch) -> None:
    monkeypatch.setattr(packages, "is_root", lambda: False)


@pytest.fixture
def own_venv(tmp_path, monkeypatch) -> Path:
    """Where the scripts make their virtual environment in this test; quick, since without its own pip."""
    folder = tmp_path / "project" / ".venv"
    folder.parent.mkdir()
    monkeypatch.setattr(environment, "VIRTUAL_ENVIRONMENT", folder)
    monkeypatch.setattr(environment, "ROOT", folder.parent)
    monkeypatch.setattr(environment, "PYTHON", folder / "bin" / "python")
    monkeypatch.setattr(state, "VIRTUAL_ENVIRONMENT", folder)
    monkeypatch.setattr(tools, "VIRTUAL_ENVIRONMENT", folder)
    monkeypatch.setattr(environment, "_has_module", lambda name: False)
    monkeypatch.setattr(environment, "_has_usable_pip", lambda: True)
    return folder
