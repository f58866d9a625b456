"""C++ types as values: what a mangled name or a debug record says a parameter is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union


@dataclass(frozen=True)
class Builtin:
    """A fundamental type by its canonical spelling: `unsigned int`, `bool`, `std::nullptr_t`, …"""

    name: str


@dataclass(frozen=True)
class StandardAlias:
    """A name that the standard library gives a builtin type: `std::size_t`, `std::uint32_t`, …"""

    name: str
    header: str
    target: Builtin


@dataclass(frozen=True)
class Part:
    """One component of a qualified name; `arguments` is None where it is no template."""

    identifier: str
    arguments: tuple[TemplateArgument, ...] | None = None


@dataclass(frozen=True)
class Named:
    """A class or enumeration by its qualified name."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Pointer:
    to: Type


@dataclass(frozen=True)
class Reference:
    to: Type
    rvalue: bool = False


@dataclass(frozen=True)
class Qualified:
    of: Type
    const: bool = False
    volatile: bool = False


@dataclass(frozen=True)
class Array:
    """`bound` is None for an array of unknown bound."""

    of: Type
    bound: int | None


@dataclass(frozen=True)
class Function:
    result: Type
    parameters: tuple[Type, ...]
    variadic: bool = False
    noexcept: bool = False


@dataclass(frozen=True)
class MemberPointer:
    of: Type
    to: Type


@dataclass(frozen=True)
class Dependent:
    """A member of a template argument, `typename Traits::Index`: a class of that name, or an alias of any
    type."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Unnameable:
    """A type that another file cannot name; `what` completes "it is …"."""

    what: str


@dataclass(frozen=True)
class Constant:
    """A template argument that is a value: `4`, `true`, the bits of a floating-point number in hexadecimal
    digits, or the number of an enumerator, whose `name` is for readers."""

    type: Type
    value: str
    name: str = field(default="", compare=False)


@dataclass(frozen=True)
class EntityAddress:
    """A template argument that is a function or variable; `parameters` tell functions of one name apart."""

    parts: tuple[Part, ...]
    parameters: tuple[Type, ...] | None = None


@dataclass(frozen=True)
class MemberAddress:
    """A template argument that is a member of a class's objects, `&Point::x`; its class is all parts but the
    last."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Pack:
    """A template argument pack."""

    elements: tuple[TemplateArgument, ...]


Type = Union[
    Builtin,
    StandardAlias,
    Named,
    Pointer,
    Reference,
    Qualified,
    Array,
    Function,
    MemberPointer,
    Dependent,
    Unnameable,
]
TemplateArgument = Union[Type, Constant, EntityAddress, MemberAddress, Pack]

ANONYMOUS = Part("(anonymous namespace)")


def qualify(of: Type, const: bool, volatile: bool) -> Type:
    """`of` with qualifiers added; arrays pass them to their elements, and none at all gives `of` itself."""
    if isinstance(of, Qualified):
        return qualify(of.of, const or of.const, volatile or of.volatile)
    if isinstance(of, Array):
        return Array(qualify(of.of, const, volatile), of.bound)
    return Qualified(of, const, volatile) if const or volatile else of


def unqualified(of: Type) -> Type:
    return of.of if isinstance(of, Qualified) else of


def flat(arguments: tuple[TemplateArgument, ...] | None) -> tuple[TemplateArgument, ...]:
    """The arguments with packs written out."""
    return tuple(
        element
        for argument in arguments or ()
        for element in (argument.elements if isinstance(argument, Pack) else (argument,))
    )
