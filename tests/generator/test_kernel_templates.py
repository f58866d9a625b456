"""Which kernels and kernel templates a preprocessed text has, and where they come from."""

from __future__ import annotations

import re

import pytest
from gpu_kernels.kernel_templates import GLOBAL_ATTRIBUTE, find_kernels
from gpu_kernels.preprocessed import read_preprocessed

GLOBAL = "__attribute__((global))"


def find(text: str, is_toolkit=lambda _: False):
    return find_kernels(read_preprocessed(text, GLOBAL_ATTRIBUTE, is_toolkit))


def names(code: str) -> list[tuple[str, str]]:
    code = code.replace("GLOBAL", GLOBAL)
    return [(kernel.name, kernel.head) for kernel in find(f'# 1 "a.cu"\n{code}\n')]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("template <class T> GLOBAL void k(T* v) { }", ("k", "template <class T>")),
        ("template <class T> void GLOBAL k(T* v) { }", ("k", "template <class T>")),
        ("template <int N> __global__ void k() { }", ("k", "template <int N>")),
        ("GLOBAL void k(int) { }", ("k", "")),
        ("GLOBAL void k(auto* o, int n, const auto&... more) { }", ("k", "template <auto, auto...>")),
        ("GLOBAL void k(Number auto n) { }", ("k", "template <auto>")),
        ("GLOBAL void k(int n = [](auto v) { return v; }(1), V<decltype(auto)> v) { }", ("k", "")),
        ("template <class T> GLOBAL void k(T, auto o) { }", ("k", "template <class T>")),
        (
            "template <class T> static GLOBAL void __attribute__((launch_bounds(256, (1 + 1)))) k(T) { }",
            ("k", "template <class T>"),
        ),
        (
            "template <class T,\n  int N = (3 > 2)> [[maybe_unused]] GLOBAL void k(T) noexcept {}",
            ("k", "template <class T, int N = (3 > 2)>"),
        ),
        (
            "template <class T> requires (sizeof(T) > 2) GLOBAL void k(T) {}",
            ("k", "template <class T>"),
        ),
        (
            "template <class T> requires requires(T t) { t + 1; { t } -> int; } GLOBAL void k(T) {}",
            ("k", "template <class T>"),
        ),
        (
            "template <template <class> class C, bool... B> GLOBAL void k() {}",
            ("k", "template <template <class> class C, bool... B>"),
        ),
        ("namespace a { namespace b::c { template <class T> GLOBAL void k(T) {} } }", ("a::b::c::k",)),
        (
            "namespace a { inline namespace v1 { namespace { template <class T> GLOBAL void k(T) {} } } }",
            ("a::k",),
        ),
        ("namespace a { template <class T> GLOBAL void k(T); }", ("a::k",)),
        ("template <class T> GLOBAL void a :: b::k(T) {}", ("a::b::k",)),
        ('extern "C++" { template <class T> GLOBAL void k(T) {} }', ("k",)),
        (
            "namespace a { struct S { int x; }; enum E { one }; } template <class T> GLOBAL void k(a::S) {}",
            ("k",),
        ),
    ],
)
def test_kernels_that_are_found(code, expected):
    (found,) = names(code)
    assert found[: len(expected)] == expected


@pytest.mark.parametrize(
    "code",
    [
        "template <class T> __attribute__((device)) void k(T) {}",
        "template <> GLOBAL void k<int>(int) {}",
        "template GLOBAL void k<int>(int);",
        "struct A { template <class T> friend GLOBAL void k(T); };",
        'const char* text = "template <class T> GLOBAL void k(T) {}";',
        "void k() { launch(); }",
    ],
)
def test_what_is_no_kernel_of_its_own(code):
    assert names(code) == []


def test_inline_namespaces_may_be_left_out():
    (kernel,) = find(f'# 1 "a.cu"\nnamespace a {{ inline namespace v {{ {GLOBAL} void k() {{}} }} }}\n')
    assert (kernel.name, kernel.full_name) == ("a::k", "a::v::k")


def test_definitions_and_declarations():
    code = f"{GLOBAL} void k(); {GLOBAL} void k() {{}}"
    assert [kernel.defined for kernel in find(f'# 1 "a.cu"\n{code}\n')] == [False, True]


TEXT = f"""# 0 "a.cu"
# 0 "<built-in>"
# 1 "/usr/include/cuda_runtime.h" 1 3
{GLOBAL} void of_toolkit() {{}}
# 1 "/usr/include/plain.h" 1 3
namespace {{ unbalanced
# 2 "a.cu" 2
template <class T>

{GLOBAL}
# 9 "a.cu"
void one(T) {{}}
# 1 "/lib/a \\"q\\" \\303\\244.cuh" 1 3 4
{GLOBAL} void of_library() {{}}
# 10 "a.cu" 2
{GLOBAL} void two() {{}}"""


def test_places():
    text = read_preprocessed(TEXT, GLOBAL_ATTRIBUTE, lambda file: file.endswith("runtime.h"))
    assert [(kernel.name, kernel.file, kernel.line) for kernel in find_kernels(text)] == [
        ("one", "a.cu", 9), ("of_library", '/lib/a "q" ä.cuh', 1), ("two", "a.cu", 10),
    ]  # fmt: skip
    assert text.files == (
        '/lib/a "q" ä.cuh', "/usr/include/cuda_runtime.h", "/usr/include/plain.h", "a.cu"
    )  # fmt: skip
    assert re.search("unbalanced", text.code) is None


def test_text_without_markers():
    assert find(f"{GLOBAL} void k() {{}}") == []
