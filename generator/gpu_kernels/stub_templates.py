"""Kernel templates as variable templates: their parameters, from the arguments of their instantiations and
the source."""

from __future__ import annotations

from dataclasses import dataclass

from gpu_kernels.cxx_spelling import SHOWN, Speller
from gpu_kernels.cxx_types import Constant, EntityAddress, MemberAddress, Pack, TemplateArgument, flat
from gpu_kernels.model import Kernel
from gpu_kernels.stub_names import unused, usable
from gpu_kernels.template_heads import TemplateParameter

_MAX_LISTED = 30
# For a template whose own head uses names of the source.
_ANY_TEMPLATE = "template <class...> class"


@dataclass(frozen=True)
class StubTemplate:
    """`head` and `arguments` as in `template <head> … name<arguments>`, `defaults` the head with default
    arguments; `instantiations` the list for the compiler's message; `names` the parameters';
    `needs_arguments`: the first parameter has no default."""

    head: str
    defaults: str
    arguments: str
    instantiations: str
    names: tuple[str, ...]
    needs_arguments: bool


def arguments_text(arguments: tuple[TemplateArgument, ...], speller: Speller) -> str:
    """Template arguments between the angle brackets; packs are written out."""
    return ", ".join(text for text in map(speller.argument, arguments) if text)


def build_template(kernels: list[Kernel], speller: Speller) -> StubTemplate:
    """The template of kernels that share a name and `template_shape`."""
    lists = [kernel.template_arguments or () for kernel in kernels]
    head = next((kernel.template_head for kernel in kernels if _fits(kernel.template_head, lists)), None)
    taken: set[str] = set()
    plain, with_defaults, names = [], [], []
    for index, column in enumerate(zip(*lists)):
        said = head[index] if head is not None else TemplateParameter("", "", False, "")
        name = unused(usable(said.name or f"P{index}"), taken)
        taken.add(name)
        pack = isinstance(column[0], Pack)
        kind = said.template or (_ANY_TEMPLATE if said.kind == "template" else _kind(column, speller))
        declaration = f"{kind}{'...' if pack else ''} {name}"
        plain.append(declaration)
        with_defaults.append(f"{declaration} = {said.default}" if said.default and not pack else declaration)
        names.append(f"{name}..." if pack else name)
    listed = sorted({f"{kernels[0].name}<{arguments_text(arguments, SHOWN)}>" for arguments in lists})
    more = f" and {len(listed) - _MAX_LISTED} more" if len(listed) > _MAX_LISTED else ""
    return StubTemplate(
        ", ".join(plain),
        ", ".join(_trailing(with_defaults, plain)),
        ", ".join(names),
        ", ".join(listed[:_MAX_LISTED]) + more,
        tuple(sorted(taken)),
        plain[:1] == _trailing(with_defaults, plain)[:1] and "..." not in "".join(names[:1]),
    )


def template_shape(kernel: Kernel) -> tuple[str, ...] | None:
    """The kinds of a kernel's template arguments, which all instantiations of one template share."""
    if kernel.template_arguments is None:
        return None
    return tuple(
        "pack"
        if isinstance(argument, Pack)
        else "value"
        if isinstance(argument, (Constant, EntityAddress, MemberAddress))
        else "type"
        for argument in kernel.template_arguments
    )


def _trailing(with_defaults: list[str], plain: list[str]) -> list[str]:
    """C++ takes defaults at the end of a list only: those before a parameter without one are left out."""
    result = list(plain)
    for index in range(len(plain) - 1, -1, -1):
        if with_defaults[index] == plain[index] and "..." not in plain[index]:
            break
        result[index] = with_defaults[index]
    return result


def _fits(head: tuple[TemplateParameter, ...] | None, lists: list[tuple[TemplateArgument, ...]]) -> bool:
    if head is None or any(len(head) != len(arguments) for arguments in lists):
        return False
    return all(
        said.pack == isinstance(argument, Pack)
        for arguments in lists
        for said, argument in zip(head, arguments)
    )


def _kind(column: tuple[TemplateArgument, ...], speller: Speller) -> str:
    """`class`, the type that all values of a parameter have, or `auto`."""
    arguments = flat(column)
    values = [argument for argument in arguments if isinstance(argument, Constant)]
    if any(isinstance(argument, (EntityAddress, MemberAddress)) for argument in arguments):
        return "auto"
    if not values:
        return "class"
    types = {value.type for value in values}
    return speller.type(types.pop()) if len(types) == 1 else "auto"
