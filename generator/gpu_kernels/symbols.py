"""Finds the variables of one source that the host may read and write: `__constant__`, `__device__`,
`__managed__`.

A variable whose type the host cannot name is no error, as device code may keep its own variables; it gets no
object, and the header says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpu_kernels.comments import read_comment
from gpu_kernels.cxx_types import ANONYMOUS, Array, Named, Part, Qualified, Type
from gpu_kernels.debug_facts import DebugRecord, DebugVariable
from gpu_kernels.debug_types import DebugTypes, UnknownDebugTypeError, name_classes
from gpu_kernels.entry_names import is_mangled, normalise, source_name
from gpu_kernels.layouts import LayoutReader
from gpu_kernels.mangled_name import MangledNameError, decode
from gpu_kernels.model import HiddenSymbol, Layout, Symbol
from gpu_kernels.ptx_facts import PtxModule, PtxSymbol
from gpu_kernels.record_names import RecordNames
from gpu_kernels.template_text import UnknownArgumentError
from gpu_kernels.type_checks import Notes, TypeCheck

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext

_KINDS = {"const": "constant", "global": "device"}
_LOCAL = "_ZZ"


class SymbolMerger:
    """Merges the variables of one source; `includes` collects what the host must include for their types."""

    def __init__(self, module: PtxModule, record: DebugRecord, context: SourceContext) -> None:
        self._module = module
        self._record = record
        self._context = context
        self._types = DebugTypes(record)
        self.symbols: list[Symbol] = []
        self.hidden: list[HiddenSymbol] = []
        self.layouts: dict[Named, Layout] = {}
        self.includes: set[str] = set()
        self._layouts = LayoutReader(record, context.paths)

    def merge(self) -> None:
        for symbol in self._module.symbols:
            variable = self._record.variables.get(normalise(symbol.name))
            if symbol.space not in _KINDS or variable is None or source_name(symbol.name).startswith(_LOCAL):
                continue  # the compiler's own, or local to a function
            if symbol.linkage == "extern":
                continue  # another source of a SEPARABLE library defines it
            if variable.place.file:
                self._add(symbol, variable)

    def _add(self, symbol: PtxSymbol, variable: DebugVariable) -> None:
        try:
            parts = (
                decode(symbol.name).parts if is_mangled(symbol.name) else (Part(source_name(symbol.name)),)
            )
        except MangledNameError:
            return
        if self._context.is_library(variable.place.file, parts[:-1]):
            return
        *scopes, last = [part for part in parts if part != ANONYMOUS]
        shown = "::".join(part.identifier for part in (*scopes, last))
        of = self._type(variable, shown, symbol)
        if of is None:
            return
        if last.arguments is not None or any(part.arguments is not None for part in scopes):
            self._hide(shown, "is a template")
            return
        names = tuple(part.identifier for part in scopes)
        self.symbols.append(
            Symbol(
                namespaces=self._context.namespaces(names, variable.place.file),
                name=last.identifier,
                entry=symbol.name,
                hashed=normalise(symbol.name) != symbol.name,
                image=self._context.index,
                place=variable.place,
                file=self._context.paths.shown(variable.place.file),
                comment=self._comment(variable, last.identifier),
                kind="managed" if symbol.managed else _KINDS[symbol.space],
                type=of,
                size=symbol.size,
                alignment=symbol.alignment,
            )
        )

    def _type(self, variable: DebugVariable, shown: str, symbol: PtxSymbol) -> Type | None:
        reasons: list[str] = []

        def error(what: str, notes: Notes) -> None:
            reasons.append(what)

        check = TypeCheck(self._record, self._context, error)
        met: list[tuple[Named, int]] = []
        try:
            names = RecordNames(self._record, self._context)
            of = name_classes(self._types.convert(variable.type), names.qualified, met)
        except (UnknownDebugTypeError, UnknownArgumentError) as reason:
            self._hide(shown, f"has a type that cannot be told in full: {reason}")
            return None
        if self._types.size(variable.type) != symbol.size:
            self._hide(shown, "has another size in the optimised PTX than in the debug record")
        elif check.nameable(of) and check.headers(of, met):
            self.includes |= check.includes
            self._add_layout(of, met)
            return of
        else:
            self._hide(shown, reasons[0])
        return None

    def _add_layout(self, of: Type, met: list[tuple[Named, int]]) -> None:
        """The layout of a variable that is a class, or an array of one. Its own alignment may exceed the
        class's."""
        while isinstance(of, (Array, Qualified)):
            of = of.of
        for named, number in met:
            if named == of:
                self.layouts[named] = self._layouts.read(named, number, self._types.size(number), 0)

    def _hide(self, shown: str, reason: str) -> None:
        self.hidden.append(HiddenSymbol(shown, reason))

    def _comment(self, variable: DebugVariable, name: str) -> tuple[str, ...]:
        text = self._context.texts.text(variable.place.file)
        return read_comment(text, variable.place.line, name) if text is not None else ()
