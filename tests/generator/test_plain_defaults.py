"""Default arguments from the text."""

from __future__ import annotations

import pytest
from gpu_kernels.plain_defaults import read_defaults
from gpu_kernels.source_lexer import SourceText


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("int a, int b = 3", ("", "3")),
        ("int a = 1, float b = 2.5f", ("1", "2.5f")),
        ("int a = N, int b = 2", ("N", "2")),
        ("float* p = nullptr, unsigned n = sizeof(float) * 4", ("nullptr", "sizeof(float) * 4")),
        ("Vec<int, 3> v, int b = (1 > 2) ? 3 : 4", ("", "(1 > 2) ? 3 : 4")),
        ("int a = f(1, 2), int b = 0x1F", ("f(1, 2)", "0x1F")),
        ("int a /* = 7 */, int b = 8 // , int c\n", ("", "8")),
        ("int a = {}, char b = 'x'", ("{}", "'x'")),
        ("int a = 1 << 3, int b = 4 <= 5", ("1 << 3", "4 <= 5")),
        ("Slot a = {1, {2}}, char b = '{'", ("{1, {2}}", "'{'")),
        ("int a, int b, int c = 1", ("", "")),
    ],
)
def test_defaults(parameters, expected) -> None:
    text = f"__global__ void __launch_bounds__(256) k({parameters}) {{ int other(int n = 9); }}"
    assert read_defaults(SourceText(text), 1, "k", 2) == expected


def test_names_that_are_not_on_the_line() -> None:
    assert read_defaults(SourceText("DEFINE(k)\nint n = 3;"), 1, "pasted_k", 1) == ("",)
    assert read_defaults(SourceText(""), 4, "k", 1) == ("",)
