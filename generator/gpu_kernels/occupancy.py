"""How many threads of a kernel a multiprocessor holds, as the driver's occupancy calculation has it.

Limits: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". Registers are handed
out by the warp in units of 256, from the share of the warp's scheduler; a block is launched only where its
warps, counted up to a multiple of the schedulers, would fit. From 8.0 on, each block has 1 KiB of shared
memory of the system's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

WARP = 32
MAX_BLOCK = 1024
_REGISTERS = 65536
_REGISTER_UNIT = 256


@dataclass(frozen=True)
class Multiprocessor:
    """What one holds at a time: warps, blocks, shared memory in bytes."""

    warps: int
    blocks: int
    shared: int
    shared_unit: int = 128
    shared_of_system: int = 1024
    schedulers: int = 4


@dataclass(frozen=True)
class Occupancy:
    """The largest block that can run; the smallest one that keeps the most warps resident, and their share of
    the multiprocessor's, in percent."""

    largest_block: int
    best_block: int
    percent: int


_KIB = 1024
MULTIPROCESSORS = {
    **{number: Multiprocessor(64, 32, 64 * _KIB, 256, 0) for number in (50, 53, 62)},
    60: Multiprocessor(64, 32, 64 * _KIB, 256, 0, 2),
    **{number: Multiprocessor(64, 32, 96 * _KIB, 256, 0) for number in (52, 61, 70, 72)},
    75: Multiprocessor(32, 16, 64 * _KIB, 256, 0),
    80: Multiprocessor(64, 32, 164 * _KIB),
    86: Multiprocessor(48, 16, 100 * _KIB),
    87: Multiprocessor(48, 16, 164 * _KIB),
    89: Multiprocessor(48, 24, 100 * _KIB),
    **{number: Multiprocessor(64, 32, 228 * _KIB) for number in (90, 100, 103)},
    **{number: Multiprocessor(48, 24, 100 * _KIB) for number in (120, 121)},
}


def occupancy(architecture: str, registers: int, shared: int, max_block: int) -> Occupancy | None:
    """For a kernel of so many registers a thread and bytes of static shared memory, in blocks of up to
    `max_block` threads. None for an architecture (`sm_90`, `sm_90a`) whose limits are not known here."""
    digits = re.search(r"\d+", architecture)
    limits = MULTIPROCESSORS.get(int(digits[0])) if digits else None
    if limits is None:
        return None
    resident = {
        block: blocks_of_multiprocessor(limits, registers, shared, block) * -(-block // WARP)
        for block in {*range(WARP, max_block + 1, WARP), max_block}
    }
    possible = [block for block, warps in resident.items() if warps]
    if not possible:
        return Occupancy(0, 0, 0)
    most = max(resident.values())
    best = min(block for block, warps in resident.items() if warps == most)
    return Occupancy(max(possible), best, round(100 * most / limits.warps))


def blocks_of_multiprocessor(limits: Multiprocessor, registers: int, shared: int, block: int) -> int:
    """How many blocks of so many threads a multiprocessor holds at a time."""
    warps = -(-block // WARP)
    counts = [limits.blocks, limits.warps // warps]
    if registers:
        of_warp = _up(registers * WARP, _REGISTER_UNIT)
        if of_warp * _up(warps, limits.schedulers) > _REGISTERS:
            return 0
        counts.append(_REGISTERS // limits.schedulers // of_warp * limits.schedulers // warps)
    of_block = _up(shared + limits.shared_of_system, limits.shared_unit)
    if of_block:
        counts.append(limits.shared // of_block)
    return min(counts)


def _up(number: int, unit: int) -> int:
    return -(-number // unit) * unit
