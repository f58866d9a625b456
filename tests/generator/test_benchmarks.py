"""The benchmarks run, on inputs small enough for a test; the figures themselves are judged by nobody here."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

needs_gcc = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ on PATH")


@needs_gcc
@pytest.mark.parametrize("more", [[], ["--whole-array"]])
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
