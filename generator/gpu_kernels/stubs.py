"""Decides the shape and the spellings of the generated code: what the header template prints, name by
name."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace

from gpu_kernels.abi_scalars import abi_scalars
from gpu_kernels.cxx_spelling import PLAIN, SHOWN, Speller
from gpu_kernels.cxx_types import Builtin, Pointer, Type
from gpu_kernels.entities import EntityObject, entity_name, entity_objects
from gpu_kernels.host_macros import possible_macros
from gpu_kernels.model import Kernel, Layout, Library, Namespace, Parameter, Symbol
from gpu_kernels.name_clashes import RESERVED, type_paths
from gpu_kernels.stub_names import entry_name, given_name, identifier, parameter_names, unused
from gpu_kernels.stub_templates import StubTemplate, arguments_text, build_template, template_shape

# Literals that a parameter takes as they are.
_INTEGER = re.compile(r"\d{1,9}")
_SAFE_DEFAULTS = {
    "bool": re.compile("true|false"),
    "float": re.compile(r"\d+\.\d*[fF]"),
    "double": re.compile(r"\d+\.\d*"),
    "char": re.compile("(?!)"),
    "signed char": re.compile("(?!)"),
}
# Members that a stub inherits from gpu::Kernel, and what stands in every stub.
_INHERITED = set(
    [
        "name",
        "attributes",
        "block",
        "max_active_blocks",
        "suggested_block",
        "handle",
        "launch",
        "contract",
        "entry",
        "library",
        "Signature",
        "config",
    ]
)


@dataclass(frozen=True)
class StubParameter:
    """`declaration` as the stub writes it: `gpu::DevicePtr<const float> a`, `const Params_& params`.

    `head`: what the stub's template head says of a class: `gpu::Same<app::Params> Params_ = app::Params`.
    """

    declaration: str
    name: str
    plain_type: str
    head: str


@dataclass(frozen=True)
class Stub:
    """A struct that launches one entry; `launch` is how its body calls the inherited function."""

    kernel: Kernel
    struct: str
    entry: str
    shown: str
    config: str
    launch: str
    parameters: tuple[StubParameter, ...]


@dataclass(frozen=True)
class Variant:
    """What one name, with one list of template arguments, stands for: a stub, or several that overload each
    other.

    `struct` is the type of the object that is called; `by_count`: the overloads differ in their numbers of
    parameters.
    """

    struct: str
    stubs: tuple[Stub, ...]

    @property
    def by_count(self) -> bool:
        return len({len(stub.parameters) for stub in self.stubs}) == len(self.stubs)


@dataclass(frozen=True)
class Callable:
    """One name of the library: an object, or a variable template where `template` is set.

    `shared`: the name is that of a template, too, or of another one, so that functions stand for it; `alone`:
    it is the only template among them.
    """

    name: str
    namespaces: tuple[Namespace, ...]
    type_name: str
    template: StubTemplate | None
    variants: tuple[Variant, ...]
    shared: bool = False
    alone: bool = False

    @property
    def kernel(self) -> Kernel:
        return self.variants[0].stubs[0].kernel


@dataclass(frozen=True)
class SymbolObject:
    """A variable's object: `type` as the header spells it."""

    symbol: Symbol
    entry: str
    type: str


@dataclass(frozen=True)
class StubGroup:
    """Names that share their namespaces."""

    namespaces: tuple[Namespace, ...]
    callables: tuple[Callable, ...]
    symbols: tuple[SymbolObject, ...]


@dataclass(frozen=True)
class EntityGroup:
    """What kernels take as template arguments, declared before all stubs."""

    namespaces: tuple[Namespace, ...]
    objects: tuple[EntityObject, ...]
    symbols: tuple[SymbolObject, ...]


