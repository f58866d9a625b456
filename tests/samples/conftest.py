"""Fixtures: the installed package, and samples copied out of the repository."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from installed_package import BUILD, CMAKE, ROOT, Package, succeed


@pytest.fixture(scope="session")
def package(tmp_path_factory) -> Package:
    prefix = tmp_path_factory.mktemp("installed")
    succeed(CMAKE, "--install", BUILD, "--prefix", prefix)
    return Package(prefix)


@pytest.fixture
def sample(tmp_path):
    """Copies a sample out of the repository."""

    def copy(name: str) -> Path:
        return Path(shutil.copytree(ROOT / "samples" / name, tmp_path / name))

    return copy


@pytest.fixture(autouse=True)
def on_the_emulator(monkeypatch) -> None:
    monkeypatch.setenv("GPU_DRIVER", "emulator")
