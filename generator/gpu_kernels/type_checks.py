"""Checks that the host can name a type and that host and device mean the same by it; finds the headers that
define it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import (
    ANONYMOUS,
    Array,
    Builtin,
    Constant,
    EntityAddress,
    Function,
    MemberAddress,
    MemberPointer,
    Named,
    Pack,
    Pointer,
    Qualified,
    Reference,
    StandardAlias,
    Unnameable,
)
from gpu_kernels.debug_facts import DebugRecord
from gpu_kernels.diagnostics import Place
from gpu_kernels.entry_names import is_mangled
from gpu_kernels.header_search import find_definition
from gpu_kernels.standard_headers import public_header

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext

# Builtin types whose size is not the same on the device and on the host.
_UNSHARED = {
    "long double": "8 bytes on the device, 16 on the host",
    "__float128": "no support on the host's side",
}

Notes = tuple[tuple[Place, str], ...]


class TypeCheck:
    """Checks types of one kernel; `error` reports what is wrong with the type at hand, and `includes`
    collects headers."""

    def __init__(
        self, record: DebugRecord, context: SourceContext, error: Callable[[str, Notes], None]
    ) -> None:
        self._record = record
        self._context = context
        self._error = error
        self.includes: set[str] = set()

    def nameable(self, of: object) -> bool:
        """Whether the host can name a type (or template argument) and means the same by it."""
        for inner in walk(of):
            what = _unnameable(inner)
            if what:
                self._error(what, ())
                return False
        return True

    def headers(self, of: object, met: list[tuple[Named, int]]) -> bool:
        """Whether every class in a type comes from a header; `met` tells where some of them stand."""
        for inner in walk(of):
            if isinstance(inner, StandardAlias):
                self.includes.add(inner.header)
            elif isinstance(inner, Builtin) and inner.name == "std::nullptr_t":
                self.includes.add("<cstddef>")
        places = {named: self._record.type(number).place for named, number in met}
        named_types = [inner for inner in walk(of) if isinstance(inner, Named)]
        return all([self._header(inner, places.get(inner)) for inner in named_types])

    def _header(self, named: Named, known: Place | None) -> bool:
        header = public_header(named.parts)
        place = known or self._place_by_name(named)
        if place is None and header is None:
            context = self._context
            place = find_definition(context.path, named.parts, context.texts, context.paths)
        if header is not None:
            self.includes.add(header)
        elif place is None or not place.file:
            if self._context.has_host_includes:  # then one of them may define it; the host compiler will tell
                return True
            self._error(
                f"has the type `{PLAIN.type(named)}`, whose header is unknown; name it in HOST_INCLUDES", ()
            )
            return False
        elif self._context.is_source(place.file):
            if self._context.has_host_includes:
                return True
            self._error(
                f"has the type `{PLAIN.type(named)}`, which is defined in a .cu file that the host cannot "
                "include; move it to a header that the .cu file includes, or name a header that defines the "
                "same for the host in HOST_INCLUDES",
                ((place, f"`{named.parts[-1].identifier}` is defined here"),),
            )
            return False
        else:
            self.includes.add(self._context.paths.include(place.file))
        return True

    def _place_by_name(self, named: Named) -> Place | None:
        """Where a class stands that no parameter leads to, such as a template argument."""
        identifier = named.parts[-1].identifier
        for name, places in self._record.class_places.items():
            if name.split("<", 1)[0] == identifier or (is_mangled(name) and name.endswith(f"{identifier}E")):
                return places[0]
        return None


def _unnameable(inner: object) -> str:
    """What is wrong with one type, to follow a parameter's name; "" if nothing is."""
    if isinstance(inner, Unnameable):
        return f"has a type that the host cannot name: it is {inner.what}; define it in a header"
    if isinstance(inner, Named) and ANONYMOUS in inner.parts:
        return f"has a type in an unnamed namespace, `{inner.parts[-1].identifier}`; define it in a header"
    if isinstance(inner, Builtin) and inner.name in _UNSHARED:
        return f"is `{inner.name}`, which host and device do not share ({_UNSHARED[inner.name]}); use double"
    if isinstance(inner, EntityAddress):
        return (
            f"has a type that depends on the address of `{PLAIN.path(inner.parts)}`, which the host cannot "
            "name as the device does; use a class with a call operator, or an enumeration"
        )
    return ""


def walk(of: object) -> list[object]:
    """A type, or template argument, and all types that its spelling names."""
    result = [of]
    if isinstance(of, (Pointer, Reference)):
        result += walk(of.to)
    elif isinstance(of, (Qualified, Array)):
        result += walk(of.of)
    elif isinstance(of, MemberPointer):
        result += [*walk(of.of), *walk(of.to)]
    elif isinstance(of, Function):
        result += [inner for part in (of.result, *of.parameters) for inner in walk(part)]
    elif isinstance(of, Named):
        result += [
            inner for part in of.parts for argument in part.arguments or () for inner in walk(argument)
        ]
    elif isinstance(of, Pack):
        result += [inner for element in of.elements for inner in walk(element)]
    elif isinstance(of, MemberAddress):
        result += walk(Named(of.parts[:-1]))
    elif isinstance(of, Constant):
        result += walk(of.type)
    return result
