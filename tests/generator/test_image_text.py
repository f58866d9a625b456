"""PTX as string literals: exactly its bytes, said by two compilers."""

from __future__ import annotations

import re
import subprocess

import pytest
from gpu_kernels.image_text import to_literals
from hypothesis import given
from hypothesis import strategies as st
from toolchain import each_compiler

AWKWARD = bytes(range(1, 256)) + b'??=\\"\\n\t\r\n??/\x7f\n"' + b"1" + bytes([200]) + b"7" + b"\n\n"


@each_compiler
@pytest.mark.parametrize(
    "content", [AWKWARD, b".version 8.0\n", b"no newline at the end", b"\n", b"long line" * 9000]
)
def test_compiled_bytes_are_the_ptx(compiler, content, tmp_path) -> None:
    source = tmp_path / "image.cpp"
    literals = to_literals(content)
    source.write_text(
        f"#include <cstdio>\nconstexpr char image[] =\n{literals};\nint main() "
        f"{{ std::fwrite(image, 1, sizeof image - 1, stdout); }}\n"
    )
    program = tmp_path / "image"
    subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", source, "-o", program], check=True)
    assert subprocess.run([program], capture_output=True, check=True).stdout == content


def _evaluate(literals: str) -> bytes:
    """What C++ makes of adjacent string literals without prefixes."""
    result, position = bytearray(), 0
    for match in re.finditer(r'R"ptx\((.*?)\)ptx"|"((?:[^"\\]|\\.)*)"|\n', literals, re.DOTALL):
        assert match.start() == position
        position = match.end()
        if match[1] is not None:
            result += match[1].encode("ascii")
        elif match[2] is not None:
            result += (
                match[2].replace("?\\?", "??").encode("ascii").decode("unicode_escape").encode("latin-1")
            )
    assert position == len(literals)
    return bytes(result)


_PIECES = st.sampled_from(
    [b')ptx"', b'R"ptx(', b"\r\n", b"??/", b"x" * 17000, b"\n" * 17000, b"line\n" * 4000]
)


@given(st.lists(st.binary(max_size=100) | _PIECES).map(b"".join))
def test_any_text_comes_back(content) -> None:
    assert _evaluate(to_literals(content)) == content
