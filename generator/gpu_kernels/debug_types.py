"""Turns the types of a debug record into C++ types and compares them with what mangled names say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gpu_kernels.cxx_types import (
    Array,
    Builtin,
    Dependent,
    Function,
    MemberPointer,
    Named,
    Pointer,
    Qualified,
    Reference,
    StandardAlias,
    Type,
    Unnameable,
    qualify,
    unqualified,
)
from gpu_kernels.debug_facts import DebugRecord, DebugType
from gpu_kernels.entry_names import is_mangled
from gpu_kernels.mangled_name import MangledNameError, decode_type_name

_CSTDINT = {f"{prefix}int{bits}_t" for prefix in ("", "u") for bits in (8, 16, 32, 64)} | {
    *(
        f"{prefix}int_{speed}{bits}_t"
        for prefix in ("", "u")
        for speed in ("fast", "least")
        for bits in (8, 16, 32, 64)
    ),
    *("intptr_t", "uintptr_t", "intmax_t", "uintmax_t"),
}
STANDARD_ALIASES = {**dict.fromkeys(_CSTDINT, "<cstdint>"), "size_t": "<cstddef>", "ptrdiff_t": "<cstddef>"}
# Distinct C++ types that nvcc's debug record calls by the name of a type of the same bytes.
_SAME_BYTES = {
    "wchar_t": {"int"},
    "char16_t": {"unsigned short"},
    "char32_t": {"unsigned int"},
    "char8_t": {"unsigned char"},
    "_Float16": {"__half", "half", "_Float16", "unsigned short"},
    "long double": {"double"},
    "std::nullptr_t": {"void*"},
}


@dataclass(frozen=True)
class DebugClass:
    """A class or enumeration as the debug record knows it: by number, its name without scope."""

    number: int


# A class that a type names, and its number in the record.
Met = tuple[Named, int]


class UnknownDebugTypeError(Exception):
    """A type in the debug record that has no C++ counterpart here."""


class DependentTypeError(Exception):
    """A type that a mangled name spells as a member of a template argument: the record alone tells it."""


class DebugTypes:
    """The types of one record."""

    def __init__(self, record: DebugRecord) -> None:
        self._record = record

    def convert(self, number: int, depth: int = 0) -> Type:
        """The type; classes and enumerations stand as DebugClass. Raises UnknownDebugTypeError."""
        if depth > 100:
            raise UnknownDebugTypeError("a type that contains itself")
        found = self._record.type(number)
        kind = found.kind
        if kind == "base":
            return Builtin(found.name)
        if kind in ("class", "union", "enum"):
            return DebugClass(number)  # type: ignore[return-value]
        if kind == "unknown":
            raise UnknownDebugTypeError(f"a type that the debug record calls `{found.name}`")
        if kind == "array":
            of = self.convert(found.of, depth + 1)
            for bound in reversed(found.bounds):
                of = Array(of, bound)
            return of
        if kind == "function":
            parameters = tuple(self.convert(parameter, depth + 1) for parameter in found.parameters)
            return Function(self.convert(found.of, depth + 1), parameters)
        of = self.convert(found.of, depth + 1)
        if kind == "alias":
            return self._alias(found, of)
        if kind in ("const", "volatile"):
            return qualify(of, kind == "const", kind == "volatile")
        if kind == "member_pointer":
            return MemberPointer(Builtin("void"), of)
        if kind == "pointer":
            return Pointer(of)
        return Reference(of, rvalue=kind == "rvalue_reference")

    def _alias(self, alias: DebugType, of: Type) -> Type:
        header = STANDARD_ALIASES.get(alias.name)
        target = of.target if isinstance(of, StandardAlias) else of
        if header and isinstance(target, Builtin):
            return StandardAlias(f"std::{alias.name}", header, target)
        return of

    def size(self, number: int) -> int:
        """The size in bytes; 0 where it is unknown."""
        found = self._record.type(number)
        if found.kind in ("alias", "const", "volatile"):
            return self.size(found.of)
        if found.kind in ("pointer", "reference", "rvalue_reference"):
            return 8
        if found.kind == "array":
            total = self.size(found.of)
            for bound in found.bounds:
                total *= bound or 0
            return total
        return found.size

    def join(self, said: Type, number: int) -> tuple[Type, list[Met]]:
        """The mangled name's `said` with the standard aliases that the record spells, and the classes met.

        Raises ValueError where the two differ, DependentTypeError, UnknownDebugTypeError.
        """
        met: list[Met] = []
        joined = _join(unqualified(said), unqualified(self.convert(number)), self._record, met)
        return joined, met


def name_classes(of: Type, name: Callable[[int], Named], met: list[Met]) -> Type:
    """`of` with each DebugClass replaced by what `name` calls it; the classes are added to `met`."""
    if isinstance(of, DebugClass):
        named = name(of.number)
        met.append((named, of.number))
        return named
    if isinstance(of, (Pointer, Reference)):
        return replace(of, to=name_classes(of.to, name, met))
    if isinstance(of, (Qualified, Array)):
        return replace(of, of=name_classes(of.of, name, met))
    if isinstance(of, Function):
        parameters = tuple(name_classes(unqualified(parameter), name, met) for parameter in of.parameters)
        return replace(of, result=name_classes(of.result, name, met), parameters=parameters)
    return of


def _join(said: Type, recorded: Type, record: DebugRecord, met: list[Met]) -> Type:
    if isinstance(said, Unnameable):
        return said
    if isinstance(said, Dependent):
        found = record.type(recorded.number) if isinstance(recorded, DebugClass) else None
        if found is None or found.name != said.parts[-1].identifier:
            raise DependentTypeError
        met.append((Named(said.parts), recorded.number))
        return Named(said.parts)
    if isinstance(recorded, StandardAlias):
        same = isinstance(said, Builtin) and _same_builtin(said, recorded.target)
        return replace(recorded, target=said) if same else _differ()
    if isinstance(said, MemberPointer):  # the record says `long`, or a class of two
        return said
    if isinstance(said, Builtin):
        if isinstance(recorded, DebugClass):
            return said if said.name == "_Float16" else _differ()
        if isinstance(recorded, Pointer):
            return said if said.name == "std::nullptr_t" else _differ()
        return said if isinstance(recorded, Builtin) and _same_builtin(said, recorded) else _differ()
    if isinstance(said, Named):
        if not isinstance(recorded, DebugClass) or not _same_class(said, record.type(recorded.number)):
            return _differ()
        met.append((said, recorded.number))
        return said
    if type(said) is not type(recorded):
        return _differ()
    if isinstance(said, Pointer):
        return Pointer(_join(said.to, recorded.to, record, met))
    if isinstance(said, Reference):
        return replace(said, to=_join(said.to, recorded.to, record, met))
    if isinstance(said, Qualified):
        same = (said.const, said.volatile) == (recorded.const, recorded.volatile)
        return replace(said, of=_join(said.of, recorded.of, record, met)) if same else _differ()
    if isinstance(said, Array):
        return replace(said, of=_join(said.of, recorded.of, record, met))
    if isinstance(said, Function):
        if len(said.parameters) != len(recorded.parameters):
            return said if said.variadic else _differ()
        pairs = zip(said.parameters, recorded.parameters)
        parameters = tuple(_join(one, unqualified(other), record, met) for one, other in pairs)
        return replace(said, result=_join(said.result, recorded.result, record, met), parameters=parameters)
    return said


def _differ() -> Type:
    raise ValueError("the two types differ")


def _same_builtin(said: Builtin, recorded: Builtin) -> bool:
    return said == recorded or recorded.name in _SAME_BYTES.get(said.name, ())


def _same_class(said: Named, recorded: DebugType) -> bool:
    if recorded.kind == "enum" and is_mangled(recorded.name):
        try:
            parts = decode_type_name(recorded.name)
        except MangledNameError:
            return True
        return [part.identifier for part in parts] == [part.identifier for part in said.parts]
    return recorded.name.split("<", 1)[0] == said.parts[-1].identifier