@dataclass(frozen=True)
class StubFile:
    """`gpu` and `entries` are how the header spells these namespaces, whatever the kernels' own are called.

    `own_namespace`: the inline namespace, innermost of all, that keeps what this library declares apart from
    what others declare in a namespace that they share. `scalars`: the builtin types whose size (bytes) a host
    may choose otherwise than the device.
    """

    gpu: str
    entries: str
    own_namespace: str
    stubs: tuple[Stub, ...]
    symbols: tuple[SymbolObject, ...]
    groups: tuple[StubGroup, ...]
    scalars: tuple[tuple[str, int], ...]
    entities: tuple[EntityGroup, ...]

    @property
    def entries_namespace(self) -> str:
        """The last part of `entries`."""
        return self.entries.rpartition("::")[2]

    def global_type(self, of: Type) -> str:
        """The spelling of a type outside all namespaces."""
        return PLAIN.type(of)

    @property
    def has_overloads_by_type(self) -> bool:
        variants = (variant for group in self.groups for one in group.callables for variant in one.variants)
        return any(not variant.by_count for variant in variants)

    def has_wide_integers(self, layouts: tuple[Layout, ...]) -> bool:
        """Whether the header spells __int128, which is no type of ISO C++: compilers may warn of it."""
        spelled = [one.plain_type for stub in self.stubs for one in stub.parameters]
        spelled += [one.struct for group in self.groups for name in group.callables for one in name.variants]
        spelled += [one.type for one in self.symbols] + [PLAIN.type(one.type) for one in layouts]
        return any("__int128" in text for text in spelled)

    @property
    def has_shared_names(self) -> bool:
        return any(one.shared for group in self.groups for one in group.callables)

    @property
    def has_shadowing(self) -> bool:
        """Whether a stub's parameter has the name of an object of the header: compilers may warn of it."""
        objects = {one.name for group in self.groups for one in group.callables}
        objects |= {one.symbol.name for one in self.symbols} | {"library"}
        parameters = {parameter.name for stub in self.stubs for parameter in stub.parameters}
        return not objects.isdisjoint(parameters | {stub.config for stub in self.stubs})

    @property
    def macros(self) -> tuple[str, ...]:
        """The names in the header that the host may define as macros."""
        names = {word for stub in self.stubs for word in (stub.config, stub.entry, stub.kernel.name)}
        names |= {one.name for stub in self.stubs for one in stub.parameters}
        names |= {one.name for group in self.entities for one in group.objects}
        names |= {word for one in self.symbols for word in (one.symbol.name, one.entry)}
        spaces = [one.kernel.namespaces for one in self.stubs] + [
            one.symbol.namespaces for one in self.symbols
        ]
        names |= {namespace.name for one in spaces for namespace in one}
        templates = [one.template for group in self.groups for one in group.callables if one.template]
        names |= {name for one in templates for name in one.names}
        return possible_macros(names)

    @property
    def has_templates(self) -> bool:
        return any(one.template is not None for group in self.groups for one in group.callables)


def build_stubs(library: Library) -> StubFile:
    """The stubs of a library, in its order."""
    return _Builder(library).build()


def _defaults(parameters: tuple[Parameter, ...], speller: Speller) -> list[str]:
    """` = value` for the last parameters; "" for those before one that has none."""
    texts = [_default(parameter, speller) for parameter in parameters]
    last_without = max((index for index, text in enumerate(texts) if not text), default=-1)
    return ["" if index <= last_without else text for index, text in enumerate(texts)]


def _default(parameter: Parameter, speller: Speller) -> str:
    """` = value`, converted where the stub's parameter would take it for a value that may not fit."""
    value, of = parameter.default, parameter.type
    if not value or parameter.kind == "other":
        return ""
    name = of.name if isinstance(of, Builtin) else ""
    safe = parameter.kind != "scalar" or bool(_SAFE_DEFAULTS.get(name, _INTEGER).fullmatch(value))
    if parameter.kind == "enum" and value == "0":
        safe = False
    spelled = speller.type(of)
    return f" = {value}" if safe or _is_cast(value, spelled) else f" = static_cast<{spelled}>({value})"


