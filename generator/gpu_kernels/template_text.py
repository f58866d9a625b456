"""Reads class names with template arguments as nvcc's debug record spells them: `Vec<float,4>`,
`span<int,3UL>`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gpu_kernels.cxx_types import (
    Builtin,
    Constant,
    Named,
    Pack,
    Part,
    Pointer,
    TemplateArgument,
    Type,
    qualify,
)

_INTEGER = re.compile(r"-?\d+[uUlL]*")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
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
}


class UnknownArgumentError(Exception):
    """A template argument that cannot be told from the record alone: the record names classes without their
    scope."""


def read_class_name(text: str) -> Part:
    """The name with its template arguments. Raises UnknownArgumentError."""
    if not text:
        raise UnknownArgumentError("it has no name")
    identifier, bracket, rest = text.partition("<")
    if not bracket:
        return Part(identifier)
    return Part(identifier.strip(), tuple(_argument(argument) for argument in _split(rest.rstrip()[:-1])))


def name_constants(
    arguments: tuple[TemplateArgument, ...] | None, function_name: str
) -> tuple[TemplateArgument, ...] | None:
    """The arguments with enumerators named as the record names them in `blur<Border::clamp,true>`."""
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
    name = next(texts).rpartition("::")[2]
    if isinstance(argument, Constant) and isinstance(argument.type, Named) and _IDENTIFIER.fullmatch(name):
        return replace(argument, name=name)
    return argument


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def _argument(text: str) -> TemplateArgument:
    if _INTEGER.fullmatch(text):
        return Constant(Builtin("int"), text.rstrip("uUlL"))
    if text in ("true", "false"):
        return Constant(Builtin("bool"), "1" if text == "true" else "0")
    stars = len(text) - len(text.rstrip("* "))
    of: Type = _builtin(text[: len(text) - stars] if stars else text)
    for _ in range(text[len(text) - stars :].count("*") if stars else 0):
        of = Pointer(of)
    return of


def _builtin(text: str) -> Type:
    words = text.split()
    plain = [word for word in words if word not in ("const", "volatile")]
    if not plain or any(word not in _BUILTIN_WORDS for word in plain):
        raise UnknownArgumentError(f"its template argument is `{text}`")
    return qualify(Builtin(" ".join(plain)), "const" in words, "volatile" in words)
