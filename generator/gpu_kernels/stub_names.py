"""Identifiers of the generated code: C++ keywords and names that are taken give way."""

from __future__ import annotations

import re

from gpu_kernels.model import Kernel

_WORD = re.compile(r"\w+")
# fmt: off
_KEYWORDS = frozenset((
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case",
    "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
    "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
    "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export",
    "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
))
# fmt: on


def parameter_names(kernel: Kernel) -> list[str]:
    """The source's names; a nameless one is called by its index, a repeated one (a pack's) is numbered."""
    taken: set[str] = set()
    names = []
    for index, parameter in enumerate(kernel.parameters):
        name = parameter.name if _WORD.fullmatch(parameter.name) else f"parameter_{index}"
        name = unused(usable(name), taken, start=1)
        taken.add(name)
        names.append(name)
    return names


def usable(name: str) -> str:
    """The name, unless it is a keyword of C++20 that was none where the kernel was compiled."""
    return f"{name}_" if name in _KEYWORDS else name


def unused(name: str, taken: set[str], start: int = 2) -> str:
    """`name`, or the first of `name_2`, `name_3`, … that is not taken."""
    if name not in taken:
        return name
    number = start
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def identifier(text: str) -> str:
    """The letters and digits of a text, joined by underscores."""
    return "_".join(re.findall(r"[A-Za-z0-9]+", text)) or "x"


def given_name(spelled: str) -> str:
    """What a stub calls the type of an argument for a class: `Params_` for `::app::Params`."""
    last = spelled.partition("<")[0].rpartition("::")[2]
    return f"{identifier(last)}_"


def entry_name(qualified_name: str) -> str:
    """What the entry of a kernel or variable is called in the header: its name and namespaces in one word."""
    name = identifier(qualified_name)
    return f"k_{name}" if name[0].isdigit() else name
