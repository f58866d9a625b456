"""The comment that documents a kernel."""

from __future__ import annotations

import pytest
from gpu_kernels.comments import read_comment
from gpu_kernels.source_lexer import SourceText


def comment(text: str, name: str = "k", others: tuple[int, ...] = ()) -> list[str]:
    """The comment of the kernel on the last line that names it."""
    lines = text.split("\n")
    line = max(number for number, content in enumerate(lines, 1) if name in content)
    return list(read_comment(SourceText(text), line, name, others))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/// One.\n///\n///  Two.\n__global__ void k() {}", ["One.", "", " Two."]),
        ("//! One.\n__global__ void k() {}", ["One."]),
        ("// One.\n// Two.\n__global__ void k() {}", ["One.", "Two."]),
        ("/** One. */\n__global__ void k() {}", ["One."]),
        ("/**\n * One.\n *\n *  - two\n */\n__global__ void k() {}", ["One.", "", " - two"]),
        ("/*! One\n    two\n      three */\n__global__ void k() {}", ["One", "two", "  three"]),
        ("/* plain block */\n__global__ void k() {}", ["plain block"]),
        ('/// One.\nextern "C" __global__\nvoid __launch_bounds__(\n256) k(int n) {}', ["One."]),
        ("/// One.\ntemplate <class T>  // T: float\n__global__ void k() {}", ["One."]),
        ("/// One.\ntemplate <class T>\n// T is float\n__global__ void k() {}", ["One."]),
        ("/// Other.\nint other();\n__global__ void k() {}", []),
        ("/// Other.\nvoid other() {}\n__global__ void k() {}", []),
        ("/// Far.\n\n__global__ void k() {}", []),
        ("/// One.\r\n__global__ void k() {}\r\n", ["One."]),
        ("/// Ends in a backslash \\ \n__global__ void k() {}", ["Ends in a backslash"]),
        ("#define X \\\n  y\n/// One.\n__global__ void k() {}", ["One."]),
        ("// clang-format off\n__global__ void k() {}", []),
        ("//////////////\n// Section\n//////////////\n__global__ void k() {}", ["Section"]),
        ('const char* s = R"(\n/// no\n)"; /// no\n__global__ void k() {}', []),
        ("int n = 1'000'000;\n/// One.\n__global__ void k() {}", ["One."]),
        ("char c = '\"';\n/// One.\n__global__ void k() {}", ["One."]),
        ("/// One.\n#if A\n__global__ void k() {}", ["One."]),
        ("/// One.\n#define KERNEL __global__\nKERNEL void k() {}", []),
        ("namespace a {\n/// One.\n__global__ void k() {}", ["One."]),
        ("\ufeff/// One.\n__global__ void k() {}", ["One."]),
        ("/// \u202eOne\x07.\n__global__ void k() {}", ["One."]),
        ("int a; /// of a\n__global__ void k() {}", []),
        ("/// Old.\n// plain, nearer\n__global__ void k() {}", ["Old."]),
    ],
)
def test_comment_above_a_kernel(text, expected) -> None:
    text = text.removeprefix("\ufeff")
    assert comment(text) == expected


def test_a_macro_made_kernel_does_not_take_its_neighbours_comment() -> None:
    text = "/// Of a.\nDEFINE_KERNEL(a)\nDEFINE_KERNEL(b)\n"
    assert comment(text, "DEFINE_KERNEL(b)", (2,)) == []
    assert comment(text, "(a)") == ["Of a."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/// One.\nKERNEL(fill)(PARAMS) { out[0] = n; }", ["One."]),
        ("// One.\nKERNEL(fill)(PARAMS) { out[0] = n; }", ["One."]),
        ("int a;\n\n/// One.\nKERNEL(fill)(int n) { int b; { out[0] = n; } }", ["One."]),
        ("/** One. */ KERNEL(fill)(PARAMS) { out[0] = n; }", ["One."]),
        ("/// One.\nKERNEL(fill)(PARAMS) {\n  out[0] = n;\n}", ["One."]),
        ("/// One.\ntemplate <int N>\nKERNEL(fill)(PARAMS) { out[0] = N; }", ["One."]),
        ("namespace a {\n/// One.\n  KERNEL(fill)(PARAMS) {}\n}", ["One."]),
        ("/// Other.\nint a;\nKERNEL(fill)(PARAMS) { out[0] = n; }", []),
        ("/// Other.\nvoid f() {}\nKERNEL(fill)(PARAMS) { /* inside */ out[0] = n; }", []),
    ],
)
def test_a_pasted_name_with_the_body_on_its_line(text, expected) -> None:
    line = next(number for number, content in enumerate(text.split("\n"), 1) if "KERNEL" in content)
    assert list(read_comment(SourceText(text), line, "fill_kernel")) == expected


def test_a_line_beyond_the_file() -> None:
    assert read_comment(SourceText("/// One.\n"), 70, "k") == ()
