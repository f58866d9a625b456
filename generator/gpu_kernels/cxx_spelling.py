"""Spells C++ types as a declaration writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.cxx_types import (
    ANONYMOUS,
    Array,
    Builtin,
    Constant,
    EntityAddress,
    Function,
    MemberAddress,
    MemberPointer,
    Named,
    Pack,
    Part,
    Pointer,
    Qualified,
    Reference,
    StandardAlias,
    TemplateArgument,
    Type,
    Unnameable,
)
from gpu_kernels.floating_values import FLOATING, exact_literal, shown_value

_MAX_SIGNED = (1 << 63) - 1
_INLINE_VERSION = re.compile(r"__\w+")
_LITERAL_SUFFIXES = {
    "int": "",
    "unsigned int": "u",
    "long": "l",
    "unsigned long": "ul",
    "long long": "ll",
    "unsigned long long": "ull",
}


@dataclass(frozen=True)
class Speller:
    """`hidden`: names that mean something else where the type is written; names that begin so get a leading
    `::`.

    `by_name`: enumerators are spelled by their names. `entities`: how functions and variables that are
    template arguments are spelled, `&name` where it does not tell. `rooted`: names in namespaces, save
    those of std, get a leading `::`.
    """

    hidden: frozenset[str] = frozenset()
    by_name: bool = False
    entities: tuple[tuple[EntityAddress, str], ...] = ()
    rooted: bool = False

    def type(self, of: Type, declarator: str = "") -> str:
        """The declaration of `declarator` with type `of`; the type alone where it is empty."""
        if isinstance(of, Qualified):
            if isinstance(of.of, (Pointer, MemberPointer)):
                words = " ".join(self._qualifiers(of))
                gap = "" if not declarator or declarator[0] in "*&" else " "
                return self._pointer(of.of, f" {words}{gap}{declarator}")
            return " ".join([*self._qualifiers(of), self.type(of.of, declarator)])
        if isinstance(of, (Pointer, Reference, MemberPointer)):
            return self._pointer(of, declarator)
        if isinstance(of, Array):
            return self.type(of.of, f"{declarator}[{'' if of.bound is None else of.bound}]")
        if isinstance(of, Function):
            parameters = [self.type(parameter) for parameter in of.parameters] + ["..."] * of.variadic
            tail = " noexcept" if of.noexcept else ""
            return self.type(of.result, f"{declarator}({', '.join(parameters)}){tail}")
        name = self._name(of)
        if not declarator:
            return name
        return name + declarator if declarator[0] in "*&[" else f"{name} {declarator}"

    def path(self, parts: tuple[Part, ...]) -> str:
        """A qualified name; inline namespaces that libraries reserve for versions (`std::__1`) are left
        out."""
        last = len(parts) - 1
        shown = [
            part
            for i, part in enumerate(parts)
            if not (0 < i < last and _INLINE_VERSION.fullmatch(part.identifier))
        ]
        text = "::".join(part.identifier + self._arguments(part) for part in shown)
        first = shown[0].identifier
        rooted = self.rooted and len(shown) > 1 and first != "std"
        return f"::{text}" if rooted or first in self.hidden else text

    def argument(self, of: TemplateArgument) -> str:
        if isinstance(of, Pack):
            return ", ".join(self.argument(element) for element in of.elements)
        if isinstance(of, EntityAddress):
            found = next((text for entity, text in self.entities if entity == of), None)
            mark = "" if self.by_name else "&"
            return found or f"{mark}{self.path(tuple(part for part in of.parts if part != ANONYMOUS))}"
        if isinstance(of, MemberAddress):
            return f"&{self.path(of.parts)}"
        if isinstance(of, Constant):
            return self._constant(of)
        return self.type(of)

    def _pointer(self, of: Pointer | Reference | MemberPointer, declarator: str) -> str:
        if isinstance(of, MemberPointer):
            mark = f"{self.type(of.of)}::*"
        else:
            mark = "*" if isinstance(of, Pointer) else "&&" if of.rvalue else "&"
        inner = mark + declarator
        if isinstance(of.to, (Array, Function)):
            inner = f"({inner})"
        return self.type(of.to, inner)

    def _qualifiers(self, of: Qualified) -> list[str]:
        return ["const"] * of.const + ["volatile"] * of.volatile

    def _name(self, of: Type) -> str:
        if isinstance(of, (Builtin, StandardAlias)):
            return f"::{of.name}" if of.name.startswith("std::") and "std" in self.hidden else of.name
        if isinstance(of, Named):
            return self.path(of.parts)
        if isinstance(of, Unnameable):
            return f"({of.what})"
        raise TypeError(f"no spelling for {of!r}")

    def _arguments(self, part: Part) -> str:
        if part.arguments is None:
            return ""
        arguments = [text for text in map(self.argument, part.arguments) if text]
        return f"<{', '.join(arguments)}>"

    def _constant(self, of: Constant) -> str:
        if isinstance(of.type, Builtin):
            if of.type.name == "bool":
                return "false" if of.value == "0" else "true"
            if of.type.name == "std::nullptr_t":
                return "nullptr"
            if of.type.name in _LITERAL_SUFFIXES:
                return of.value + _LITERAL_SUFFIXES[of.type.name]
            if of.type.name in FLOATING:
                return (shown_value if self.by_name else exact_literal)(of.type.name, of.value)
        if of.name and (self.by_name or not of.value):
            return f"{self.type(of.type)}::{of.name}"
        suffix = "ull" if of.value.isdigit() and int(of.value) > _MAX_SIGNED else ""
        return f"static_cast<{self.type(of.type)}>({of.value or 0}{suffix})"


PLAIN = Speller()
# For readers: enumerators by name. Code takes their numbers, as the host's enumerators may have others.
SHOWN = Speller(by_name=True)
