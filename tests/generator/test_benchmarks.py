"""The benchmarks run, on inputs small enough for a test; the figures themselves are judged by nobody here."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from toolchain import needs_nvcc

needs_gcc = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on PATH")


@needs_gcc
@pytest.mark.parametrize("more", [[], pytest.param(["--whole-array"], marks=pytest.mark.matrix)])
def test_embedding_one_megabyte(more) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "embed" / "run.py"), "--megabytes", "1"]
    result = subprocess.run(
        [*command, "--compilers", "g++", *more], capture_output=True, text=True, check=False
    )
    assert result.stderr == ""
    number = r"[0-9.]+"
    scaled = "" if more else r" \(1/16 of it compiled, scaled\)"
    assert re.fullmatch(
        rf"generator: 1 MB written in {number} s\n"
        rf"g\+\+: literals {number} s, {number} MB; "
        rf"byte array {number} s, {number} MB{scaled}; ratio {number}\n"
        r"g\+\+: the embedded bytes are the image's\n",
        result.stdout,
    )
    assert result.returncode == 0


@pytest.mark.matrix
@needs_gcc
@needs_nvcc
def test_building_few_kernels() -> None:
    sizes = {"sources": 2, "kernels": 1, "libraries": 2, "more": 3, "rounds": 1}
    command = [sys.executable, str(ROOT / "benchmarks" / "build" / "many.py")]
    command += [word for name, size in sizes.items() for word in (f"--{name}", str(size))]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "bare: 4 calls of nvcc, 2 generated C++ files" in result.stdout
    for ratio in ("clean ÷ bare", "null ÷ plain null", "clean ÷ by hand"):
        assert re.search(rf"^{ratio}: [0-9.]+ ", result.stdout, re.MULTILINE), result.stdout
    assert re.search(r"a library beyond the first: -?[0-9.]+ ms", result.stdout)
