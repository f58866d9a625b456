"""Merges what the witnesses say of one parameter: size and alignment from the PTX, type from the mangled name
and the debug record, name from the debug record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import (
    ANONYMOUS,
    Array,
    Builtin,
    Constant,
    EntityAddress,
    Function,
    Named,
    Pack,
    Part,
    Pointer,
    Qualified,
    Reference,
    StandardAlias,
    Type,
    Unnameable,
    unqualified,
)
from gpu_kernels.debug_facts import DebugFunction, DebugParameter, DebugRecord
from gpu_kernels.debug_types import DebugTypes, UnknownDebugTypeError, name_classes
from gpu_kernels.diagnostics import Place
from gpu_kernels.mangled_name import MangledNameError, decode_type_name, is_mangled
from gpu_kernels.model import Parameter
from gpu_kernels.ptx_facts import PtxEntry, PtxParameter
from gpu_kernels.standard_headers import public_header
from gpu_kernels.template_text import UnknownArgumentError, read_class_name

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext

# Builtin types whose size is not the same on the device and on the host.
_UNSHARED = {
    "long double": "8 bytes on the device, 16 on the host",
    "__float128": "no support on the host's side",
}
_SOURCE_SUFFIXES = (".cu",)


@dataclass(frozen=True)
class MergedParameter:
    """`by_value`: the class or enumeration that is passed, and its number in the debug record."""

    parameter: Parameter
    by_value: tuple[Named, int] | None


def pair_parameters(
    entry: PtxEntry, said: tuple[Type, ...] | None, function: DebugFunction, types: DebugTypes
) -> list[DebugParameter | None]:
    """The debug record's parameter for each of the entry's; None where it has none or it is not certain
    which.

    nvcc leaves a `__grid_constant__` parameter that no code uses out of the debug record, so counts may
    differ.
    """
    count, recorded = len(entry.parameters), function.parameters
    if len(recorded) == count:
        return list(recorded)
    if len(recorded) > count:
        return [None] * count

    def fits(index: int, parameter: DebugParameter) -> bool:
        if parameter.symbol.startswith(f"{entry.name}_param_"):
            return parameter.symbol == f"{entry.name}_param_{index}"
        if types.size(parameter.type) != entry.parameters[index].size:
            return False
        try:
            if said is not None:
                types.join(said[index], parameter.type)
        except (ValueError, UnknownDebugTypeError):
            return False
        return True

    first = _match(count, recorded, fits)
    backwards = _match(count, recorded[::-1], lambda index, parameter: fits(count - 1 - index, parameter))
    last = [count - 1 - index for index in reversed(backwards)]
    if not first or first != last:
        return [None] * count if said is None or not first else _certain(count, recorded, first, last)
    return _certain(count, recorded, first, last)


def _match(count, recorded, fits) -> list[int]:
    """The lowest index for each recorded parameter, in order; [] if they do not all fit."""
    indices: list[int] = []
    index = 0
    for parameter in recorded:
        while index < count and not fits(index, parameter):
            index += 1
        if index == count:
            return []
        indices.append(index)
        index += 1
    return indices


def _certain(
    count: int, recorded: tuple[DebugParameter, ...], first: list[int], last: list[int]
) -> list[DebugParameter | None]:
    result: list[DebugParameter | None] = [None] * count
    for parameter, low, high in zip(recorded, first, last):
        if low == high:
            result[low] = parameter
    return result


class ParameterMerger:
    """Merges one parameter; `includes` collects what the host must include for its type."""

    def __init__(
        self,
        index: int,
        ptx: PtxParameter,
        function: DebugFunction,
        record: DebugRecord,
        context: SourceContext,
        types: DebugTypes,
    ) -> None:
        self._index = index
        self._ptx = ptx
        self._function = function
        self._record = record
        self._context = context
        self._types = types
        self._name = ""
        self.includes: set[str] = set()

    def error(self, what: str, notes: tuple[tuple[Place, str], ...] = ()) -> None:
        name = f"`{self._name}`" if self._name else f"{self._index + 1}"
        message = f"parameter {name} of kernel `{self._function.name}` {what}"
        self._context.diagnostics.error(self._function.place, message, notes)

    def merge(self, said: Type | None, recorded: DebugParameter | None) -> MergedParameter | None:
        """None after an error. Raises UnknownDebugTypeError."""
        self._name = recorded.name if recorded is not None else ""
        met: list[tuple[Named, int]] = []
        if said is None:
            if recorded is None:
                self.error(
                    "is missing from the debug record, where nvcc leaves out an unused __grid_constant__ "
                    'parameter; use it in the kernel, or drop extern "C" so that its name tells the type'
                )
                return None
            of = self._from_record(recorded, met)
            if of is None:
                return None
        elif recorded is None:
            of = unqualified(said)
        else:
            try:
                of, met = self._types.join(said, recorded.type)
            except ValueError:
                self._report_difference(said, recorded)
                return None
        if not self._check(of, recorded) or not self._check_headers(of, met):
            return None
        by_value = next(((named, number) for named, number in met if named == of), None)
        parameter = Parameter(self._name, of, self._kind(of, by_value), self._ptx.size, self._ptx.alignment)
        return MergedParameter(parameter, by_value)

    def _kind(self, of: Type, by_value: tuple[Named, int] | None) -> str:
        if isinstance(of, Pointer):
            return "function_pointer" if isinstance(of.to, Function) else "pointer"
        if isinstance(of, Named):
            if by_value is not None:
                return "enum" if self._record.type(by_value[1]).kind == "enum" else "class"
            return "class" if self._ptx.type == "b8" else "enum"
        return "scalar" if isinstance(of, (Builtin, StandardAlias)) and "nullptr" not in of.name else "other"

    def _report_difference(self, said: Type, recorded: DebugParameter) -> None:
        other = self._types.convert(recorded.type)
        text = PLAIN.type(
            name_classes(other, lambda number: Named((Part(self._record.type(number).name),)), [])
        )
        self.error(
            f"is `{PLAIN.type(said)}` in the optimised PTX but `{text}` in the debug record: {_SAME_SOURCE}"
        )

    # -- extern "C": the debug record is the only witness of the type

    def _from_record(self, recorded: DebugParameter, met: list[tuple[Named, int]]) -> Type | None:
        try:
            return name_classes(unqualified(self._types.convert(recorded.type)), self._qualified_class, met)
        except UnknownArgumentError as error:
            self.error(
                f'has a type whose name cannot be told in full: {error}; drop extern "C" from the kernel'
            )
            return None

    def _qualified_class(self, number: int) -> Named:
        found = self._record.type(number)
        if found.kind == "enum" and is_mangled(found.name):
            try:
                return Named(decode_type_name(found.name))
            except MangledNameError as error:
                raise UnknownArgumentError(str(error)) from error
        if is_mangled(found.name):
            raise UnknownArgumentError("it is local to a function, or unnamed")
        last = read_class_name(found.name)
        scopes = self._context.texts.scopes(found.place.file)
        names = scopes.scopes_of(last.identifier, found.place.line) if scopes is not None else ()
        if names is None:
            raise UnknownArgumentError(
                f"`{found.name}` ({found.place}) stands in a function or an unnamed namespace"
            )
        return Named((*(Part(name) for name in names), last))

    # -- checks

    def _check(self, of: Type, recorded: DebugParameter | None) -> bool:
        if isinstance(of, Reference):
            value = PLAIN.type(unqualified(of.to))
            self.error(
                f"is a reference (`{PLAIN.type(of)}`), which would hand the kernel an address of the host's "
                f"memory; "
                f"take `{value}` by value, or `{PLAIN.type(of.to)}*`"
            )
            return False
        for inner in _walk(of):
            if isinstance(inner, Unnameable):
                self.error(f"has a type that the host cannot name: it is {inner.what}; define it in a header")
                return False
            if isinstance(inner, Named) and ANONYMOUS in inner.parts:
                self.error(
                    f"has a type in an unnamed namespace, `{inner.parts[-1].identifier}`; define it in a "
                    f"header"
                )
                return False
            if isinstance(inner, Builtin) and inner.name in _UNSHARED:
                self.error(
                    f"is `{inner.name}`, which host and device do not share ({_UNSHARED[inner.name]}); use "
                    f"double"
                )
                return False
        size = self._types.size(recorded.type) if recorded is not None else 0
        if size and size != self._ptx.size:
            self.error(
                f"has {self._ptx.size} bytes in the optimised PTX but {size} in the debug record: "
                f"{_SAME_SOURCE}"
            )
            return False
        return True

    def _check_headers(self, of: Type, met: list[tuple[Named, int]]) -> bool:
        self.includes |= {inner.header for inner in _walk(of) if isinstance(inner, StandardAlias)}
        if any(isinstance(inner, Builtin) and inner.name == "std::nullptr_t" for inner in _walk(of)):
            self.includes.add("<cstddef>")
        if self._context.override_includes:
            return True
        places = {named: self._record.type(number).place for named, number in met}
        good = True
        for inner in _walk(of):
            if not isinstance(inner, Named):
                continue
            header = public_header(inner.parts)
            place = places.get(inner) or self._place_by_name(inner)
            if header is not None:
                self.includes.add(header)
            elif place is None or not place.file:
                self.error(
                    f"has the type `{PLAIN.type(inner)}`, whose header is unknown; name it in HOST_INCLUDES"
                )
                good = False
            elif self._is_source(place.file):
                self.error(
                    f"has the type `{PLAIN.type(inner)}`, which is defined in a .cu file that the host "
                    f"cannot include; "
                    "move it to a header that the .cu file includes",
                    ((place, f"`{inner.parts[-1].identifier}` is defined here"),),
                )
                good = False
            else:
                self.includes.add(self._context.paths.include(place.file))
        return good

    def _place_by_name(self, named: Named) -> Place | None:
        for name, places in self._record.class_places.items():
            if name.split("<", 1)[0] == named.parts[-1].identifier:
                return places[0]
            if is_mangled(name) and name.endswith(f"{named.parts[-1].identifier}E"):
                return places[0]
        return None

    def _is_source(self, path: str) -> bool:
        return path in self._context.source_paths or path.endswith(_SOURCE_SUFFIXES)


_SAME_SOURCE = "the two compiles must see the same source; look for #if on __CUDACC_DEBUG__ or NDEBUG"


def _walk(of: object) -> list[object]:
    """A type and all types that its spelling names."""
    result = [of]
    if isinstance(of, (Pointer, Reference)):
        result += _walk(of.to)
    elif isinstance(of, (Qualified, Array)):
        result += _walk(of.of)
    elif isinstance(of, Function):
        result += _walk(of.result)
        for parameter in of.parameters:
            result += _walk(parameter)
    elif isinstance(of, Named):
        for part in of.parts:
            for argument in part.arguments or ():
                result += _walk_argument(argument)
    return result


def _walk_argument(argument: object) -> list[object]:
    if isinstance(argument, Pack):
        return [inner for element in argument.elements for inner in _walk_argument(element)]
    if isinstance(argument, Constant):
        return _walk(argument.type)
    if isinstance(argument, EntityAddress):
        return []
    return _walk(argument)
