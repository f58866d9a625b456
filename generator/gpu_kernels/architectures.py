"""Brings the PTX texts of one source for several architectures to one account of its kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from gpu_kernels.diagnostics import InputError, Place
from gpu_kernels.entry_names import normalise
from gpu_kernels.ptx_facts import LaunchBounds, PtxEntry, PtxModule, PtxParameter

PlaceOf = Callable[[str], Place]


def agree(modules: list[PtxModule], place_of: PlaceOf) -> PtxModule:
    """The facts that hold for every architecture: those of the first (lowest) one, which the others must
    share in names and parameters. Raises InputError, which shows both, where they differ; `place_of` gives
    the place of a kernel by its normalised name.

    A launch bound that differs is left out, for the driver to check; of shared memory the most counts.
    """
    first = modules[0]
    entries = {normalise(entry.name): entry for entry in first.entries}
    for module in modules[1:]:
        others = {normalise(entry.name): entry for entry in module.entries}
        for name in sorted(entries.keys() ^ others.keys()):
            there, elsewhere = (first, module) if name in entries else (module, first)
            raise InputError(
                place_of(name),
                f"kernel `{name}` is compiled for {there.target} but not for {elsewhere.target}: every "
                "architecture of a library must have the same kernels; put #if on __CUDA_ARCH__ inside the "
                "kernel",
            )
        for name, other in others.items():
            entries[name] = _common(entries[name], other, (first.target, module.target), place_of(name))
        _check_symbols(first, module, place_of)
    return replace(first, entries=tuple(entries.values()))


def _common(one: PtxEntry, other: PtxEntry, targets: tuple[str, str], place: Place) -> PtxEntry:
    if one.name != other.name:
        raise InputError(
            place,
            f"nvcc names this kernel `{one.name}` for {targets[0]} and `{other.name}` for {targets[1]}, so "
            "that one name cannot load both; take it out of the unnamed namespace",
        )
    if one.parameters != other.parameters:
        raise InputError(
            place,
            f"kernel `{one.name}` takes ({_shown(one.parameters)}) for {targets[0]} and "
            f"({_shown(other.parameters)}) for {targets[1]}: its parameters must not depend on __CUDA_ARCH__",
        )
    return replace(
        one,
        bounds=_common_bounds(one.bounds, other.bounds),
        static_shared=max(one.static_shared, other.static_shared),
        dynamic_shared=one.dynamic_shared or other.dynamic_shared,
    )


def _check_symbols(first: PtxModule, module: PtxModule, place_of: PlaceOf) -> None:
    """A variable that one architecture does not use may be missing there; where it exists, it has one
    size."""
    others = {symbol.name: symbol for symbol in module.symbols}
    for symbol in first.symbols:
        other = others.get(symbol.name, symbol)
        if (symbol.size, symbol.alignment) != (other.size, other.alignment):
            raise InputError(
                place_of(normalise(symbol.name)),
                f"variable `{symbol.name}` has {symbol.size} bytes for {first.target} and {other.size} for "
                f"{module.target}: its type must not depend on __CUDA_ARCH__",
            )


def _common_bounds(one: LaunchBounds, other: LaunchBounds) -> LaunchBounds:
    same = {field.name: getattr(one, field.name) for field in fields(one)}
    return LaunchBounds(**{name: value for name, value in same.items() if getattr(other, name) == value})


def _shown(parameters: tuple[PtxParameter, ...]) -> str:
    return ", ".join(map(_shown_parameter, parameters))


def _shown_parameter(parameter: PtxParameter) -> str:
    if parameter.type == "b8":
        return f".align {parameter.alignment} .b8[{parameter.size}]"
    return f".{parameter.type}"
