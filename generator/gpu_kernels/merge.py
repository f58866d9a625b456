"""Brings the witnesses of one source together: PTX, mangled names, debug record, comments. Where they
disagree, or a kernel cannot get a stub, it is an error with the kernel's place."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import ANONYMOUS, EntityAddress, Named, Part, TemplateArgument, Type, flat
from gpu_kernels.debug_facts import DebugFunction, DebugParameter, DebugRecord
from gpu_kernels.debug_types import DebugTypes, UnknownDebugTypeError
from gpu_kernels.diagnostics import Diagnostics, Place
from gpu_kernels.entry_names import is_mangled, normalise, source_name
from gpu_kernels.layouts import LayoutReader
from gpu_kernels.library_copies import is_library_copy
from gpu_kernels.mangled_name import DecodedName, MangledNameError, decode
from gpu_kernels.model import HiddenSymbol, Kernel, Layout, LibraryEntry, Namespace, Parameter, Symbol
from gpu_kernels.parameters import MergedParameter, ParameterMerger, pair_parameters
from gpu_kernels.paths import PathMap
from gpu_kernels.ptx_facts import PtxEntry, PtxModule, PtxParameter
from gpu_kernels.source_facts import KernelSource
from gpu_kernels.symbols import SymbolMerger
from gpu_kernels.template_text import name_constants
from gpu_kernels.texts import TextCache
from gpu_kernels.type_checks import Notes, TypeCheck

_SOURCE_SUFFIX = ".cu"


@dataclass
class MergedSource:
    kernels: list[Kernel] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    hidden_symbols: list[HiddenSymbol] = field(default_factory=list)
    library_entries: list[LibraryEntry] = field(default_factory=list)
    layouts: dict[Named, Layout] = field(default_factory=dict)
    includes: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class SourceContext:
    """What the merge of one source needs: the source's path and index, and what is shared by all sources."""

    path: str
    index: int
    source_paths: frozenset[str]
    has_host_includes: bool
    paths: PathMap
    texts: TextCache
    diagnostics: Diagnostics

    def is_source(self, file: str) -> bool:
        """Whether a file is a source of the library, or could be: one that no host includes."""
        return file in self.source_paths or file.endswith(_SOURCE_SUFFIX)

    def is_library(self, file: str, scopes: tuple[Part, ...]) -> bool:
        """Whether a library that the source includes brought what `file` defines in `scopes`; what stands in
        a source never is."""
        if self.is_source(file):
            return False
        return self.paths.is_system(file) or is_library_copy(self.paths.shown(file), scopes)

    def namespaces(self, names: tuple[str, ...], file: str) -> tuple[Namespace, ...]:
        """Namespaces by name; the text of `file` tells which are inline."""
        scopes = self.texts.scopes(file) if names else None
        inline = scopes.inline_namespaces if scopes is not None else set()
        return tuple(Namespace(name, names[: depth + 1] in inline) for depth, name in enumerate(names))


def merge_source(module: PtxModule, record: DebugRecord, context: SourceContext) -> MergedSource:
    """Merges the facts of one source; what is wrong goes to the context's diagnostics."""
    merger = _Merger(module, record, context)
    for entry in module.entries:
        merger.add(entry)
    symbols = SymbolMerger(module, record, context)
    symbols.merge()
    merger.result.symbols = symbols.symbols
    merger.result.hidden_symbols = symbols.hidden
    merger.result.includes |= symbols.includes
    for named, layout in symbols.layouts.items():
        merger.result.layouts.setdefault(named, layout)
    return merger.result


_NO_LAYOUT = Layout(Named(()), 0, 0, ())


