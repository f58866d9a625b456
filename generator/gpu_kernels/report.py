"""The resource report: a table of what each kernel's machine code uses, a line a kernel and architecture."""

from __future__ import annotations

from gpu_kernels.manifest import display_name
from gpu_kernels.model import Library, MachineCode

_COLUMNS = (
    *("kernel", "architecture", "registers", "spill stores", "spill loads", "stack"),
    *("shared", "constant", "largest block", "occupancy"),
)


def report_text(library: Library) -> str:
    """Bytes but for registers and threads; the occupancy is the best that static resources allow, with the
    smallest block that reaches it."""
    rows = [_COLUMNS]
    for kernel in library.kernels:
        rows += [(display_name(kernel), *_row(code)) for code in kernel.machine_code]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) if index < 2 else cell.rjust(width)
                 for index, (cell, width) in enumerate(zip(row, widths))]  # fmt: skip
        lines.append("  ".join(cells).rstrip())
    return "\n".join([*lines, ""])


def _row(code: MachineCode) -> tuple[str, ...]:
    numbers = (code.registers, code.spill_stores, code.spill_loads, code.stack, code.shared, code.constant)
    if code.occupancy is None:
        return (code.architecture, *map(str, numbers), "?", "?")
    filled = f"{code.occupancy} % ({code.best_block})"
    return (code.architecture, *map(str, numbers), str(code.largest_block), filled)
