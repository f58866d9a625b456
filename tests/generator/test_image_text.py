"""PTX as string literals: exactly its bytes, said by two compilers."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu_kernels.image_text import to_literals

AWKWARD = bytes(range(1, 256)) + b'??=\\"\\n\t\r\n??/\x7f\n"' + b"1" + bytes([200]) + b"7" + b"\n\n"


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("content", [AWKWARD, b".version 8.0\n", b"no newline at the end", b"\n"])
def test_compiled_bytes_are_the_ptx(compiler, content, tmp_path) -> None:
    source = tmp_path / "image.cpp"
    literals = to_literals(content)
    source.write_text(f"#include <cstdio>\nconstexpr char image[] =\n{literals};\nint main() {{ std::fwrite(image, 1, sizeof image - 1, stdout); }}\n")
    program = tmp_path / "image"
    subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", source, "-o", program], check=True)
    assert subprocess.run([program], capture_output=True, check=True).stdout == content


def _evaluate(literals: str) -> bytes:
    """What C++ makes of adjacent string literals without prefixes."""
    result = bytearray()
    for line in literals.split("\n"):
        text = line.strip()
        assert text[0] == text[-1] == '"'
        result += text[1:-1].encode("ascii").decode("unicode_escape").encode("latin-1").replace(b"?\\?", b"??")
    return bytes(result)


@given(st.binary(max_size=300).map(lambda content: content.replace(b"\0", b"")))
def test_any_text_comes_back(content) -> None:
    assert _evaluate(to_literals(content)) == content


def test_a_nul_is_refused() -> None:
    with pytest.raises(ValueError, match="NUL"):
        to_literals(b"a\0b")
