"""An installed GpuKernels, and projects copied out of this repository that use it."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cmake_project import REPOSITORY, Project, install, setting

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"


@dataclass
class Package:
    """An installed GpuKernels, and the samples that were built against it in this run."""

    prefix: Path
    folder: Path
    built: dict[str, Project] = field(default_factory=dict)

    def project(self, source: Path) -> Project:
        """A project that finds the package, and nothing of this repository."""
        settings = {
            "CMAKE_PREFIX_PATH": str(self.prefix),
            "CMAKE_CXX_FLAGS": WARNINGS,
            "GpuKernels_SOURCE": "",
        }
        return Project(source, source / "build", settings=settings)

    def sample(self, name: str) -> Project:
        """A sample, copied out and built; once for all tests that only run it."""
        if name not in self.built:
            self.built[name] = self.project(copy_sample(name, self.folder))
            self.built[name].configure()
            self.built[name].build()
        return self.built[name]


def copy_sample(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(REPOSITORY / "samples" / name, folder / name))


def run(program: Path) -> subprocess.CompletedProcess:
    """Runs a program where it lies; standard error is part of what it printed."""
    return subprocess.run(
        [program],
        cwd=program.parent,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


@pytest.fixture(scope="session")
def package(tmp_path_factory) -> Package:
    prefix = tmp_path_factory.mktemp("installed")
    install(Path(setting("BUILD", str(REPOSITORY / "build" / "test"))), prefix)
    return Package(prefix, tmp_path_factory.mktemp("samples"))


@pytest.fixture(autouse=True)
def _on_the_emulator(monkeypatch) -> None:
    monkeypatch.setenv("GPU_DRIVER", "emulator")
