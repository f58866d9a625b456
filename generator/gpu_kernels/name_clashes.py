"""Finds types of the user's that a name of the generated header would hide.

The header declares its objects in the library's namespace, which may be a namespace of the user's too.
"""

from __future__ import annotations

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import ANONYMOUS, Named
from gpu_kernels.diagnostics import Diagnostics
from gpu_kernels.model import Kernel, Symbol
from gpu_kernels.type_checks import walk

Path = tuple[str, ...]
# What the generated header declares in the library's namespace itself.
RESERVED = ("library",)


def type_paths(kernels: list[Kernel], symbols: list[Symbol]) -> dict[Path, tuple[Named, Kernel | None]]:
    """The classes and enumerations that signatures name, by qualified name, and a kernel that names each."""
    found: dict[Path, tuple[Named, Kernel | None]] = {}
    for kernel in kernels:
        for of in (*(parameter.type for parameter in kernel.parameters), *(kernel.template_arguments or ())):
            for named in _named(of):
                found.setdefault(tuple(part.identifier for part in named.parts), (named, kernel))
    for symbol in symbols:
        for named in _named(symbol.type):
            found.setdefault(tuple(part.identifier for part in named.parts), (named, None))
    return found


def _named(of: object) -> list[Named]:
    return [inner for inner in walk(of) if isinstance(inner, Named) and ANONYMOUS not in inner.parts]


def check_type_names(
    namespace: str, kernels: list[Kernel], symbols: list[Symbol], diagnostics: Diagnostics
) -> None:
    """Reports kernels, and the header's own objects, that hide a type in the library's `namespace`."""
    outer = tuple(namespace.split("::"))
    types = type_paths(kernels, symbols)
    inside = {
        path: by for path, by in types.items() if path[: len(outer)] == outer and len(path) > len(outer)
    }
    if not inside:
        return
    by_kernel: dict[Path, Kernel] = {}
    for kernel in kernels:
        by_kernel.setdefault((*outer, *(space.name for space in kernel.namespaces), kernel.name), kernel)
    for path, (named, user) in inside.items():
        for depth in range(len(outer) + 1, len(path) + 1):
            _check_prefix(path[:depth], named, user, by_kernel, namespace, diagnostics)
        _check_kernels_inside(path, named, kernels, outer, diagnostics)


def _check_prefix(
    prefix: Path,
    named: Named,
    user: Kernel | None,
    by_kernel: dict[Path, Kernel],
    namespace: str,
    diagnostics: Diagnostics,
) -> None:
    """A part of the type's name is the name of an object."""
    shown, hidden = "::".join(prefix), PLAIN.type(named)
    if prefix in by_kernel:
        diagnostics.error(
            by_kernel[prefix].place,
            f"kernel `{by_kernel[prefix].qualified_name}` becomes the object `{shown}` in the library's "
            f"namespace `{namespace}`, where it hides the type `{hidden}`; {_MEND}, or rename the kernel",
        )
    elif prefix == (*namespace.split("::"), *RESERVED) and user is not None:
        diagnostics.error(
            user.place,
            f"kernel `{user.qualified_name}` uses the type `{hidden}`, but the generated header declares "
            f"`{shown}` in the library's namespace `{namespace}`; {_MEND}",
        )


def _check_kernels_inside(
    path: Path, named: Named, kernels: list[Kernel], outer: Path, diagnostics: Diagnostics
) -> None:
    """A kernel's namespace, inside the library's, has the name of the type."""
    for kernel in kernels:
        spaces = (*outer, *(space.name for space in kernel.namespaces))
        if spaces[: len(path)] == path:
            diagnostics.error(
                kernel.place,
                f"kernel `{kernel.qualified_name}` gets its stub in a namespace `{'::'.join(spaces)}`, "
                f"where `{PLAIN.type(named)}` is a type; {_MEND}",
            )


_MEND = "give the library another NAMESPACE"
