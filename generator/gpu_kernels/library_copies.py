"""Tells the kernels and variables of a project's own copy of cub, thrust or libcu++ from the project's own.

The toolkit's copies lie in system directories; what a project brings itself must be told by where it stands.
"""

from __future__ import annotations

import re

from gpu_kernels.cxx_types import Part

# The libraries' namespaces, and the folders that their headers keep wherever they are copied to.
_FOLDERS = {
    "cub": re.compile(r"(?:^|/)cub/"),
    "thrust": re.compile(r"(?:^|/)thrust/"),
    "cuda": re.compile(r"(?:^|/)cuda/(?:std|__\w+)/"),
    "nv": re.compile(r"(?:^|/)nv/(?:target$|detail/)"),
}


def is_library_copy(header: str, scopes: tuple[Part, ...]) -> bool:
    """Whether what `header` (as shown) defines in `scopes` is a copied library's.

    Namespace and folder must agree: a project may call a namespace `cuda`, or a folder `cub`.
    """
    return any(
        folder is not None and folder.search(header) is not None
        for folder in (_FOLDERS.get(part.identifier) for part in scopes)
    )
