"""Reads the debug record of a `-G` compile: names, places and layouts that the optimised PTX drops.

Source of the meaning: DWARF Debugging Information Format (2 to 5). nvcc's records are flat: no namespaces,
class names without their scope, enumerations by their mangled name.
"""

from __future__ import annotations

import os

from gpu_kernels.debug_facts import (
    UNKNOWN_OFFSET,
    VOID,
    DebugFunction,
    DebugMember,
    DebugParameter,
    DebugRecord,
    DebugType,
    DebugVariable,
)
from gpu_kernels.debug_sections import DebugText, read_debug_sections
from gpu_kernels.diagnostics import InputError, Place
from gpu_kernels.dwarf import Entry, read_units, uleb
from gpu_kernels.entry_names import normalise

_KINDS = {
    "DW_TAG_base_type": "base",
    "DW_TAG_structure_type": "class",
    "DW_TAG_class_type": "class",
    "DW_TAG_union_type": "union",
    "DW_TAG_enumeration_type": "enum",
    "DW_TAG_typedef": "alias",
    "DW_TAG_pointer_type": "pointer",
    "DW_TAG_reference_type": "reference",
    "DW_TAG_rvalue_reference_type": "rvalue_reference",
    "DW_TAG_const_type": "const",
    "DW_TAG_volatile_type": "volatile",
    "DW_TAG_array_type": "array",
    "DW_TAG_subroutine_type": "function",
    "DW_TAG_ptr_to_member_type": "member_pointer",
}
_TRANSPARENT = {"DW_TAG_restrict_type", "DW_TAG_atomic_type"}
_OP_ADDR = b"\x03"
_OP_PLUS_UCONST = b"\x23"
_OP_CONSTU = b"\x10"


def read_debug_record(text: str, file: str, wanted: set[str] | None = None) -> DebugRecord:
    """Reads the debug record in the PTX text of a `-G` compile; `file` names it in errors.

    `wanted`: linkage names (as `entry_names.normalise` gives them) of the functions and variables to read;
    all if None. Raises InputError where there is no record or it is broken.
    """
    debug = read_debug_sections(text, file)
    if not debug.sections.get(".debug_info") or not debug.sections.get(".debug_abbrev"):
        raise InputError(
            Place(file),
            "this PTX text holds no debug record: it must come from `nvcc -G` (device debug information)",
        )
    try:
        return _Reader(debug, wanted).record()
    except Exception as error:  # what the parser meets in a broken record
        reason = str(error).split("\n", 1)[0][:200]
        raise InputError(
            Place(file), f"the debug record is broken ({type(error).__name__}: {reason})"
        ) from error


