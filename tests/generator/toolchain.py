"""The compilers that the tests use, and how a test says what it needs."""

from __future__ import annotations

import os
import pathlib
import shutil

import pytest

NVCC = os.environ.get("GPU_KERNELS_TEST_NVCC") or shutil.which("nvcc")
_TOOLKIT = (
    pathlib.Path(NVCC).resolve().parents[1] / "include" if NVCC else pathlib.Path("/usr/local/cuda/include")
)
# Where the toolkit's headers are, for host code and for the generator's job.
TOOLKIT_INCLUDES = [str(_TOOLKIT), str(_TOOLKIT / "cccl")]
SYSTEM_INCLUDES = [option for path in TOOLKIT_INCLUDES for option in ("-isystem", path)]

needs_nvcc = pytest.mark.skipif(NVCC is None, reason="no nvcc on PATH, nor in GPU_KERNELS_TEST_NVCC")
each_compiler = pytest.mark.parametrize(
    "compiler",
    [
        pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"no {name} on PATH"))
        for name in ("g++", "clang++")
    ],
)
