"""The host's bit-fields are as wide as the device's."""

from __future__ import annotations

import subprocess

import pytest
from conftest import ROOT
from toolchain import each_compiler

TYPES = """
#include <gpu/layout.hpp>
struct Inner { unsigned char low : 3, high : 5; };
struct Flags { unsigned kind : 4, : 3, level : 9; signed sign : 7; Inner inner[2]; bool on : 1; };
class Hidden { unsigned secret : 3; public: Hidden() : secret(1) {} };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
%s
#pragma GCC diagnostic pop
"""


@each_compiler
@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("GPU_KERNELS_CHECK_BITS(kind, 4, Flags);", ""),
        ("GPU_KERNELS_CHECK_BITS(level, 9, Flags);", ""),
        ("GPU_KERNELS_CHECK_BITS(sign, 7, Flags);", ""),
        ("GPU_KERNELS_CHECK_BITS(inner[0].high, 5, Flags);", ""),
        ("GPU_KERNELS_CHECK_BITS(secret, 9, Hidden);", ""),
        (
            "GPU_KERNELS_CHECK_BITS(level, 8, Flags);",
            "level of Flags has 8 bits on the device and not so on the host",
        ),
        ("GPU_KERNELS_CHECK_BITS(sign, 8, Flags);", "sign of Flags has 8 bits on the device"),
        ("GPU_KERNELS_CHECK_BITS(inner[0].low, 4, Flags);", "inner[0].low of Flags has 4 bits"),
    ],
)
def test_widths(check, message, compiler, tmp_path) -> None:
    (tmp_path / "check.cpp").write_text(TYPES % check)
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
    command = [compiler, "-std=c++20", *warnings, "-Wno-unused-private-field", "-fsyntax-only"]
    if compiler == "g++":
        command.remove("-Wno-unused-private-field")
    result = subprocess.run(
        [*command, f"-I{ROOT}/include", str(tmp_path / "check.cpp")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == (1 if message else 0), result.stderr
    assert message in result.stderr