def _is_cast(value: str, of: str) -> bool:
    """Whether the whole of an expression is a conversion to a type: `static_cast<int>(…)`, `float{}`."""
    for head in (f"static_cast<{of}>(", f"{of}(", f"{of}{{"):
        if value.startswith(head):
            depth = 1
            for index in range(len(head), len(value)):
                depth += (value[index] in "({") - (value[index] in ")}")
                if depth == 0:
                    return index == len(value) - 1
    return False


class _Builder:
    def __init__(self, library: Library) -> None:
        self._library = library
        kernels, named = library.kernels, (*library.kernels, *library.symbols)
        spaces = {namespace.name for one in named for namespace in one.namespaces}
        self._taken = spaces | {one.name for one in named} | set(RESERVED)
        parameters = {parameter.name for kernel in kernels for parameter in kernel.parameters}
        self._parameter_names = parameters
        outer = library.namespace.split("::")
        # Others may declare namespaces and kernels in the library's namespace, too.
        hidden = self._taken | parameters | _INHERITED | set(outer)
        self._speller = Speller(frozenset(hidden), rooted=True)
        shared = library.namespace != library.name
        self._gpu = "::gpu" if shared or "gpu" in spaces or "gpu" in outer else "gpu"
        nested = {namespace.name for one in named for namespace in one.namespaces[1:]}
        self._own = unused(f"{library.name}_library", self._taken)
        space = unused(f"{library.name}_entries", self._taken - nested)
        self._entries = f"::{library.namespace}::{self._own}::{space}" if space in nested else space
        self._user_types = {path[-1] for path in type_paths(list(kernels), list(library.symbols))}
        self._type_names: dict[tuple[Namespace, ...], set[str]] = {}
        self._entry_names: set[str] = {"images", "kernels", "parts", "variables"}
        self._entities, spellings = entity_objects(library, self._own, self._type_name)
        self._early = {entity_name(entity) for entity, _ in spellings}
        self._speller = replace(self._speller, entities=spellings)

    def build(self) -> StubFile:
        by_name = itertools.groupby(
            self._library.kernels, key=lambda kernel: (kernel.namespaces, kernel.name)
        )
        callables = [one for _, kernels in by_name for one in self._callables(list(kernels))]
        symbols = [self._symbol(symbol) for symbol in self._library.symbols]
        early = [one for one in symbols if one.symbol.qualified_name in self._early]
        late = [one for one in symbols if one not in early]
        spaces = dict.fromkeys(
            [one.namespaces for one in callables] + [one.symbol.namespaces for one in late]
        )
        groups = tuple(
            StubGroup(
                space,
                tuple(one for one in callables if one.namespaces == space),
                tuple(one for one in late if one.symbol.namespaces == space),
            )
            for space in spaces
        )
        stubs = tuple(stub for one in callables for variant in one.variants for stub in variant.stubs)
        return StubFile(
            gpu=self._gpu,
            entries=self._entries,
            own_namespace=self._own,
            stubs=stubs,
            symbols=tuple(symbols),
            groups=groups,
            scalars=abi_scalars(self._library),
            entities=self._entity_groups(early),
        )

    def _entity_groups(self, symbols: list[SymbolObject]) -> tuple[EntityGroup, ...]:
        spaces = sorted({one.namespaces for one in self._entities}, key=lambda s: [n.name for n in s])
        spaces = list(dict.fromkeys([*spaces, *(one.symbol.namespaces for one in symbols)]))
        return tuple(
            EntityGroup(
                space,
                tuple(one for one in self._entities if one.namespaces == space),
                tuple(one for one in symbols if one.symbol.namespaces == space),
            )
            for space in spaces
        )

    def _symbol(self, symbol: Symbol) -> SymbolObject:
        entry = unused(entry_name(symbol.qualified_name), self._entry_names)
        self._entry_names.add(entry)
        return SymbolObject(symbol, entry, self._speller.type(symbol.type))

    def _callables(self, kernels: list[Kernel]) -> list[Callable]:
        """What one name stands for: the kernels that are no templates, and each template."""
        shapes: dict[tuple[str, ...] | None, list[Kernel]] = {}
        for kernel in kernels:
            shapes.setdefault(template_shape(kernel), []).append(kernel)
        if len(shapes) == 1:
            return [self._callable(kernels, f"{kernels[0].name}_t")]
        alone = len(shapes) == 2 and None in shapes
        ordered = sorted(shapes, key=lambda shape: (shape is not None, shape or ()))
        found = []
        for shape in ordered:
            name = f"{kernels[0].name}_{'t' if shape is None else 'template_t'}"
            name = unused(name, self._parameter_names)
            found.append(replace(self._callable(shapes[shape], name), shared=True, alone=alone))
        return found

    def _callable(self, kernels: list[Kernel], type_name: str) -> Callable:
        first = kernels[0]
        type_name = self._type_name(first.namespaces, type_name)
        template = build_template(kernels, self._speller) if first.template_arguments is not None else None
        by_arguments = itertools.groupby(kernels, key=lambda kernel: kernel.template_arguments)
        variants = tuple(self._variant(type_name, list(members)) for _, members in by_arguments)
        return Callable(first.name, first.namespaces, type_name, template, variants)

    def _variant(self, type_name: str, kernels: list[Kernel]) -> Variant:
        arguments = kernels[0].template_arguments
        suffix = "" if arguments is None else f"<{arguments_text(arguments, self._speller)}>"
        struct = type_name + suffix
        if len(kernels) == 1:
            return Variant(struct, (self._stub(kernels[0], struct),))
        base = f"{type_name[:-2]}_{identifier(suffix)}" if suffix else type_name[:-2]
        structs = [
            self._type_name(kernels[0].namespaces, f"{base}_{i}_t") for i in range(1, len(kernels) + 1)
        ]
        return Variant(struct, tuple(self._stub(kernel, name) for kernel, name in zip(kernels, structs)))

    def _type_name(self, namespaces: tuple[Namespace, ...], wanted: str) -> str:
        taken = self._type_names.setdefault(namespaces, self._taken | self._user_types)
        name = unused(wanted, taken)
        taken.add(name)
        return name

    def _stub(self, kernel: Kernel, struct: str) -> Stub:
        names = parameter_names(kernel)
        config = "config" if "config" not in names else unused("launch_config", set(names))
        parameters = self._parameters(kernel, names, config)
        arguments = kernel.template_arguments
        shown = kernel.qualified_name
        entry = entry_name(kernel.qualified_name)
        if arguments is not None:
            text = arguments_text(arguments, SHOWN)
            shown += f"<{text}>"
            entry += f"_{identifier(text)}" if text else ""
        entry = unused(entry, self._entry_names)
        self._entry_names.add(entry)
        launch = "this->launch" if "launch" in names else "launch"
        return Stub(kernel, struct, entry, shown, config, launch, parameters)

    def _parameters(self, kernel: Kernel, names: list[str], config: str) -> tuple[StubParameter, ...]:
        types = [self._speller.type(parameter.type) for parameter in kernel.parameters]
        defaults = _defaults(kernel.parameters, self._speller)
        taken = self._taken | self._user_types | {*names, config, *_INHERITED}
        taken |= set(re.findall(r"\w+", " ".join([self._gpu, *types, *defaults])))
        parameters = []
        for name, parameter, spelled, default in zip(names, kernel.parameters, types, defaults):
            head = ""
            declaration = self._declaration(parameter, name)
            if parameter.kind == "class":
                given = unused(given_name(spelled), taken)
                taken.add(given)
                head = f"{self._gpu}::Same<{spelled}> {given} = {spelled}"
                declaration = f"const {given}& {name}"
            parameters.append(StubParameter(declaration + default, name, spelled, head))
        return tuple(parameters)

    def _declaration(self, parameter: Parameter, name: str) -> str:
        of, spell = parameter.type, self._speller.type
        if isinstance(of, Pointer):  # to functions too: a kernel can call a device function's address only
            return f"{self._gpu}::DevicePtr<{spell(of.to)}> {name}"
        if parameter.kind == "other" or (isinstance(of, Builtin) and "__int128" in of.name):
            return spell(of, name)
        return f"{self._gpu}::Arg<{spell(of)}> {name}"
