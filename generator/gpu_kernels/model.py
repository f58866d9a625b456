"""The model of a kernel library: all that the templates see. Sizes, alignments and offsets in bytes."""

from __future__ import annotations

from dataclasses import dataclass

from gpu_kernels.cxx_types import Named, TemplateArgument, Type
from gpu_kernels.diagnostics import Place
from gpu_kernels.ptx_facts import LaunchBounds
from gpu_kernels.template_heads import TemplateParameter


@dataclass(frozen=True)
class Parameter:
    """A kernel parameter; `name` is empty where the source gives none. Top-level qualifiers of `type` are
    dropped.

    `default`: an argument that the host can evaluate; all parameters behind it have one too;
    `dropped_default`: one of the source that it cannot, or not there. `kind`: scalar,
    enum, class, pointer, function_pointer, or other (std::nullptr_t, pointers to members).
    """

    name: str
    type: Type
    kind: str
    size: int
    alignment: int
    default: str = ""
    dropped_default: str = ""


@dataclass(frozen=True)
class Namespace:
    name: str
    inline: bool = False


@dataclass(frozen=True)
class MachineCode:
    """What ptxas made of a kernel for an architecture such as `sm_90`: registers a thread, then bytes.

    `largest_block`, `best_block` in threads and `occupancy` in percent (the smallest block that reaches it is
    `best_block`) are None for an architecture whose limits are not known.
    """

    architecture: str
    registers: int
    spill_stores: int
    spill_loads: int
    stack: int
    shared: int
    constant: int
    largest_block: int | None
    best_block: int | None
    occupancy: int | None


@dataclass(frozen=True)
class Kernel:
    """A kernel that gets a stub; a template's instantiations are kernels of one name. `entry` is its name in
    the image with index `image`; `hashed` says that the name changes from compile to compile; `file` is where
    it is defined (a source, or a header that the source includes).
    """

    namespaces: tuple[Namespace, ...]
    name: str
    template_arguments: tuple[TemplateArgument, ...] | None
    template_head: tuple[TemplateParameter, ...] | None
    entry: str
    hashed: bool
    image: int
    place: Place
    file: str
    comment: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    bounds: LaunchBounds
    static_shared: int
    dynamic_shared: bool
    machine_code: tuple[MachineCode, ...] = ()

    @property
    def qualified_name(self) -> str:
        return "::".join([*(namespace.name for namespace in self.namespaces), self.name])


@dataclass(frozen=True)
class Symbol:
    """A variable that gets an object; `kind` is constant, device or managed. The other fields are as a
    kernel's."""

    namespaces: tuple[Namespace, ...]
    name: str
    entry: str
    hashed: bool
    image: int
    place: Place
    file: str
    comment: tuple[str, ...]
    kind: str
    type: Type
    size: int
    alignment: int

    @property
    def qualified_name(self) -> str:
        return "::".join([*(namespace.name for namespace in self.namespaces), self.name])


@dataclass(frozen=True)
class HiddenSymbol:
    """A variable of the image that gets no object, and why; `reason` follows its name."""

    name: str
    reason: str


@dataclass(frozen=True)
class LibraryEntry:
    """An entry that a header of the toolkit or system brought in: launched by its own host code, so it gets
    no stub."""

    entry: str
    image: int
    header: str
    line: int


@dataclass(frozen=True)
class Member:
    """A member that a layout witness names: `path` leads to it from an object of the class, `scale` or
    `in[0].x`; `bits`: the width of a bit-field, whose offset and size are those of what it lies in."""

    path: str
    offset: int
    size: int
    bits: int = 0


@dataclass(frozen=True)
class Layout:
    """A class or enumeration that some kernel takes by value, or that a variable is, as the device lays it
    out.

    `alignment` is 0 where nothing tells it: a variable may be aligned beyond its type. `has_pairs`: some
    member is one of the toolkit's pairs of small numbers, which are not trivially copyable.
    """

    type: Named
    size: int
    alignment: int
    members: tuple[Member, ...]
    has_pairs: bool = False


@dataclass(frozen=True)
class Content:
    """What a fatbin holds for one architecture: `format` is `PTX` or `cubin`."""

    format: str
    target: str


@dataclass(frozen=True)
class Image:
    """A compiled source: `source` as shown, `version` and `target` of its (lowest) PTX. `content` is what the
    driver is given: the PTX text, or a fatbin, and then `contents` says of what.

    A SEPARABLE library has one: `parts` are its sources' PTX, which the driver links where `content`, machine
    code that nvlink linked (empty where there is none), has none for the device."""

    source: str
    version: str
    target: str
    content: bytes
    contents: tuple[Content, ...] = ()
    linked: bool = False
    parts: tuple[Image, ...] = ()

    @property
    def machine_code(self) -> str:
        """The architectures of the machine code, `80 90a`."""
        return " ".join(one.target.removeprefix("sm_") for one in self.contents if one.format == "cubin")


@dataclass(frozen=True)
class Library:
    """Everything that the generated files say. `includes`: the headers of the stubs, as they stand after
    `#include`."""

    name: str
    namespace: str
    header: str
    images: tuple[Image, ...]
    kernels: tuple[Kernel, ...]
    symbols: tuple[Symbol, ...]
    hidden_symbols: tuple[HiddenSymbol, ...]
    layouts: tuple[Layout, ...]
    includes: tuple[str, ...]
    library_entries: tuple[LibraryEntry, ...]

    @property
    def has_bit_fields(self) -> bool:
        return any(member.bits for layout in self.layouts for member in layout.members)

    @property
    def library_headers(self) -> tuple[str, ...]:
        """The headers whose kernels get no stub."""
        return tuple(sorted({entry.header for entry in self.library_entries}))
