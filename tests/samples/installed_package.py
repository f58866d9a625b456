"""An installed GpuKernels, and how a project of its own is built against it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def setting(name: str, default: str) -> str:
    """What CTest says to test with, else the default for a run by hand."""
    return os.environ.get(f"GPU_KERNELS_TEST_{name}") or default


CMAKE = setting("CMAKE", "cmake")
BUILD = Path(setting("BUILD", str(ROOT / "build" / "test")))


def run(*command: object, **more) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(part) for part in command],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
        **more,
    )


def succeed(*command: object, **more) -> str:
    done = run(*command, **more)
    assert done.returncode == 0, done.stdout
    return done.stdout


@dataclass(frozen=True)
class Package:
    """An installed GpuKernels."""

    prefix: Path

    def configure(self, source: Path) -> Path:
        """Configures the project in `source` against the package. Returns the build folder."""
        build = source / "build"
        settings = {
            "CMAKE_PREFIX_PATH": self.prefix,
            "CMAKE_CXX_COMPILER": setting("CXX", "c++"),
            "CMAKE_CUDA_COMPILER": setting("NVCC", "nvcc"),
            "GpuKernels_PYTHON": setting("PYTHON", sys.executable),
            "CMAKE_CXX_FLAGS": "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror",
        }
        succeed(CMAKE, "-G", "Ninja", "-S", source, "-B", build, *(f"-D{k}={v}" for k, v in settings.items()))
        return build

    def build(self, source: Path) -> Path:
        """Configures and builds the project in `source`. Returns the build folder."""
        build = self.configure(source)
        succeed(CMAKE, "--build", build)
        return build
