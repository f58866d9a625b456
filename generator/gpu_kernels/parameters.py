"""Merges what the witnesses say of one parameter: size and alignment from the PTX, type from the mangled name
and the debug record, name from the debug record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import (
    Array,
    Builtin,
    Dependent,
    Function,
    Named,
    Part,
    Pointer,
    Reference,
    StandardAlias,
    TemplateArgument,
    Type,
    unqualified,
)
from gpu_kernels.debug_facts import DebugFunction, DebugParameter, DebugRecord
from gpu_kernels.debug_types import DebugTypes, DependentTypeError, UnknownDebugTypeError, name_classes
from gpu_kernels.entry_names import is_mangled
from gpu_kernels.model import Parameter
from gpu_kernels.ptx_facts import PtxEntry, PtxParameter
from gpu_kernels.record_names import RecordNames
from gpu_kernels.template_text import UnknownArgumentError
from gpu_kernels.type_checks import Notes, TypeCheck

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext


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
        except DependentTypeError:
            return True
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
        arguments: tuple[TemplateArgument, ...] = (),
    ) -> None:
        self._index = index
        self._ptx = ptx
        self._function = function
        self._record = record
        self._context = context
        self._types = types
        self._names = RecordNames(record, context, arguments)
        self._name = ""
        self._mangled = is_mangled(function.linkage_name)
        self._check_type = TypeCheck(record, context, self.error)

    @property
    def includes(self) -> set[str]:
        return self._check_type.includes

    def error(self, what: str, notes: Notes = ()) -> None:
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
                    "is missing from the debug record, where nvcc leaves out what no code uses of "
                    "__grid_constant__ parameters and of lists beyond 4 KB; use it in the kernel, or drop "
                    'extern "C" so that its name tells the type'
                )
                return None
            of = self._from_record(recorded, met)
            if of is None:
                return None
        elif recorded is None:
            of = unqualified(said)
            of = Named(of.parts) if isinstance(of, Dependent) else of
        else:
            try:
                joined: Type | None
                joined, met = self._types.join(said, recorded.type)
            except DependentTypeError:
                joined = self._from_record(recorded, met)
            except ValueError:
                self._report_difference(said, recorded)
                return None
            if joined is None:
                return None
            of = joined
        if not self._check(of, recorded, met):
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

    # -- where the debug record is the only witness of the type

    def _from_record(self, recorded: DebugParameter, met: list[tuple[Named, int]]) -> Type | None:
        try:
            return name_classes(unqualified(self._types.convert(recorded.type)), self._names.qualified, met)
        except UnknownArgumentError as error:
            mend = (
                "write it so that it depends on no template argument" if self._mangled else 'drop extern "C"'
            )
            self.error(f"has a type whose name cannot be told in full: {error}; {mend}")
            return None

    def _check(self, of: Type, recorded: DebugParameter | None, met: list[tuple[Named, int]]) -> bool:
        if isinstance(of, Reference):
            self.error(
                f"is a reference (`{PLAIN.type(of)}`), which would hand the kernel an address of the host's "
                f"memory; take {_instead_of_reference(of.to)}"
            )
            return False
        if isinstance(of, Named) and _owns_host_memory(of):
            self.error(
                f"has the type `{PLAIN.type(of)}`, whose elements are in the host's memory; take a pointer "
                "to them, for which a gpu::DeviceBuffer can be given, and their number"
            )
            return False
        if not self._check_type.nameable(of):
            return False
        size = self._types.size(recorded.type) if recorded is not None else 0
        if size and size != self._ptx.size:
            self.error(
                f"has {self._ptx.size} bytes in the optimised PTX but {size} in the debug record: "
                f"{_SAME_SOURCE}"
            )
            return False
        return self._check_type.headers(of, met)


def _instead_of_reference(to: Type) -> str:
    if isinstance(to, Array):
        return f"a pointer (`{PLAIN.type(to.of)}*`), or a struct that holds the array"
    return f"`{PLAIN.type(unqualified(to))}` by value, or `{PLAIN.type(to)}*`"


_OWNERS = frozenset(
    [
        "basic_string",
        "deque",
        "forward_list",
        "function",
        "list",
        "map",
        "multimap",
        "multiset",
        "set",
        "shared_ptr",
        "unique_ptr",
        "unordered_map",
        "unordered_multimap",
        "unordered_multiset",
        "unordered_set",
        "vector",
    ]
)


def _owns_host_memory(of: Named) -> bool:
    return of.parts[0].identifier == "std" and of.parts[-1].identifier in _OWNERS


_SAME_SOURCE = "the two compiles must see the same source; look for #if on __CUDACC_DEBUG__ or NDEBUG"
