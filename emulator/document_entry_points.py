#!/usr/bin/env python3
"""Keep the table of entry points in docs/emulator.md equal to what src/driver/ defines.

document_entry_points.py           writes the table
document_entry_points.py --check   exits with 1 where it is out of date
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
DOCUMENT = ROOT.parent / "docs" / "emulator.md"
BEGIN = "<!-- entry points: written by emulator/document_entry_points.py -->\n"
END = "<!-- end of entry points -->\n"
GROUPS = {
    "Initialisation, entry points, errors": ("init", "proc_address", "errors", "profiler_api"),
    "Devices": ("device",),
    "Contexts": ("context_api", "context_questions"),
    "Modules": ("module_api",),
    "Libraries and kernels": ("library_api",),
    "Functions": ("function_api",),
    "Linker": ("linker_api",),
    "Memory": ("memory_api", "host_memory_api", "memory_pool", "memory_range_api", "pointer_attributes"),
    "Virtual memory": ("virtual_memory_api",),
    "Copies": ("copy_api", "copy_rectangle_api"),
    "Memset": ("memset_api",),
    "Streams": ("stream_api", "stream_attributes", "stream_value_api", "capture_api"),
    "Events": ("event",),
    "Launch": ("launch_api",),
    "Occupancy": ("occupancy_api",),
    "Graphs": (
        "graph_api",
        "graph_nodes_api",
        "graph_exec_api",
        "graph_attributes",
        "graph_memory_api",
        "user_object",
    ),
}


def defined_names(source: Path) -> set[str]:
    text = re.sub(r"//.*", "", source.read_text())
    symbols = re.findall(r"\bCUresult CUDAAPI\s+(cu[A-Z]\w*)\s*\(", text)
    return {re.sub(r"_v\d+$", "", symbol) for symbol in symbols}


def render() -> str:
    lines = ["| | |\n", "|---|---|\n"]
    covered = set()
    for title, stems in GROUPS.items():
        sources = [path for stem in stems if (path := ROOT / "src" / "driver" / f"{stem}.cpp").exists()]
        covered.update(sources)
        names = sorted(set().union(*map(defined_names, sources)))
        lines.append(f"| {title} | {', '.join(f'`{name}`' for name in names)} |\n")
    left_out = {path for path in (ROOT / "src" / "driver").glob("*.cpp") if defined_names(path)} - covered
    left_out -= {ROOT / "src" / "driver" / "export_table.cpp"}  # there only to say what it cannot do
    if left_out:
        names = ", ".join(path.name for path in sorted(left_out))
        sys.exit(f"document_entry_points.py: error: in no group: {names}")
    return "".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit with 1 where it is out of date"
    )
    arguments = parser.parse_args()
    old = DOCUMENT.read_text()
    head, _, rest = old.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not end:
        sys.exit(f"document_entry_points.py: error: {DOCUMENT} lacks the lines around the table: {BEGIN}")
    new = head + BEGIN + render() + END + tail
    if new == old:
        return 0
    if arguments.check:
        sys.stdout.writelines(
            difflib.unified_diff(old.splitlines(True), new.splitlines(True), "docs", "sources")
        )
        print(f"to update: python3 {Path(__file__).name}")
        return 1
    DOCUMENT.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
