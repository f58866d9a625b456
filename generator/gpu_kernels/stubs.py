"""Decides the names and spellings of the generated code: what the header template prints, kernel by
kernel."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.cxx_spelling import PLAIN, Speller
from gpu_kernels.cxx_types import Builtin, Pointer, Type
from gpu_kernels.library import RESERVED
from gpu_kernels.model import Kernel, Library, Namespace, Parameter

_WORD = re.compile(r"\w+")
# Members that a stub inherits from gpu::Kernel, and what stands in every stub.
_INHERITED = {
    *(
        "name",
        "attributes",
        "max_active_blocks",
        "suggested_block",
        "handle",
        "launch",
        "contract",
        "entry",
        "library",
    ),
}
# fmt: off
_KEYWORDS = frozenset((
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case",
    "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
    "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
    "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export",
    "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
))
# fmt: on


@dataclass(frozen=True)
class StubParameter:
    """`declaration` as the stub writes it: `gpu::DevicePtr<const float> a`, `const app::Params& params`."""

    declaration: str
    name: str


@dataclass(frozen=True)
class Stub:
    """`type_name` and `entry` are unique where they stand; `launch` is how the body calls the inherited
    function."""

    kernel: Kernel
    type_name: str
    entry: str
    config: str
    launch: str
    parameters: tuple[StubParameter, ...]


@dataclass(frozen=True)
class StubGroup:
    """Stubs that share their namespaces."""

    namespaces: tuple[Namespace, ...]
    stubs: tuple[Stub, ...]


@dataclass(frozen=True)
class StubFile:
    """`gpu` and `entries` are how the header spells these namespaces, whatever the kernels' own are
    called."""

    gpu: str
    entries: str
    speller: Speller
    stubs: tuple[Stub, ...]
    groups: tuple[StubGroup, ...]

    def global_type(self, of: Type) -> str:
        """The spelling of a type outside all namespaces."""
        return PLAIN.type(of)


def build_stubs(library: Library) -> StubFile:
    """The stubs of a library, in its order."""
    namespaces = {namespace.name for kernel in library.kernels for namespace in kernel.namespaces}
    names = {kernel.name for kernel in library.kernels}
    parameters = {parameter.name for kernel in library.kernels for parameter in kernel.parameters}
    speller = Speller(
        frozenset(namespaces | names | parameters | _INHERITED | {*RESERVED, *library.namespace.split("::")})
    )
    gpu = "::gpu" if "gpu" in namespaces or "gpu" in library.namespace.split("::") else "gpu"
    nested = {namespace.name for kernel in library.kernels for namespace in kernel.namespaces[1:]}
    entries_space = f"::{library.namespace}::entries" if "entries" in nested else "entries"
    type_names: dict[tuple[str, ...], set[str]] = {}
    entries: set[str] = {"images", "kernels"}
    stubs: list[Stub] = []
    for kernel in library.kernels:
        space = tuple(namespace.name for namespace in kernel.namespaces)
        taken = type_names.setdefault(space, names | namespaces | set(RESERVED))
        type_name = _unused(f"{kernel.name}_t", taken)
        taken.add(type_name)
        entry = _unused("_".join(part.strip("_") or "k" for part in (*space, kernel.name)), entries)
        entries.add(entry)
        stubs.append(_stub(kernel, type_name, entry, gpu, speller))
    groups: list[StubGroup] = []
    for stub in stubs:
        if groups and groups[-1].namespaces == stub.kernel.namespaces:
            groups[-1] = StubGroup(stub.kernel.namespaces, (*groups[-1].stubs, stub))
        else:
            groups.append(StubGroup(stub.kernel.namespaces, (stub,)))
    return StubFile(gpu, entries_space, speller, tuple(stubs), tuple(groups))


def _stub(kernel: Kernel, type_name: str, entry: str, gpu: str, speller: Speller) -> Stub:
    names = _parameter_names(kernel)
    config = "config" if "config" not in names else _unused("launch_config", set(names))
    launch = "this->launch" if "launch" in names else "launch"
    parameters = tuple(
        StubParameter(_stub_declaration(parameter, name, gpu, speller), name)
        for name, parameter in zip(names, kernel.parameters)
    )
    return Stub(kernel, type_name, entry, config, launch, parameters)


def _stub_declaration(parameter: Parameter, name: str, gpu: str, speller: Speller) -> str:
    of = parameter.type
    if isinstance(
        of, Pointer
    ):  # also to functions: only a device function's address means anything to a kernel
        return f"{gpu}::DevicePtr<{speller.type(of.to)}> {name}"
    if parameter.kind == "class":
        return f"const {speller.type(of)}& {name}"
    if parameter.kind == "other" or (isinstance(of, Builtin) and "__int128" in of.name):
        return speller.type(of, name)
    return f"{gpu}::Arg<{speller.type(of)}> {name}"


def _parameter_names(kernel: Kernel) -> list[str]:
    """The source's names; a nameless one is called by its index, a repeated one (a pack's) numbered."""
    taken: set[str] = set()
    names = []
    for index, parameter in enumerate(kernel.parameters):
        name = parameter.name if _WORD.fullmatch(parameter.name) else f"parameter_{index}"
        name = f"{name}_" if name in _KEYWORDS else name
        name = _unused(name, taken, start=1)
        taken.add(name)
        names.append(name)
    return names


def _unused(name: str, taken: set[str], start: int = 2) -> str:
    """`name`, or the first of `name_2`, `name_3`, … that is not taken."""
    if name not in taken:
        return name
    number = start
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
