"""Names of entries and variables as PTX spells them: with hashes, and marks of relocatable code, that no
source has."""

from __future__ import annotations

import re

_HASHED = re.compile(r"(\d+)(_GLOBAL__N_|_INTERNAL_)")
# Relocatable code marks what is static: `__nv_static_35_` and 35 characters with hashes, `_`, then the name.
_STATIC = re.compile(r"__nv_static_(\d{1,4})_")


def is_mangled(name: str) -> bool:
    return source_name(name).startswith("_Z")


def source_name(name: str) -> str:
    """The name that the source gives what relocatable code calls `__nv_static_…`; other names as they are."""
    match = _STATIC.match(name)
    return name[match.end() + int(match[1]) + 1 :] if match else name


def normalise(name: str) -> str:
    """The name without the hashes that differ between two compiles of one file."""
    name = source_name(name)
    result, position = [], 0
    while match := _HASHED.search(name, position):
        # The digits may end a longer run (`…Li440_GLOBAL__N_…`): the length is the part of it that fits.
        length = next(
            (
                number
                for start in range(match.start(1), match.end(1))
                if 0 < (number := int(name[start : match.end(1)])) <= len(name) - match.end(1)
            ),
            0,
        )
        result.append(name[position : match.start(1)] + match[2])
        position = max(match.end(), match.end(1) + length)
    return "".join(result) + name[position:]