class _Reader:
    def __init__(self, debug: DebugText, wanted: set[str] | None) -> None:
        self._debug = debug
        self._wanted = wanted
        self._types: dict[int, DebugType] = {VOID: DebugType("base", "void")}
        self._pending: list[Entry] = []
        self._entries: dict[int, Entry] = {}
        self._directory = ""

    def record(self) -> DebugRecord:
        functions: dict[str, DebugFunction] = {}
        variables: dict[str, DebugVariable] = {}
        lines: dict[str, set[int]] = {}
        places: dict[str, list[Place]] = {}
        named: dict[str, list[int]] = {}
        tops, self._entries = read_units(self._debug.sections)
        for top in tops:
            self._directory = _text(top, "DW_AT_comp_dir")
            for die in top.children:
                if die.tag == "DW_TAG_subprogram":
                    place = self._place(die)
                    lines.setdefault(place.file, set()).add(place.line)
                    linkage = normalise(_linkage_name(die))
                    if linkage and (self._wanted is None or linkage in self._wanted):
                        functions[linkage] = self._function(die, linkage, place)
                elif die.tag == "DW_TAG_variable":
                    linkage = normalise(_linkage_name(die))
                    if linkage and (self._wanted is None or linkage in self._wanted):
                        name = _text(die, "DW_AT_name")
                        variables[linkage] = DebugVariable(
                            linkage, name, self._type_of(die), self._place(die)
                        )
                elif _KINDS.get(die.tag) in ("class", "union", "enum", "alias"):
                    name = _text(die, "DW_AT_name")
                    if die.tag != "DW_TAG_typedef":
                        places.setdefault(name, []).append(self._place(die))
                    named.setdefault(name, []).append(self._number_of(die))
            self._read_pending()
        ordered = {file: tuple(sorted(numbers)) for file, numbers in lines.items()}
        class_places = {name: tuple(found) for name, found in places.items()}
        numbers = {name: tuple(found) for name, found in named.items()}
        return DebugRecord(functions, variables, self._types, ordered, class_places, numbers)

    def _function(self, die: Entry, linkage: str, place: Place) -> DebugFunction:
        parameters = tuple(
            DebugParameter(_text(child, "DW_AT_name"), self._type_of(child), self._symbol(child))
            for child in die.children
            if child.tag == "DW_TAG_formal_parameter"
        )
        return DebugFunction(linkage, _text(die, "DW_AT_name"), place, parameters)

    def _symbol(self, die: Entry) -> str:
        """The PTX parameter that a location expression begins with: DW_OP_addr and a symbol's number."""
        location = die.attributes.get("DW_AT_location")
        if not isinstance(location, bytes) or location[:1] != _OP_ADDR:
            return ""
        number = int.from_bytes(location[1:9], "little")
        return self._debug.symbols[number - 1] if 0 < number <= len(self._debug.symbols) else ""

    def _place(self, die: Entry) -> Place:
        number, line = _number(die, "DW_AT_decl_file"), _number(die, "DW_AT_decl_line")
        path = self._debug.files.get(number, "")
        if path and not os.path.isabs(path):
            path = os.path.join(self._directory, path)
        return Place(os.path.normpath(path) if path else "", line)

    # -- types

    def _type_of(self, die: Entry) -> int:
        seen = set()
        while "DW_AT_type" in die.attributes:
            target = self._entries[_number(die, "DW_AT_type")]
            if target.tag == "DW_TAG_unspecified_type":
                break
            if target.tag not in _TRANSPARENT:
                return self._number_of(target)
            if target.offset in seen:
                raise ValueError(f"type {target.offset:#x} is made of itself")
            seen.add(target.offset)
            die = target
        return VOID

    def _number_of(self, die: Entry) -> int:
        if die.offset not in self._types:
            self._types[die.offset] = DebugType("unknown")
            self._pending.append(die)
        return die.offset

    def _read_pending(self) -> None:
        while self._pending:
            die = self._pending.pop()
            self._types[die.offset] = self._read_type(die)

    def _read_type(self, die: Entry) -> DebugType:
        kind = _KINDS.get(die.tag, "unknown")
        name, size = _text(die, "DW_AT_name"), _number(die, "DW_AT_byte_size")
        if kind in ("class", "union"):
            members = tuple(
                self._member(child)
                for child in die.children
                if child.tag in ("DW_TAG_member", "DW_TAG_inheritance")
            )
            return DebugType(kind, name, size, members=members, place=self._place(die))
        if kind == "array":
            bounds = tuple(_bound(child) for child in die.children if child.tag == "DW_TAG_subrange_type")
            return DebugType(kind, of=self._type_of(die), bounds=bounds)
        if kind == "function":
            parameters = tuple(
                self._type_of(child) for child in die.children if child.tag == "DW_TAG_formal_parameter"
            )
            return DebugType(kind, of=self._type_of(die), parameters=parameters)
        if kind == "base":
            return DebugType(kind, name, size)
        if kind == "unknown":
            return DebugType(kind, name or die.tag, size)
        return DebugType(kind, name, size, self._type_of(die), place=self._place(die))

    def _member(self, die: Entry) -> DebugMember:
        name = _text(die, "DW_AT_name")
        if die.tag == "DW_TAG_inheritance":
            name = "__b_" + name
        bits = _number(die, "DW_AT_bit_size")
        return DebugMember(name, self._type_of(die), _member_offset(die), bits)


def _text(die: Entry, attribute: str) -> str:
    found = die.attributes.get(attribute)
    return found.decode("utf-8", "replace") if isinstance(found, bytes) else ""


def _number(die: Entry, attribute: str) -> int:
    found = die.attributes.get(attribute)
    return found if isinstance(found, int) else 0


def _linkage_name(die: Entry) -> str:
    return (
        _text(die, "DW_AT_MIPS_linkage_name") or _text(die, "DW_AT_linkage_name") or _text(die, "DW_AT_name")
    )


def _bound(die: Entry) -> int | None:
    if "DW_AT_count" in die.attributes:
        return _number(die, "DW_AT_count")
    if "DW_AT_upper_bound" in die.attributes:
        return _number(die, "DW_AT_upper_bound") + 1
    return None


def _member_offset(die: Entry) -> int:
    found = die.attributes.get("DW_AT_data_member_location", 0)
    if isinstance(found, int):
        return found
    if found[:1] not in (_OP_PLUS_UCONST, _OP_CONSTU):
        return UNKNOWN_OFFSET  # a virtual base's
    return uleb(found, 1)[0]
