"""The entries of debug records: read here as by pyelftools, which takes over for later versions."""

from __future__ import annotations

import sys

import pytest
from conftest import ROOT
from gpu_kernels.debug_facts import DebugFunction
from gpu_kernels.debug_record import read_debug_record
from gpu_kernels.debug_sections import read_debug_sections
from gpu_kernels.dwarf import Entry, Units, read_units, uleb
from gpu_kernels.dwarf_of_any_version import read_units_of_any_version

RECORDS = sorted((ROOT / "tests" / "generator").glob("*/*/inputs/*.debug.ptx"))
_NAMES = {
    f"DW_AT_{name}"
    for name in (
        *("location", "name", "byte_size", "bit_size", "comp_dir", "upper_bound", "count", "type"),
        *("data_member_location", "decl_file", "decl_line", "linkage_name", "MIPS_linkage_name"),
    )
}


def _flat(units: Units) -> tuple[list[int], list[tuple[object, ...]]]:
    tops, entries = units
    return [top.offset for top in tops], [_told(entries[offset]) for offset in sorted(entries)]


def _told(entry: Entry) -> tuple[object, ...]:
    attributes = {name: value for name, value in entry.attributes.items() if name in _NAMES}
    return entry.offset, entry.tag, attributes, [child.offset for child in entry.children]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.name.split('.')[0]}")
def test_entries_are_those_that_pyelftools_reads(path) -> None:
    sections = read_debug_sections(path.read_text(), str(path)).sections
    if ".debug_info" in sections:
        assert _flat(read_units(sections)) == _flat(read_units_of_any_version(sections))


def test_ordinary_records_do_not_import_pyelftools(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "gpu_kernels.dwarf_of_any_version", None)
    assert len(RECORDS) > 30
    for path in RECORDS:
        sections = read_debug_sections(path.read_text(), str(path)).sections
        assert ".debug_info" not in sections or read_units(sections)[0]


def _bytes(*values: int) -> str:
    return f"\t.b8 {','.join(map(str, values))}\n"


def _record(info: tuple[int, ...], abbreviations: tuple[int, ...]) -> str:
    length = _bytes(len(info), 0, 0, 0)
    return (
        f"\t.section .debug_info {{\n{length}{_bytes(*info)}\t}}\n"
        f"\t.section .debug_abbrev {{\n{_bytes(*abbreviations)}\t}}\n"
    )


def test_later_versions_are_read_by_pyelftools() -> None:
    # DWARF 5: version, unit type DW_UT_compile, address size, offset of the abbreviations.
    head = (5, 0, 1, 8, 0, 0, 0, 0)
    text = _record((*head, 1, 2, *b"kernel\0", 0), (1, 0x11, 1, 0, 0, 2, 0x2E, 0, 0x03, 0x08, 0, 0, 0))
    functions = read_debug_record(text, "a.ptx").functions
    assert {name: type(found) for name, found in functions.items()} == {"kernel": DebugFunction}


def test_a_type_that_is_made_of_itself_is_an_error() -> None:
    # DWARF 2: a unit with a function of a parameter whose type is `restrict` of that very type.
    info = (2, 0, 0, 0, 0, 0, 8, 1, 2, *b"k\0", 3, 21, 0, 0, 0, 0, 4, 21, 0, 0, 0, 0)
    unit, function = (1, 0x11, 1, 0, 0), (2, 0x2E, 1, 0x03, 0x08, 0, 0)
    parameter, restrict = (3, 0x05, 0, 0x49, 0x13, 0, 0), (4, 0x37, 0, 0x49, 0x13, 0, 0)
    text = _record(info, (*unit, *function, *parameter, *restrict, 0))
    with pytest.raises(Exception, match="type 0x15 is made of itself"):
        read_debug_record(text, "a.ptx")


def test_numbers_of_variable_length() -> None:
    assert uleb(bytes([0xE5, 0x8E, 0x26]), 0) == (624485, 3)
