"""What the generator learns from a debug record. Types refer to each other by number, as they may be
recursive."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpu_kernels.diagnostics import Place

VOID = 0
UNKNOWN_OFFSET = -1
NOWHERE = Place("")


@dataclass(frozen=True)
class DebugMember:
    """A member of a class; `offset` in bytes, or UNKNOWN_OFFSET; `bits` of a bit-field. A base class is a
    member whose name begins with `__b_`."""

    name: str
    type: int
    offset: int
    bits: int = 0


@dataclass(frozen=True)
class DebugType:
    """A type; `kind` is base, class, union, enum, alias, pointer, reference, rvalue_reference, const,
    volatile, array, function, member_pointer or unknown.

    `size` in bytes, 0 for a class that is only declared; `of` is the type pointed to, qualified, aliased,
    returned or repeated; `bounds` an array's (None: unknown); `place` where a class, enumeration or alias
    stands.
    """

    kind: str
    name: str = ""
    size: int = 0
    of: int = VOID
    bounds: tuple[int | None, ...] = ()
    members: tuple[DebugMember, ...] = ()
    parameters: tuple[int, ...] = ()
    place: Place = NOWHERE


@dataclass(frozen=True)
class DebugParameter:
    """`symbol`: the PTX parameter that holds it, where the record says so."""

    name: str
    type: int
    symbol: str = ""


@dataclass(frozen=True)
class DebugFunction:
    """A function; `name` as in the source, with template arguments; `linkage_name` as in the PTX."""

    linkage_name: str
    name: str
    place: Place
    parameters: tuple[DebugParameter, ...]


@dataclass(frozen=True)
class DebugVariable:
    """A variable at namespace scope."""

    linkage_name: str
    name: str
    type: int
    place: Place


@dataclass(frozen=True)
class DebugRecord:
    """A debug record: what stands in it by linkage name, and the types by number.

    `function_lines`: where functions stand, by file. `class_places`: where the classes and enumerations of
    each (scopeless) name stand, also those that no wanted function names. `named`: the classes,
    enumerations and aliases of each name.
    """

    functions: dict[str, DebugFunction]
    variables: dict[str, DebugVariable]
    types: dict[int, DebugType]
    function_lines: dict[str, tuple[int, ...]]
    class_places: dict[str, tuple[Place, ...]]
    named: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def type(self, number: int) -> DebugType:
        return self.types[number]
