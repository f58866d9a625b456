"""Names the classes of a debug record in full, where no mangled name tells them: nvcc records them without
scopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpu_kernels.cxx_types import (
    Builtin,
    Constant,
    Named,
    Part,
    StandardAlias,
    TemplateArgument,
    Type,
)
from gpu_kernels.debug_facts import DebugRecord, DebugType
from gpu_kernels.debug_types import STANDARD_ALIASES, DebugTypes, name_classes
from gpu_kernels.entry_names import is_mangled
from gpu_kernels.header_search import find_definitions
from gpu_kernels.mangled_name import MangledNameError, decode_type_name
from gpu_kernels.template_text import UnknownArgumentError, read_class_name

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext

_MAX_DEPTH = 50
_WIDTHS = {"8": "signed char", "16": "short", "32": "int", "64": "long"}


class RecordNames:
    """Reads scopes from the text at the place where the record says a class is defined.

    `arguments`: the kernel's template arguments, which tell the types and enumerators of their names.
    """

    def __init__(
        self, record: DebugRecord, context: SourceContext, arguments: tuple[TemplateArgument, ...] = ()
    ) -> None:
        self._record = record
        self._context = context
        self._types = DebugTypes(record)
        self._arguments = arguments
        self._depth = 0

    def qualified(self, number: int) -> Named:
        """The class or enumeration with its scopes. Raises UnknownArgumentError."""
        found = self._record.type(number)
        if found.kind == "enum" and is_mangled(found.name):
            try:
                return Named(decode_type_name(found.name))
            except MangledNameError as error:
                raise UnknownArgumentError(str(error)) from error
        if is_mangled(found.name):
            raise UnknownArgumentError("it is local to a function, or unnamed")
        self._depth += 1
        try:
            if self._depth > _MAX_DEPTH:
                raise UnknownArgumentError(f"`{found.name}` nests too deeply")
            last = read_class_name(found.name, self._resolve)
            return Named((*self._scopes(number, found, last.identifier), last))
        finally:
            self._depth -= 1

    def _scopes(self, number: int, found: DebugType, identifier: str) -> tuple[Part, ...]:
        scopes = self._context.texts.scopes(found.place.file)
        if scopes is None:
            return ()
        around = scopes.around(identifier, found.place.line)
        if any(scope.template for scope in around):
            return self._owner(number, around[-1].name, found.name).parts
        names = scopes.scopes_of(identifier, found.place.line)
        if names is None:
            raise UnknownArgumentError(f"`{found.name}` stands in a function or an unnamed namespace")
        return tuple(Part(name) for name in names)

    def _owner(self, number: int, name: str, member: str) -> Named:
        """The class of the given name that has a member of the type `number`: text alone does not tell which
        of a class template's."""
        hints = {
            of
            for of in self._arguments
            if isinstance(of, Named) and of.parts[-1].identifier == name and of.parts[-1].arguments
        }
        if len(hints) == 1:
            return hints.pop()
        owners = {
            self.qualified(owner)
            for owner, of in self._record.types.items()
            if of.kind in ("class", "union")
            and of.name.split("<", 1)[0] == name
            and any(self._core(inner.type) == number for inner in of.members)
        }
        if len(owners) != 1:
            raise UnknownArgumentError(f"`{member}` is a member of the class template `{name}`")
        return owners.pop()

    def _core(self, number: int) -> int:
        """The type without aliases, qualifiers, pointers and array bounds."""
        for _ in range(_MAX_DEPTH):
            of = self._record.type(number)
            if of.kind not in ("alias", "const", "volatile", "array", "pointer"):
                break
            number = of.of
        return number

    # -- template arguments, which the record spells without scopes

    def _resolve(self, text: str) -> TemplateArgument:
        enumeration, colons, enumerator = text.partition("::")
        if colons:
            return self._enumerator(enumeration, enumerator)
        return self._type(text)

    def _enumerator(self, enumeration: str, name: str) -> Constant:
        for argument in self._arguments:
            known = isinstance(argument, Constant) and isinstance(argument.type, Named)
            if known and (argument.type.parts[-1].identifier, argument.name) == (enumeration, name):
                return argument
        return Constant(self._type(enumeration), "", name)

    def _type(self, text: str) -> Type:
        hints = {
            of
            for argument in self._arguments
            for of in (argument.type if isinstance(argument, Constant) else argument,)
            if isinstance(of, Named) and of.parts[-1] == Part(text)
        }
        if len(hints) == 1:
            return hints.pop()
        numbers = self._numbers(text)
        types = {name_classes(self._types.convert(number), self.qualified, []) for number in numbers}
        if len(types) == 1:
            return types.pop()
        if not types and text in STANDARD_ALIASES:
            return StandardAlias(f"std::{text}", STANDARD_ALIASES[text], _standard_target(text))
        found = set() if types else set(find_definitions(self._context, text.split("<", 1)[0].strip()))
        if len(found) != 1:
            raise UnknownArgumentError(f"its template argument is `{text}`")
        part = read_class_name(text, self._resolve)
        return Named((*(Part(name) for name in found.pop()), part))

    def _numbers(self, text: str) -> tuple[int, ...]:
        mangled = f"{len(text)}{text}E"
        enumerations = tuple(
            number
            for name, numbers in self._record.named.items()
            if is_mangled(name) and name.endswith(mangled)
            for number in numbers
        )
        return self._record.named.get(text, ()) + enumerations


def _standard_target(name: str) -> Builtin:
    """What a name of <cstdint> or <cstddef> stands for on nvcc's hosts."""
    unsigned = name.startswith(("u", "size"))
    bits = "".join(character for character in name if character.isdigit())
    of = _WIDTHS.get(bits, "long") if "fast" not in name or bits == "8" else "long"
    return Builtin(f"unsigned {of.replace('signed ', '')}" if unsigned else of)
