"""Objects of the header that stand for device functions and variables that are template arguments: the host
cannot name these themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from gpu_kernels.cxx_spelling import SHOWN
from gpu_kernels.cxx_types import ANONYMOUS, EntityAddress, Pack, flat
from gpu_kernels.model import Kernel, Library, Namespace
from gpu_kernels.stub_names import identifier, unused


@dataclass(frozen=True)
class EntityObject:
    """A function, or a variable that is no symbol of the header; `shown` as the source spells it. `spelling`
    reaches the object from every stub."""

    namespaces: tuple[Namespace, ...]
    name: str
    type_name: str
    shown: str
    spelling: str


Path = tuple[str, ...]


def entity_objects(
    library: Library, own: str, type_name: Callable[[tuple[Namespace, ...], str], str]
) -> tuple[tuple[EntityObject, ...], tuple[tuple[EntityAddress, str], ...]]:
    """The objects, and how each entity is spelled in the stubs. `own` is the innermost namespace of all that
    the header declares; `type_name` gives a free name for a type in a namespace."""
    named = [
        (tuple(n.name for n in one.namespaces), one.name) for one in (*library.kernels, *library.symbols)
    ]
    found = sorted({entity for kernel in library.kernels for entity in _entities(kernel)}, key=_order)
    taken: dict[Path, set[str]] = {}
    for scopes, name in named:
        taken.setdefault(scopes, set()).add(name)
        for depth, scope in enumerate(scopes):
            taken.setdefault(scopes[:depth], set()).add(scope)
    symbols = {symbol.qualified_name for symbol in library.symbols}
    objects: dict[tuple[Path, int], EntityObject] = {}
    spellings: list[tuple[EntityAddress, str]] = []
    for entity, number in _numbered(found, library):
        path = _path(entity)
        symbol = "::".join(path) in symbols
        known = objects.get((path, number))
        if not symbol and known is None:
            names = taken.setdefault(path[:-1], set())
            free = unused(path[-1], names)
            names.add(free)
            spaces = tuple(Namespace(name) for name in path[:-1])
            spelling = _spelling((*path[:-1], free), library, own)
            known = EntityObject(
                spaces, free, type_name(spaces, f"{free}_t"), SHOWN.argument(entity), spelling
            )
            objects[path, number] = known
        spellings.append((entity, known.spelling if known is not None else _spelling(path, library, own)))
    return tuple(objects.values()), tuple(spellings)


def entity_name(entity: EntityAddress) -> str:
    """Its qualified name in the source, without unnamed namespaces."""
    return "::".join(_path(entity))


def _spelling(path: Path, library: Library, own: str) -> str:
    """In full: libraries that share a namespace may each have an object of the name."""
    return "::".join(("", library.namespace, *path[:-1], own, path[-1]))


def _numbered(entities: list[EntityAddress], library: Library) -> list[tuple[EntityAddress, int]]:
    """Overloads share an object, as they share a name, where the other template arguments tell their kernels
    apart; else each gets a number."""
    kernels = Counter(
        (kernel.qualified_name, tuple(one.type for one in kernel.parameters), SHOWN.argument(arguments))
        for kernel in library.kernels
        for arguments in (Pack(kernel.template_arguments or ()),)
        if kernel.template_arguments
    )
    shared = all(count == 1 for count in kernels.values())
    return [(entity, 0 if shared else number) for number, entity in enumerate(entities)]


def _entities(kernel: Kernel) -> list[EntityAddress]:
    return [one for one in flat(kernel.template_arguments) if isinstance(one, EntityAddress)]


def _path(entity: EntityAddress) -> Path:
    *scopes, last = [part for part in entity.parts if part != ANONYMOUS]
    return (*(part.identifier for part in scopes), identifier(SHOWN.path((last,))))


def _order(entity: EntityAddress) -> tuple[str, str]:
    return SHOWN.argument(entity), repr(entity.parameters)
