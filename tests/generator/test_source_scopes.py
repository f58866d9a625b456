"""The scope of a class, from the text at the recorded line."""

from __future__ import annotations

import pytest
from gpu_kernels.source_lexer import SourceText
from gpu_kernels.source_scopes import ScopeMap


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("struct A { int n; };", "A", ()),
        ("namespace a { namespace b {\nstruct A\n{ int n; }; } }", "A", ("a", "b")),
        ("namespace a::b {\nclass A final : public B { };\n}", "A", ("a", "b")),
        ("namespace a::inline v1 { struct A {}; }", "A", ("a", "v1")),
        ('extern "C" { struct A {}; }', "A", ()),
        ("namespace a { struct B { struct A { int n; }; }; }", "A", ("a", "B")),
        ("namespace a {}\nstruct __attribute__((packed)) alignas(16) A { };", "A", ()),
        ("namespace a { typedef struct { int n; } A; }", "A", ("a",)),
        ("namespace a {\ntypedef struct { int n; } A;\n}", "A", ("a",)),
        ("namespace a { template <class T, int N = (3 > 2)> struct A { }; }", "A", ("a",)),
        ("namespace a { struct A; }", "A", ("a",)),
        ("namespace a { void f() { } struct A {}; }", "A", ("a",)),
        ("namespace { struct A {}; }", "A", None),
        ("void f() { struct A {}; }", "A", None),
        ("#ifdef X\nnamespace a {\n#else\nnamespace b {\n#endif\nstruct A {}; }", "A", ("b",)),
        ("namespace [[deprecated]] a { struct A {}; }", "A", ("a",)),
        ('// }\n/* { */ const char* s = "{"; namespace a { struct A {}; }', "A", ("a",)),
        ("namespace a { enum class Mode : int { on }; struct A {}; }", "A", ("a",)),
    ],
)
def test_scopes(text, name, expected) -> None:
    line = next(
        number
        for number, content in enumerate(text.split("\n"), 1)
        if f" {name}" in content or content == name
    )
    assert ScopeMap(SourceText(text)).scopes_of(name, line) == expected


def test_inline_namespaces() -> None:
    text = "namespace a { inline namespace v1 { } namespace b::inline c { } } inline namespace d {}"
    assert ScopeMap(SourceText(text)).inline_namespaces == {("a", "v1"), ("a", "b", "c"), ("d",)}
