"""Reads class names with template arguments as nvcc's debug record spells them: `Vec<float,4>`,
`View<const Particle *const>`, `Layer<Activation::relu>`, `Layer<(Activation)3>`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from gpu_kernels.cxx_types import (
    Builtin,
    Constant,
    EntityAddress,
    MemberAddress,
    Named,
    Pack,
    Part,
    Pointer,
    TemplateArgument,
    Type,
    qualify,
)

_INTEGER = re.compile(r"-?\d+[uUlL]*")
_CAST = re.compile(r"\(([^()]+)\)\s*(-?\d+)[uUlL]*")
_ENUMERATOR = re.compile(r"([A-Za-z_]\w*)::([A-Za-z_]\w*)")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_CLASS = re.compile(r"[A-Za-z_]\w*\s*(?:<.*>)?", re.DOTALL)
_DECLARATOR = re.compile(r"\*\s*((?:(?:const|volatile)\b\s*)*)")
_BUILTIN_WORDS = {
    "bool",
    "char",
    "signed",
    "unsigned",
    "short",
    "int",
    "long",
    "float",
    "double",
    "void",
    "wchar_t",
    "char16_t",
    "char32_t",
}
# What a scopeless name or enumerator stands for; raises UnknownArgumentError where that cannot be told.
Resolve = Callable[[str], Any]


class UnknownArgumentError(Exception):
    """A template argument that cannot be told from the record alone: the record names classes without their
    scope."""


def read_class_name(text: str, resolve: Resolve) -> Part:
    """The name with its template arguments. Raises UnknownArgumentError."""
    if not text:
        raise UnknownArgumentError("it has no name")
    identifier, bracket, rest = text.partition("<")
    if not bracket:
        return Part(identifier)
    arguments = tuple(_argument(argument, resolve) for argument in _split(rest.rstrip()[:-1]))
    return Part(identifier.strip(), arguments)


def name_constants(
    arguments: tuple[TemplateArgument, ...] | None, function_name: str
) -> tuple[TemplateArgument, ...] | None:
    """The arguments with enumerators named as the record names them in `blur<Border::clamp,true>`.

    Members of objects are told from functions and variables: the record has a number for `&Point::x`, `{…}`
    for `&Point::length`.
    """
    if arguments is None:
        return None
    count = sum(len(argument.elements) if isinstance(argument, Pack) else 1 for argument in arguments)
    texts = _split(function_name.partition("<")[2].rstrip()[:-1])
    if len(texts) != count:
        return arguments
    waiting = iter(texts)
    return tuple(_named(argument, waiting) for argument in arguments)


def _named(argument: TemplateArgument, texts: Iterator[str]) -> TemplateArgument:
    if isinstance(argument, Pack):
        return Pack(tuple(_named(element, texts) for element in argument.elements))
    text = next(texts)
    if isinstance(argument, EntityAddress) and (_INTEGER.fullmatch(text) or text.startswith("{")):
        return MemberAddress(argument.parts)
    name = text.rpartition("::")[2]
    if isinstance(argument, Constant) and isinstance(argument.type, Named) and _IDENTIFIER.fullmatch(name):
        return replace(argument, name=name)
    return argument


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "<({") - (character in ">)}")
        if character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def _argument(text: str, resolve: Resolve) -> TemplateArgument:
    if _INTEGER.fullmatch(text):
        return Constant(Builtin("int"), text.rstrip("uUlL"))
    if text in ("true", "false"):
        return Constant(Builtin("bool"), "1" if text == "true" else "0")
    if match := _CAST.fullmatch(text):
        return Constant(_type(match[1], resolve), match[2])
    if _ENUMERATOR.fullmatch(text):
        return resolve(text)
    return _type(text, resolve)


def _type(text: str, resolve: Resolve) -> Type:
    base, star, declarators = text.partition("*") if text.rfind("*") > text.rfind(">") else (text, "", "")
    if base.count("<") != base.count(">"):  # the first `*` stands inside of template arguments
        base, star, declarators = text[: (at := text.index("*", text.rindex(">")))], "*", text[at + 1 :]
    of = _base(base.strip(), resolve)
    rest = star + declarators
    position = 0
    while position < len(rest.rstrip()):
        match = _DECLARATOR.match(rest, position)
        if match is None:
            raise UnknownArgumentError(f"its template argument is `{text}`")
        of = qualify(Pointer(of), "const" in match[1], "volatile" in match[1])
        position = match.end()
    return of


def _base(text: str, resolve: Resolve) -> Type:
    const = volatile = False
    while match := re.match(r"(const|volatile)\b\s*", text):
        const, volatile = const or match[1] == "const", volatile or match[1] == "volatile"
        text = text[match.end() :]
    words = text.split()
    if words and all(word in _BUILTIN_WORDS for word in words):
        of: Type = Builtin(" ".join(words))
    elif _CLASS.fullmatch(text):
        of = resolve(text)
    else:
        raise UnknownArgumentError(f"its template argument is `{text}`")
    return qualify(of, const, volatile)