class _Merger:
    def __init__(self, module: PtxModule, record: DebugRecord, context: SourceContext) -> None:
        self._module = module
        self._record = record
        self._context = context
        self._types = DebugTypes(record)
        self.result = MergedSource()
        self._layouts = LayoutReader(record, context.paths)

    def add(self, entry: PtxEntry) -> None:
        function = self._record.functions.get(normalise(entry.name))
        if function is None or not function.place.file:
            self._error(
                Place(self._context.path),
                f"kernel `{self._shown(entry.name)}` is in the optimised PTX (`{entry.name}`) but not in "
                "the debug record: the -G compile must define the same kernels; look for #if on "
                "__CUDACC_DEBUG__ or NDEBUG",
            )
            return
        decoded = self._decode(entry, function)
        scopes = decoded.parts[:-1] if decoded is not None else ()
        if self._context.is_library(function.place.file, scopes):
            header = self._context.paths.shown(function.place.file)
            self.result.library_entries.append(
                LibraryEntry(entry.name, self._context.index, header, function.place.line)
            )
            return
        if decoded is not None and self._check_arguments(decoded, function):
            self._add_kernel(entry, function, decoded)

    def _decode(self, entry: PtxEntry, function: DebugFunction) -> DecodedName | None:
        """The name and types in the mangled name; for `extern "C"` the name alone."""
        if not is_mangled(entry.name):
            return DecodedName((Part(source_name(entry.name)),), None)
        try:
            return decode(entry.name)
        except MangledNameError as error:
            if not self._context.paths.is_system(function.place.file):
                self._error(function.place, f"kernel `{function.name}` gets no stub: {error}")
            return None

    def _check_arguments(self, decoded: DecodedName, function: DebugFunction) -> bool:
        """Whether the host can name the template arguments of a kernel."""
        good = True
        arguments = name_constants(decoded.parts[-1].arguments, function.name)
        for number, argument in enumerate(flat(arguments), 1):

            def error(what: str, notes: Notes, number: int = number) -> None:
                message = f"template argument {number} of kernel `{function.name}` {what}"
                self._context.diagnostics.error(function.place, message, notes)

            if isinstance(argument, EntityAddress):
                continue  # the header declares an object that stands for it
            check = TypeCheck(self._record, self._context, error)
            good = check.nameable(argument) and check.headers(argument, []) and good
            self.result.includes |= check.includes
        return good

    def _add_kernel(self, entry: PtxEntry, function: DebugFunction, decoded: DecodedName) -> None:
        said = decoded.parameters
        if said is not None and len(said) != len(entry.parameters):
            self._error(
                function.place,
                f"kernel `{function.name}` has {len(entry.parameters)} parameters in the PTX but "
                f"{len(said)} in its mangled name `{entry.name}`",
            )
            return
        recorded = pair_parameters(entry, said, function, self._types)
        *scopes, last = [part for part in decoded.parts if part != ANONYMOUS]
        arguments = name_constants(last.arguments, function.name)
        merged = [
            self._merge_parameter(
                index,
                entry,
                function,
                decoded.parameter(index),
                recorded[index],
                flat(arguments),
            )
            for index in range(len(entry.parameters))
        ]
        parameters = tuple(parameter for parameter in merged if parameter is not None)
        if len(parameters) != len(entry.parameters):
            return
        path = tuple(part.identifier for part in (*scopes, last))
        source = KernelSource(self._context, self._record, function, path)
        head = source.template_head() if arguments is not None else None
        parameters, includes = source.with_defaults(parameters, head, arguments)
        self.result.includes |= includes.union(*(one.includes for one in head or ()))
        self.result.kernels.append(
            Kernel(
                namespaces=self._context.namespaces(
                    tuple(part.identifier for part in scopes), function.place.file
                ),
                name=last.identifier,
                template_arguments=arguments,
                template_head=head,
                entry=entry.name,
                hashed=normalise(entry.name) != entry.name,
                image=self._context.index,
                place=function.place,
                file=self._context.paths.shown(function.place.file),
                comment=source.comment(),
                parameters=parameters,
                bounds=entry.bounds,
                static_shared=entry.static_shared,
                dynamic_shared=entry.dynamic_shared,
            )
        )

    def _merge_parameter(
        self,
        index: int,
        entry: PtxEntry,
        function: DebugFunction,
        said: Type | None,
        recorded: DebugParameter | None,
        arguments: tuple[TemplateArgument, ...],
    ) -> Parameter | None:
        merger = ParameterMerger(
            index, entry.parameters[index], function, self._record, self._context, self._types, arguments
        )
        try:
            merged = merger.merge(said, recorded)
        except UnknownDebugTypeError as error:
            merger.error(f"is {error}, for which there is no stub")
            return None
        if merged is None:
            return None
        self.result.includes |= merger.includes
        self._add_layout(merged, entry.parameters[index])
        return merged.parameter

    def _add_layout(self, merged: MergedParameter, ptx: PtxParameter) -> None:
        of = merged.parameter.type
        if merged.by_value is not None and not self.result.layouts.get(of, _NO_LAYOUT).members:
            self.result.layouts[of] = self._layouts.read(of, merged.by_value[1], ptx.size, ptx.alignment)
        elif isinstance(of, Named):
            self.result.layouts.setdefault(of, Layout(of, ptx.size, ptx.alignment, ()))

    def _shown(self, entry: str) -> str:
        try:
            return PLAIN.path(tuple(part for part in decode(entry).parts if part != ANONYMOUS))
        except MangledNameError:
            return entry

    def _error(self, place: Place, message: str) -> None:
        self._context.diagnostics.error(place, message)
