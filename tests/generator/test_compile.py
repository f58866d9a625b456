"""The golden files are C++ that strict compilers take without a warning."""

from __future__ import annotations

import subprocess

import pytest
from conftest import ROOT
from recorded_case import RecordedCase, case_names
from toolchain import SYSTEM_INCLUDES, each_compiler

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


@each_compiler
@pytest.mark.parametrize("name", case_names("golden"))
def test_golden_files_compile_without_warnings(name, compiler) -> None:
    case = RecordedCase("golden", name)
    includes = [f"-I{case.directory}/{folder}" for folder in ("expected", "inputs/include")]
    result = subprocess.run(
        [
            *(compiler, "-std=c++20", *WARNINGS, "-fsyntax-only", *includes, f"-I{ROOT}/include"),
            *(*SYSTEM_INCLUDES, f"{case.directory}/expected/{case.library}.cpp"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
