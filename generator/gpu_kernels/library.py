"""Joins the merged sources into one library and checks what only shows when all kernels are known."""

from __future__ import annotations

from collections import Counter

from gpu_kernels.cxx_spelling import PLAIN
from gpu_kernels.cxx_types import Named
from gpu_kernels.diagnostics import Diagnostics, Place
from gpu_kernels.entry_names import is_mangled, normalise
from gpu_kernels.job import Job
from gpu_kernels.merge import MergedSource
from gpu_kernels.model import HiddenSymbol, Image, Kernel, Layout, Library, Symbol
from gpu_kernels.name_clashes import RESERVED, check_type_names, type_paths

# Words that C++20 added: a kernel compiled as C++17 may bear them, its stub may not.
_CXX20_KEYWORDS = {
    *("char8_t", "co_await", "co_return", "co_yield", "concept", "consteval", "constinit", "requires"),
}


def join_library(
    job: Job, images: list[Image], sources: list[MergedSource], diagnostics: Diagnostics
) -> Library:
    """The library of a job; what is wrong goes to `diagnostics`."""
    kernels = _without_copies([kernel for source in sources for kernel in source.kernels], diagnostics)
    _check_names(kernels, diagnostics)
    _check_duplicates(kernels, diagnostics)
    library_entries = [entry for source in sources for entry in source.library_entries]
    if not kernels and not diagnostics.errors:
        diagnostics.error(
            Place(job.sources[0].path),
            f"no source of `{job.name}` defines a kernel (a __global__ function; a template counts where it "
            "is instantiated)",
            tuple(
                (Place(header), "a library's kernels, which its own host code launches, get no stub")
                for header in sorted({entry.header for entry in library_entries})
            ),
        )
    includes = {include if include[0] in '"<' else f'"{include}"' for include in job.host_includes}
    includes |= {include for source in sources for include in source.includes}
    symbols, hidden = _join_symbols(kernels, sources, tuple(job.namespace.split("::")))
    check_type_names(job.namespace, kernels, list(symbols), diagnostics)
    return Library(
        name=job.name,
        namespace=job.namespace,
        header=job.header,
        images=tuple(images),
        kernels=tuple(sorted(kernels, key=_order)),
        symbols=symbols,
        hidden_symbols=hidden,
        layouts=_layouts(sources, diagnostics),
        includes=tuple(sorted(includes)),
        library_entries=tuple(sorted(library_entries, key=lambda e: (e.image, e.entry))),
    )


def _join_symbols(
    kernels: list[Kernel], sources: list[MergedSource], outer: tuple[str, ...]
) -> tuple[tuple[Symbol, ...], tuple[HiddenSymbol, ...]]:
    """The variables in the order of their names; those whose name means something else too get no object."""
    symbols = [symbol for source in sources for symbol in source.symbols]
    hidden = {symbol for source in sources for symbol in source.hidden_symbols}
    count = Counter(symbol.qualified_name for symbol in symbols)
    taken = {kernel.qualified_name for kernel in kernels}
    taken |= {
        "::".join(n.name for n in named.namespaces[:d]) for named in (*kernels, *symbols) for d in range(1, 9)
    }
    types = {path[:depth] for path in type_paths(kernels, symbols) for depth in range(1, len(path) + 1)}
    kept = []
    for symbol in symbols:
        first = symbol.namespaces[0].name if symbol.namespaces else symbol.name
        if count[symbol.qualified_name] > 1:
            hidden.add(HiddenSymbol(symbol.qualified_name, "is defined in more than one source"))
        elif (*outer, *symbol.qualified_name.split("::")) in types:
            hidden.add(
                HiddenSymbol(symbol.qualified_name, "has the name of a type in the library's namespace")
            )
        elif symbol.qualified_name in taken or first in RESERVED or symbol.name in _CXX20_KEYWORDS:
            hidden.add(
                HiddenSymbol(symbol.qualified_name, "has a name that means something else in the header")
            )
        else:
            kept.append(symbol)
    order = sorted(kept, key=lambda symbol: ([n.name for n in symbol.namespaces], symbol.name))
    return tuple(order), tuple(sorted(hidden, key=lambda symbol: (symbol.name, symbol.reason)))


def _order(kernel: Kernel) -> tuple[object, ...]:
    """By name, so that moving a kernel in its file does not change the header."""
    arguments = [PLAIN.argument(argument) for argument in kernel.template_arguments or ()]
    return ([n.name for n in kernel.namespaces], kernel.name, arguments, normalise(kernel.entry))


