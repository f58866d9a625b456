"""Reads the entries of DWARF sections by pyelftools, which knows every version of the format."""

from __future__ import annotations

import inspect
import io
from typing import Any

from elftools.dwarf.dwarfinfo import DebugSectionDescriptor, DwarfConfig, DWARFInfo

from gpu_kernels.dwarf import Entry, Units, Value

_ABSOLUTE = {"DW_FORM_ref_addr", "DW_FORM_ref_sig8"}


def read_units_of_any_version(sections: dict[str, bytes]) -> Units:
    """What `read_units` gives, for every version."""
    tops: list[Entry] = []
    entries: dict[int, Entry] = {}
    for unit in _dwarf_info(sections).iter_CUs():
        parents: list[Entry] = []
        for die in unit.iter_DIEs():
            if die.is_null():
                if parents:
                    parents.pop()
                continue
            entry = entries[die.offset] = Entry(str(die.tag), die.offset, _attributes(die, unit.cu_offset))
            (parents[-1].children if parents else tops).append(entry)
            if die.has_children:
                parents.append(entry)
    return tops, entries


def _attributes(die: Any, unit: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, attribute in die.attributes.items():
        value = attribute.value
        if isinstance(value, list):
            value = bytes(value)
        elif attribute.form.startswith("DW_FORM_ref") and attribute.form not in _ABSOLUTE:
            value += unit
        found[str(name)] = value
    return found


def _dwarf_info(sections: dict[str, bytes]) -> DWARFInfo:
    def descriptor(name: str) -> DebugSectionDescriptor | None:
        content = sections.get(name)
        return (
            DebugSectionDescriptor(io.BytesIO(content), name, 0, len(content), 0)
            if content is not None
            else None
        )

    parameters = [
        name for name in inspect.signature(DWARFInfo.__init__).parameters if name not in ("self", "config")
    ]
    found = {name: descriptor("." + name[: -len("_sec")]) for name in parameters if name.startswith("debug_")}
    rest = dict.fromkeys(name for name in parameters if not name.startswith("debug_"))
    config = DwarfConfig(little_endian=True, machine_arch="x64", default_address_size=8)
    return DWARFInfo(config=config, **found, **rest)
