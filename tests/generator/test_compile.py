"""The golden files are C++ that strict compilers take without a warning."""

from __future__ import annotations

import subprocess

import pytest
from conftest import ROOT
from recorded_case import RecordedCase, case_names

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
TOOLKIT = "/usr/local/cuda/include"


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("name", case_names("golden"))
def test_golden_files_compile_without_warnings(name, compiler) -> None:
    case = RecordedCase("golden", name)
    includes = [f"-I{case.directory}/{folder}" for folder in ("expected", "inputs/include")]
    result = subprocess.run(
        [
            *(compiler, "-std=c++20", *WARNINGS, "-fsyntax-only", *includes, f"-I{ROOT}/include"),
            *("-isystem", TOOLKIT, f"{case.directory}/expected/{case.library}.cpp"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
