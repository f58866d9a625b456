"""Turns default arguments into what the host can evaluate: literals, builtin types, and constants,
enumerators and types of headers that the stub then includes.

Constants and macros of a source stand for their values. What cannot be told so is dropped, and the manifest
says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpu_kernels.declared_names import DeclaredName, DeclaredNames, Path
from gpu_kernels.header_search import included_files
from gpu_kernels.plain_defaults import PLAIN_WORDS

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext

_TOKEN = re.compile(
    r"""
    (?P<number>\.?[0-9](?:[eEpP][-+]|[0-9A-Za-z_.']|::(?!.))*)
  | (?P<literal>(?:u8|u|U|L)?'(?:[^'\\]|\\.)+')
  | (?P<name>(?:::\s*)?[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*)
  | (?P<space>\s+)
  | (?P<sign>[-+*/%&|^~!<>=?:(),{}.])
    """,
    re.VERBOSE | re.DOTALL,
)
_STANDARD = {
    **{
        f"{kind}_{end}": "<climits>"
        for kind in ("CHAR", "SHRT", "INT", "LONG", "LLONG")
        for end in ("MAX", "MIN")
    },
    **dict.fromkeys(
        ("UCHAR_MAX", "USHRT_MAX", "UINT_MAX", "ULONG_MAX", "ULLONG_MAX", "CHAR_BIT"), "<climits>"
    ),
    **{f"{kind}_{end}": "<cfloat>" for kind in ("FLT", "DBL") for end in ("MAX", "MIN", "EPSILON")},
    **{
        f"{u}INT{bits}_{end}": "<cstdint>"
        for u in ("", "U")
        for bits in (8, 16, 32, 64)
        for end in ("MAX", "MIN")
    },
    **dict.fromkeys(("SIZE_MAX", "INTPTR_MAX", "UINTPTR_MAX"), "<cstdint>"),
    **dict.fromkeys(("M_PI", "M_E", "M_SQRT2", "INFINITY", "NAN", "HUGE_VALF"), "<cmath>"),
    "std::numeric_limits": "<limits>",
    **{
        f"{prefix}{u}int{bits}_t": "<cstdint>"
        for prefix in ("", "std::")
        for u in ("", "u")
        for bits in (8, 16, 32, 64)
    },
    **dict.fromkeys(("size_t", "std::size_t", "std::ptrdiff_t"), "<cstddef>"),
    **{
        f"make_{t}{n}": "<vector_functions.h>"
        for t in ("int", "uint", "float", "double", "uchar")
        for n in (1, 2, 3, 4)
    },
    **{
        f"{t}{n}": "<vector_types.h>"
        for t in ("int", "uint", "float", "double", "uchar")
        for n in (1, 2, 3, 4)
    },
    "dim3": "<vector_types.h>",
}
_LIMITS = {"max", "min", "lowest", "epsilon", "infinity", "quiet_NaN"}
_BUILTIN = re.compile(r"(?:(?:const|unsigned|signed|char|short|int|long|float|double|bool|auto)\s*)+")
_WORDS = re.compile(r"[\w:<>, ]+(?: \w+|[*&])[\w*& ]*")
_MAX_DEPTH = 8


@dataclass(frozen=True)
class HostValue:
    """An expression for the host, and the headers that it needs."""

    text: str
    includes: frozenset[str]


class DefaultValues:
    """Reads the defaults of one kernel in `scopes`; `substitutes`: what its template parameters stand for."""

    def __init__(self, context: SourceContext, scopes: Path, substitutes: Mapping[str, str]) -> None:
        self._context = context
        self._scopes = scopes
        self._substitutes = substitutes

    def for_host(self, text: str) -> HostValue | None:
        """None where the host could not evaluate it."""
        try:
            includes: set[str] = set()
            return HostValue(self._convert(text, self._scopes, includes, 0), frozenset(includes))
        except _UnknownError:
            return None

    def _convert(self, text: str, scopes: Path, includes: set[str], depth: int) -> str:
        if depth > _MAX_DEPTH or not text:
            raise _UnknownError
        pieces: list[str] = []
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise _UnknownError
            position = match.end()
            if match["name"] is None:
                pieces.append(match[0])
            elif pieces and pieces[-1] == ".":
                pieces.append(match[0])  # a member of what stands before
            elif "".join(pieces[-2:]).endswith("::") or "".join(pieces[-3:]).replace(" ", "").endswith(">::"):
                raise _UnknownError
            else:
                called = text[position:].lstrip()[:1] == "("
                name = self._name(re.sub(r"\s", "", match[0]), scopes, includes, depth, called)
                makes = called or text[position:].lstrip()[:1] == "{"
                if makes and _WORDS.fullmatch(name):  # `unsigned char{}` is no expression
                    name = f"std::type_identity_t<{name}>"
                pieces.append(name)
                position = self._limits(pieces, text, position)
        return "".join(pieces)

    def _limits(self, pieces: list[str], text: str, position: int) -> int:
        """Takes `<float>::max()` behind std::numeric_limits; returns the position behind it."""
        if pieces[-1] != "std::numeric_limits":
            return position
        match = re.compile(r"\s*<([^<>]*)>\s*::\s*(\w+)\s*\(\s*\)").match(text, position)
        argument = self._substitutes.get(match[1].strip(), match[1].strip()) if match is not None else ""
        if match is None or match[2] not in _LIMITS or not _BUILTIN.fullmatch(argument):
            raise _UnknownError
        pieces.append(f"<{argument}>::{match[2]}()")
        return match.end()

    def _name(self, name: str, scopes: Path, includes: set[str], depth: int, called: bool) -> str:
        if name in PLAIN_WORDS:
            return name
        if name in self._substitutes:
            return self._substitutes[name]
        if "::" not in name and (macro := self._macro(name)) is not None:
            return f"({self._convert(macro, (), includes, depth + 1)})"
        path = tuple(name.lstrip(":").split("::"))
        found = self._find(path, () if name.startswith("::") else scopes)
        if found is None:
            if name.removeprefix("::") not in _STANDARD:
                raise _UnknownError
            includes.add(_STANDARD[name.removeprefix("::")])
            return name
        file, qualified, declared = found
        if called and any(one.kind != "type" for one in declared):
            raise _UnknownError
        if self._context.is_source(file):
            return self._value(qualified, declared, includes, depth)
        includes.add(self._context.paths.include(file))
        return "::" + "::".join(qualified)

    def _value(self, path: Path, declared: list[DeclaredName], includes: set[str], depth: int) -> str:
        """A constant or alias of a source, which the host cannot include, as what it stands for."""
        constant = declared[0]
        if {one.kind for one in declared} == {"type"} and _BUILTIN.fullmatch(constant.type):
            return constant.type
        if len(declared) != 1 or not constant.value or not _BUILTIN.fullmatch(constant.type.strip()):
            raise _UnknownError
        value = self._convert(constant.value, path[:-1], includes, depth + 1)
        of = " ".join(word for word in constant.type.split() if word != "const")
        return f"({value})" if of in ("", "auto") else f"static_cast<{of}>({value})"

    def _macro(self, name: str) -> str | None:
        found = [names.macros[name] for _, names in self._texts() if name in names.macros]
        if len(found) > 1 or found == [None]:
            raise _UnknownError
        return found[0] if found else None

    def _find(self, path: Path, scopes: Path) -> tuple[str, Path, list[DeclaredName]] | None:
        """The file and declarations of a name, looked up outwards from `scopes`."""
        for depth in range(len(scopes), -1, -1):
            qualified = (*scopes[:depth], *path)
            for file, names in self._texts():
                if qualified in names.names:
                    return file, qualified, names.names[qualified]
        return None

    def _texts(self) -> Iterable[tuple[str, DeclaredNames]]:
        context = self._context
        for file in included_files(context.path, context.texts, context.paths):
            names = context.texts.declared(file)
            if names is not None:
                yield file, names


class _UnknownError(Exception):
    """A part of a default that the host could not evaluate."""
