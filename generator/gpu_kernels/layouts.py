"""Reads the layout of a class from the debug record, member by member, for the host compiler to compare with
its own."""

from __future__ import annotations

import re

from gpu_kernels.cxx_types import Named
from gpu_kernels.debug_facts import UNKNOWN_OFFSET, DebugRecord, DebugType
from gpu_kernels.debug_types import DebugTypes
from gpu_kernels.model import Layout, Member
from gpu_kernels.paths import PathMap

_IDENTIFIER = re.compile(r"(?!__)[A-Za-z_]\w*", re.ASCII)
_BASE = "__b_"
# Classes of the toolkit whose copy constructors copy their bytes, though they are not trivial.
_PAIRS = {"__half2", "__nv_bfloat162"}


class LayoutReader:
    """Reads layouts from one debug record."""

    def __init__(self, record: DebugRecord, paths: PathMap) -> None:
        self._record = record
        self._paths = paths
        self._types = DebugTypes(record)
        self._has_pairs = False

    def read(self, named: Named, number: int, size: int, alignment: int) -> Layout:
        """The layout of the class `number`; `alignment` 0 where it is unknown. The members of library
        classes, references and unions' alternatives without name are not told."""
        members: list[Member] = []
        self._has_pairs = False
        if self._record.type(number).kind in ("class", "union") and not self._is_library_class(number):
            self._add_members(number, "", 0, members, set(), {number})
        return Layout(named, size, alignment, tuple(members), self._has_pairs)

    def _is_library_class(self, number: int) -> bool:
        return self._paths.is_system(self._record.type(number).place.file)

    def _add_members(
        self, number: int, prefix: str, base: int, members: list[Member], hidden: set[str], seen: set[int]
    ) -> None:
        """Adds the members of a class that stands at `base` and whose members are reached through
        `prefix`."""
        own = self._record.type(number).members
        names = hidden | {member.name for member in own if member.name}
        for member in own:
            if member.offset == UNKNOWN_OFFSET:
                continue
            target, of, subscripts = self._class_of(member.type)
            offset = base + member.offset
            if member.name.startswith(_BASE) or (not member.name and of.kind in ("class", "union")):
                self._add_members(target, prefix, offset, members, names, seen)
            elif _IDENTIFIER.fullmatch(member.name) and member.name not in hidden:
                if member.bits:
                    if of.kind == "base" and of.name != "bool":  # the host cannot ask for others' widths
                        members.append(Member(prefix + member.name, offset, of.size, member.bits))
                    continue
                if self._record.type(member.type).kind in ("reference", "rvalue_reference"):
                    continue
                members.append(Member(prefix + member.name, offset, self._types.size(member.type)))
                self._has_pairs = self._has_pairs or of.name in _PAIRS
                nested = of.kind in ("class", "union") and not self._is_library_class(target)
                if nested and target not in seen:
                    seen.add(target)
                    self._add_members(
                        target, f"{prefix}{member.name}{subscripts}.", offset, members, set(), seen
                    )

    def _class_of(self, number: int) -> tuple[int, DebugType, str]:
        """The type without aliases, qualifiers and array bounds, and the subscripts that lead to the first
        element."""
        of, subscripts = self._record.type(number), ""
        while of.kind in ("alias", "const", "volatile", "array"):
            subscripts += "[0]" * len(of.bounds)
            number = of.of
            of = self._record.type(number)
        return number, of, subscripts
