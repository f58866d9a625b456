"""Reads the entries of DWARF sections: tags, attributes and children.

Source of the format: DWARF Debugging Information Format, versions 2 to 4, sections 7.5 (entries and their
abbreviations) and 7.6 (numbers of variable length). What a later version brings is left to pyelftools, which
takes longer to import than most records to read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Union

Value = Union[int, bytes]
_Form = Callable[[bytes, int], "tuple[Value, int]"]
_Abbreviation = tuple[str, bool, "list[tuple[str, _Form]]"]

# fmt: off
_TAGS = {
    0x01: "array_type", 0x02: "class_type", 0x04: "enumeration_type", 0x05: "formal_parameter",
    0x0B: "lexical_block", 0x0D: "member", 0x0F: "pointer_type", 0x10: "reference_type", 0x11: "compile_unit",
    0x13: "structure_type", 0x15: "subroutine_type", 0x16: "typedef", 0x17: "union_type",
    0x1C: "inheritance", 0x1F: "ptr_to_member_type", 0x21: "subrange_type", 0x24: "base_type",
    0x26: "const_type", 0x28: "enumerator", 0x2E: "subprogram", 0x34: "variable", 0x35: "volatile_type",
    0x37: "restrict_type", 0x3B: "unspecified_type", 0x42: "rvalue_reference_type", 0x47: "atomic_type",
}
# Those that anyone asks for.
_ATTRIBUTES = {
    0x02: "location", 0x03: "name", 0x0B: "byte_size", 0x0D: "bit_size", 0x1B: "comp_dir",
    0x2F: "upper_bound", 0x37: "count", 0x38: "data_member_location", 0x3A: "decl_file",
    0x3B: "decl_line", 0x49: "type", 0x6E: "linkage_name", 0x2007: "MIPS_linkage_name",
}
# fmt: on


class _UnknownForm(Exception):
    """A form of DWARF 5, or of a vendor's own."""


class Entry:
    """`tag` and the keys of `attributes` as DWARF spells them; references are offsets in .debug_info."""

    __slots__ = ("attributes", "children", "offset", "tag")

    def __init__(self, tag: str, offset: int, attributes: dict[str, Value]) -> None:
        self.tag = tag
        self.offset = offset
        self.attributes = attributes
        self.children: list[Entry] = []


Units = tuple[list[Entry], dict[int, Entry]]


def read_units(sections: dict[str, bytes]) -> Units:
    """The top entry of each unit, and all entries by offset. Raises ValueError, or what else a broken record
    leads to."""
    info = sections[".debug_info"]
    tops: list[Entry] = []
    entries: dict[int, Entry] = {}
    start = 0
    while start < len(info):
        length, version = _unsigned(info, start, 4), _unsigned(info, start + 4, 2)
        if length == 0xFFFFFFFF or version == 5:
            return _read_other_versions(sections)
        if version not in (2, 3, 4) or start + 4 + length > len(info) or info[start + 10] != 8:
            raise ValueError(f"the unit at {start:#x} has no head that is known")
        try:
            forms = _forms(start, version, sections)
            at = _unsigned(info, start + 6, 4)
            abbreviations = _read_abbreviations(sections[".debug_abbrev"], at, forms)
        except _UnknownForm:
            return _read_other_versions(sections)
        end = start + 4 + length
        tops.append(_read_entries(info[:end], start + 11, abbreviations, entries))
        start = end
    return tops, entries


def _read_other_versions(sections: dict[str, bytes]) -> Units:
    from gpu_kernels.dwarf_of_any_version import read_units_of_any_version  # noqa: PLC0415 - slow to import

    return read_units_of_any_version(sections)


def uleb(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned number of variable length, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _sleb(data: bytes, at: int) -> tuple[int, int]:
    value, end = uleb(data, at)
    bits = 7 * (end - at)
    return (value - (1 << bits) if value >> (bits - 1) else value), end


def _unsigned(data: bytes, at: int, size: int) -> int:
    if at + size > len(data):
        raise ValueError("the record ends too early")
    return int.from_bytes(data[at : at + size], "little")


def _fixed(size: int, base: int, data: bytes, at: int) -> tuple[int, int]:
    return base + int.from_bytes(data[at : at + size], "little"), at + size


def _string(data: bytes, at: int) -> tuple[bytes, int]:
    end = data.index(b"\0", at)
    return data[at:end], end + 1


def _block(size: int, data: bytes, at: int) -> tuple[bytes, int]:
    length, at = (_unsigned(data, at, size), at + size) if size else uleb(data, at)
    return data[at : at + length], at + length


def _forms(unit: int, version: int, sections: dict[str, bytes]) -> dict[int, _Form]:
    """How the values of each form are read."""

    def string_elsewhere(data: bytes, at: int) -> tuple[bytes, int]:
        return _string(sections[".debug_str"], _unsigned(data, at, 4))[0], at + 4

    def unit_reference(data: bytes, at: int) -> tuple[int, int]:
        value, at = uleb(data, at)
        return unit + value, at

    sized = {0x01: 8, 0x05: 2, 0x06: 4, 0x07: 8, 0x0B: 1, 0x0C: 1, 0x10: 8 if version == 2 else 4, 0x17: 4}
    references = {0x11: 1, 0x12: 2, 0x13: 4, 0x14: 8}
    blocks = {0x03: 2, 0x04: 4, 0x09: 0, 0x0A: 1, 0x18: 0}
    return {
        **{form: partial(_fixed, size, 0) for form, size in sized.items()},
        **{form: partial(_fixed, size, unit) for form, size in references.items()},
        **{form: partial(_block, size) for form, size in blocks.items()},
        0x08: _string,
        0x0D: _sleb,
        0x0E: string_elsewhere,
        0x0F: uleb,
        0x15: unit_reference,
        0x19: lambda _, at: (1, at),
    }


def _read_abbreviations(data: bytes, at: int, forms: dict[int, _Form]) -> dict[int, _Abbreviation]:
    found: dict[int, _Abbreviation] = {}
    code, at = uleb(data, at)
    while code:
        tag, at = uleb(data, at)
        has_children = data[at] != 0
        attributes: list[tuple[str, _Form]] = []
        name, at = uleb(data, at + 1)
        form, at = uleb(data, at)
        while name or form:
            if form not in forms:
                raise _UnknownForm
            attributes.append((f"DW_AT_{_ATTRIBUTES[name]}" if name in _ATTRIBUTES else "", forms[form]))
            name, at = uleb(data, at)
            form, at = uleb(data, at)
        found[code] = (f"DW_TAG_{_TAGS.get(tag, hex(tag))}", has_children, attributes)
        code, at = uleb(data, at)
    return found


def _read_entries(
    data: bytes, at: int, abbreviations: dict[int, _Abbreviation], entries: dict[int, Entry]
) -> Entry:
    """Reads a unit, whose top entry lies at `at`, to its end, with which `data` ends."""
    top: Entry | None = None
    parents: list[Entry] = []
    while top is None or parents:
        offset = at
        code, at = uleb(data, at)
        if code == 0 and parents:
            parents.pop()
            continue
        tag, has_children, forms = abbreviations[code]
        attributes: dict[str, Value] = {}
        for name, read in forms:
            value, at = read(data, at)
            if name:
                attributes[name] = value
        if at > len(data):
            raise ValueError("the record ends too early")
        entry = entries[offset] = Entry(tag, offset, attributes)
        if parents:
            parents[-1].children.append(entry)
        top = top or entry
        if has_children:
            parents.append(entry)
    return top
