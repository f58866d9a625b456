"""Which structs with the toolkit's pairs of small numbers may be arguments: what generated headers ask."""

from __future__ import annotations

import subprocess

import pytest
from conftest import ROOT
from toolchain import each_compiler

PROGRAM = """
#include <gpu/gpu.hpp>
#include <string>
struct __half2 {
  unsigned bits;
  __half2() = default;
  __half2(const __half2& other) : bits(other.bits) {}
};
struct Inner { __half2 pairs[2]; const int n; };
struct Outer { Inner inner[3]; };
struct Copying { __half2 pair; Copying(const Copying&); };
struct Destroying { __half2 pair; ~Destroying(); };
struct Owning { __half2 pair; std::string text; };
namespace detail = gpu::detail;
template <>
inline constexpr bool gpu::detail::made_of_bytes<Outer> =
    detail::members_pass_as_bytes<Outer, decltype(Outer::inner), decltype(Outer::inner[0].pairs),
                                  decltype(Outer::inner[0].n)>;
"""


@each_compiler
@pytest.mark.parametrize(
    ("expression", "holds"),
    [
        ("gpu::passes_as_bytes<Outer>", True),
        ("sizeof(gpu::DeviceBuffer<Outer>) != 0", True),
        ("sizeof(gpu::DeviceBuffer<__half2>) != 0", True),
        ("gpu::passes_as_bytes<Inner>", False),  # nobody has asked for its members
        ("detail::members_pass_as_bytes<Copying, __half2>", False),
        ("detail::members_pass_as_bytes<Destroying, __half2>", False),
        ("detail::members_pass_as_bytes<Owning, __half2, std::string>", False),
    ],
)
def test_structs_of_pairs(expression, holds, compiler, tmp_path) -> None:
    source = tmp_path / "check.cpp"
    source.write_text(f"{PROGRAM}static_assert(({expression}) == {str(holds).lower()});\n")
    command = [compiler, "-std=c++20", "-fsyntax-only", f"-I{ROOT}/include", str(source)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
