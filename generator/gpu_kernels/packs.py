"""Expands template argument packs: a pattern stands for as many types as its packs have elements."""

from __future__ import annotations

from dataclasses import replace

from gpu_kernels.cxx_types import Array, Function, Named, Pack, Pointer, Qualified, Reference, Type


def expand(pattern: object) -> list[Type]:
    """The types that a pack expansion stands for: the pattern once for each element of its packs."""
    count = _pack_length(pattern)
    return [_element(pattern, index) for index in range(count)]  # type: ignore[misc]


def _children(value: object) -> list[object]:
    if isinstance(value, (Pointer, Reference)):
        return [value.to]
    if isinstance(value, (Qualified, Array)):
        return [value.of]
    if isinstance(value, Named):
        return [argument for part in value.parts for argument in part.arguments or ()]
    if isinstance(value, Function):
        return [value.result, *value.parameters]
    return []


def _pack_length(value: object) -> int:
    if isinstance(value, Pack):
        return len(value.elements)
    return max((_pack_length(child) for child in _children(value)), default=0)


def _element(value: object, index: int) -> object:
    if isinstance(value, Pack):
        return value.elements[index]
    if isinstance(value, (Pointer, Reference)):
        return replace(value, to=_element(value.to, index))
    if isinstance(value, (Qualified, Array)):
        return replace(value, of=_element(value.of, index))
    if isinstance(value, Named):
        return Named(
            tuple(
                replace(part, arguments=tuple(_element(argument, index) for argument in part.arguments))
                if part.arguments is not None
                else part
                for part in value.parts
            )
        )
    if isinstance(value, Function):
        parameters = tuple(_element(parameter, index) for parameter in value.parameters)
        return replace(value, result=_element(value.result, index), parameters=parameters)
    return value
