"""Default arguments that the host evaluates: constants, enumerators, types and macros."""

from __future__ import annotations

import pathlib

import pytest
from gpu_kernels.default_values import DefaultValues
from gpu_kernels.diagnostics import Diagnostics
from gpu_kernels.merge import SourceContext
from gpu_kernels.paths import PathMap
from gpu_kernels.texts import TextCache

HEADER = """
#pragma once
#define LIMIT 64
#define TWICE(n) (2 * (n))
#define NESTED (LIMIT + 1)
namespace app {
inline constexpr float kScale = 2.5f;
constexpr Pair kPair{1, 2};
static const int kCount = 3;
int variable = 3;
enum class Mode : int { fast, slow = f(1, 2), last };
enum Plain { one, two };
struct Box { static constexpr int sides = 6; int n; };
template <class T> struct Sum { static constexpr T zero = T{}; };
using Real = float;
namespace { constexpr int kHidden = 1; }
}
void function() { constexpr int kLocal = 1; }
"""
SOURCE = """
#include <app/header.hpp>
#define TILE 16
#ifdef X
#define CHOSEN 1
#else
#define CHOSEN 2
#endif
using real = double;
struct Here { int n; };
namespace app {
constexpr int known = TILE * 2;
constexpr auto kAuto = known + 1;
constexpr Pair kOwnPair = {1, 2};
}
"""


@pytest.mark.parametrize(
    ("default", "expected"),
    [
        ("7", "7"),
        ("-1.5e-3f + 0x1p-3f", "-1.5e-3f + 0x1p-3f"),
        ("'x'", "'x'"),
        ("1'000'000ull", "1'000'000ull"),
        ("kScale", "::app::kScale"),
        ("app::kScale * 2", "::app::kScale * 2"),
        ("::app::kCount", "::app::kCount"),
        ("kPair.first", "::app::kPair.first"),
        ("Mode::slow", "::app::Mode::slow"),
        ("Mode::last", "::app::Mode::last"),
        ("two", "::app::two"),
        ("Plain::two", "::app::Plain::two"),
        ("Box::sides - 1", "::app::Box::sides - 1"),
        ("Box{3}", "::app::Box{3}"),
        ("{}", "{}"),
        ("Real(2)", "::app::Real(2)"),
        ("real(2)", "double(2)"),
        ("sizeof(Box)", "sizeof(::app::Box)"),
        ("LIMIT", "(64)"),
        ("NESTED", "(((64) + 1))"),
        ("TILE", "(16)"),
        ("known", "static_cast<int>((16) * 2)"),
        ("kAuto", "(static_cast<int>((16) * 2) + 1)"),
        ("T{}", "float{}"),
        ("U{}", "std::type_identity_t<unsigned char>{}"),
        ("U(3) + sizeof(U)", "std::type_identity_t<unsigned char>(3) + sizeof(unsigned char)"),
        ("N * 2", "(4) * 2"),
        ("std::numeric_limits<T>::max()", "std::numeric_limits<float>::max()"),
        ("INT_MAX", "INT_MAX"),
        ("make_float2(0, 1)", "make_float2(0, 1)"),
        # what the host cannot evaluate, or not for certain
        ("variable", None),
        ("unknown", None),
        ("pick()", None),
        ("kScale()", None),
        ("TWICE(2)", None),
        ("CHOSEN", None),
        ("Here{1}", None),
        ("kOwnPair", None),
        ("kHidden", None),
        ("kLocal", None),
        ("zero", None),
        ("Sum<int>::zero", None),
        ("[] { return 1; }()", None),
        ('"text"', None),
        ("std::numeric_limits<Box>::max()", None),
    ],
)
def test_defaults_as_the_host_evaluates_them(default, expected, tmp_path) -> None:
    value = DefaultValues(
        context(tmp_path), ("app",), {"T": "float", "U": "unsigned char", "N": "(4)"}
    ).for_host(default)
    assert (value.text if value is not None else None) == expected


def test_the_headers_of_constants_are_included(tmp_path) -> None:
    values = DefaultValues(context(tmp_path), ("app",), {})
    assert values.for_host("kScale + INT_MAX").includes == {'"app/header.hpp"', "<climits>"}
    assert values.for_host("TILE").includes == frozenset()


def context(directory: pathlib.Path) -> SourceContext:
    (directory / "include" / "app").mkdir(parents=True)
    (directory / "include" / "app" / "header.hpp").write_text(HEADER)
    (directory / "kernels.cu").write_text(SOURCE)
    return SourceContext(
        path=str(directory / "kernels.cu"),
        index=0,
        source_paths=frozenset({str(directory / "kernels.cu")}),
        has_host_includes=False,
        paths=PathMap(str(directory), (str(directory / "include"),), ()),
        texts=TextCache(),
        diagnostics=Diagnostics(),
    )