def _without_copies(kernels: list[Kernel], diagnostics: Diagnostics) -> list[Kernel]:
    """The kernels, those of a header once: each source that includes it may have a copy, as C++ has of a
    template or of what is inline or static. That of the first source is taken."""
    first: dict[object, Kernel] = {}
    kept = []
    for kernel in kernels:
        other = first.setdefault((kernel.place, normalise(kernel.entry)), kernel)
        if other is kernel:
            kept.append(kernel)
        elif _facts(other) != _facts(kernel):
            diagnostics.error(
                kernel.place,
                f"kernel `{kernel.qualified_name}` stands in a header, and two sources compile it "
                "differently (parameters, launch bounds or shared memory), so that one stub cannot stand for "
                "both: look for #if and macros that the sources set before they include it",
            )
    return kept


def _facts(kernel: Kernel) -> tuple[object, ...]:
    types = tuple((one.type, one.size, one.alignment) for one in kernel.parameters)
    return (types, kernel.bounds, kernel.static_shared, kernel.dynamic_shared)


def _check_names(kernels: list[Kernel], diagnostics: Diagnostics) -> None:
    spaces = {
        tuple(n.name for n in k.namespaces[:depth])
        for k in kernels
        for depth in range(1, len(k.namespaces) + 1)
    }
    for kernel in kernels:
        first = kernel.namespaces[0].name if kernel.namespaces else kernel.name
        what = "namespace" if kernel.namespaces else "kernel"
        if first in RESERVED:
            diagnostics.error(
                kernel.place,
                f"the {what} `{first}` has the name of an object that the generated header declares; rename "
                f"it, or put {'it' if kernel.namespaces else 'the kernel'} into a namespace",
            )
        for word in (*(namespace.name for namespace in kernel.namespaces), kernel.name):
            if word in _CXX20_KEYWORDS:
                diagnostics.error(
                    kernel.place,
                    f"`{word}` in `{kernel.qualified_name}` is a keyword of C++20, which the stub needs",
                )
        path = (*(namespace.name for namespace in kernel.namespaces), kernel.name)
        if path in spaces:
            diagnostics.error(
                kernel.place,
                f"kernel `{kernel.qualified_name}` has the name of a namespace of another kernel",
            )


def _check_duplicates(kernels: list[Kernel], diagnostics: Diagnostics) -> None:
    """The same signature twice."""
    signatures: dict[object, Kernel] = {}
    names: dict[str, Kernel] = {}
    for kernel in kernels:
        types = tuple(parameter.type for parameter in kernel.parameters)
        other = signatures.setdefault((kernel.qualified_name, kernel.template_arguments, types), kernel)
        if other is not kernel:
            _report_twice(kernel, other, diagnostics)
            continue
        other = names.setdefault(kernel.qualified_name, kernel)
        overloads = other.image == kernel.image and (other is kernel or other.entry != kernel.entry)
        if not overloads and "C" in (_linkage(kernel), _linkage(other)):
            _report_twice(kernel, other, diagnostics)


def _report_twice(kernel: Kernel, other: Kernel, diagnostics: Diagnostics) -> None:
    diagnostics.error(
        kernel.place,
        f"kernel `{kernel.qualified_name}` is defined in two sources of the library; rename one of them, or "
        "put it into a namespace",
        ((other.place, "the other one is here"),),
    )


def _linkage(kernel: Kernel) -> str:
    return "C++" if is_mangled(kernel.entry) else "C"


def _layouts(sources: list[MergedSource], diagnostics: Diagnostics) -> tuple[Layout, ...]:
    found: dict[Named, tuple[Layout, MergedSource]] = {}
    for source in sources:
        for named, layout in source.layouts.items():
            other, other_source = found.setdefault(named, (layout, source))
            if _fuller(other, layout):  # some uses tell less: only the size, or no alignment
                found[named] = (layout, source)
            if not _same_layout(other, layout):
                here, there = _user(named, source), _user(named, other_source)
                diagnostics.error(
                    here,
                    f"`{PLAIN.type(named)}` is laid out with {layout.size} bytes here and with {other.size} "
                    "bytes in another source, or its members differ: both must see the same definition",
                    ((there, "the other one is used here"),),
                )
    return tuple(found[named][0] for named in sorted(found, key=PLAIN.type))


def _same_layout(one: Layout, other: Layout) -> bool:
    same_members = one.members == other.members or not one.members or not other.members
    same_alignment = one.alignment == other.alignment or 0 in (one.alignment, other.alignment)
    return one.size == other.size and same_alignment and same_members


def _fuller(one: Layout, other: Layout) -> bool:
    return (len(other.members), other.alignment) > (len(one.members), one.alignment)


def _user(named: Named, source: MergedSource) -> Place:
    return next(
        (
            kernel.place
            for kernel in source.kernels
            for parameter in kernel.parameters
            if parameter.type == named
        ),
        Place(""),
    )
