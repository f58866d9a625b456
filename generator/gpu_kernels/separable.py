"""Brings the sources of a SEPARABLE library together, as the device linker will: what one text declares,
another one defines."""

from __future__ import annotations

from dataclasses import replace

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.diagnostics import Diagnostics, Place
from gpu_kernels.entry_names import is_mangled
from gpu_kernels.mangled_name import MangledNameError, decode
from gpu_kernels.ptx_facts import PtxModule


def join_modules(
    modules: list[PtxModule], paths: list[str], has_machine_code: bool, diagnostics: Diagnostics
) -> list[PtxModule]:
    """The modules of a library's sources as parts of one image: what several define weakly (templates, inline
    variables) stays in the first, and kernels know of dynamic shared memory that functions of other sources
    use."""
    _check_definitions(modules, paths, diagnostics)
    if not has_machine_code:  # else nvlink says so
        _warn_of_undefined(modules, paths, diagnostics)
    users = _users_of_dynamic_shared(modules)
    seen: set[str] = set()
    joined = []
    for module in modules:
        entries = [one for one in module.entries if not (one.weak and one.name in seen)]
        symbols = [one for one in module.symbols if not (one.linkage == "weak" and one.name in seen)]
        seen |= {one.name for one in entries if one.weak}
        seen |= {one.name for one in symbols if one.linkage == "weak"}
        entries = [replace(one, dynamic_shared=one.dynamic_shared or one.name in users) for one in entries]
        joined.append(replace(module, entries=tuple(entries), symbols=tuple(symbols)))
    return joined


def shown_name(name: str) -> str:
    """A name of a PTX text as C++ has it: `app::helper(float, int)`; as it is where it is not mangled."""
    if not is_mangled(name):
        return name
    try:
        decoded = decode(name)
    except MangledNameError:
        return name
    path = PLAIN.path(decoded.parts)
    if not decoded.parameters and not name.endswith("v"):  # a variable; functions of no parameters say (void)
        return path
    return f"{path}({', '.join(map(PLAIN.type, decoded.parameters))})"


def _check_definitions(modules: list[PtxModule], paths: list[str], diagnostics: Diagnostics) -> None:
    """Functions and variables that two sources define; kernels are checked as kernels."""
    found: dict[str, str] = {}
    for module, path in zip(modules, paths):
        kernels = {entry.name for entry in module.entries}
        for name in sorted(module.defined.keys() - kernels):
            if module.defined[name] != "visible":
                continue
            other = found.setdefault(name, path)
            if other != path:
                diagnostics.error(
                    Place(path),
                    f"`{shown_name(name)}` is defined in two sources, which SEPARABLE links into one image; "
                    "declare it extern in one of them, or make it static or inline",
                    ((Place(other), "the other definition is here"),),
                )


def _warn_of_undefined(modules: list[PtxModule], paths: list[str], diagnostics: Diagnostics) -> None:
    defined = {name for module in modules for name in module.defined}
    for module, path in zip(modules, paths):
        variables = {symbol.name for symbol in module.symbols}
        for name in sorted(module.declared - defined):
            # Functions that are not mangled may be the driver's own: vprintf, malloc, __assertfail.
            if name in variables or is_mangled(name):
                diagnostics.warning(
                    Place(path),
                    f"`{shown_name(name)}` is used here and defined in no source of the library: its kernels "
                    "will not load, as the driver cannot link them",
                )


def _users_of_dynamic_shared(modules: list[PtxModule]) -> set[str]:
    users = {name for module in modules for name in module.dynamic_shared}
    grown = True
    while grown:
        more = {
            name
            for module in modules
            for name, called in module.calls.items()
            if name not in users and called & users
        }
        users |= more
        grown = bool(more)
    return users
