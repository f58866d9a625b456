"""What the generator learns from a PTX text. Sizes and alignments in bytes."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class PtxParameter:
    """A kernel parameter: its PTX type (`u32`, or `b8` for an array of bytes), size and alignment."""

    type: str
    size: int
    alignment: int


@dataclass(frozen=True)
class LaunchBounds:
    """Performance-tuning and cluster directives of an entry; 0 and () where the text has none.

    `blocks_are_clusters`: the grid of a launch counts clusters.
    """

    max_block: tuple[int, ...] = ()
    required_block: tuple[int, ...] = ()
    min_blocks: int = 0
    max_blocks: int = 0
    max_registers: int = 0
    cluster: tuple[int, ...] = ()
    explicit_cluster: bool = False
    blocks_are_clusters: bool = False
    max_cluster_rank: int = 0


@dataclass(frozen=True)
class PtxEntry:
    """A kernel that the image defines. `dynamic_shared`: it, or a function that it calls, uses `extern
    __shared__`."""

    name: str
    visible: bool
    parameters: tuple[PtxParameter, ...]
    bounds: LaunchBounds
    static_shared: int
    dynamic_shared: bool
    line: int
    weak: bool = False


@dataclass(frozen=True)
class PtxSymbol:
    """A module-level variable; `space` is `global`, `const` or `shared`; `size` 0 for `extern` arrays without
    bound."""

    name: str
    space: str
    linkage: str
    type: str
    size: int
    alignment: int
    managed: bool
    line: int


@dataclass(frozen=True)
class PtxModule:
    """A PTX text. Of relocatable code: `declared` are the functions and variables that another text defines,
    `defined` those that other texts may use, with their linkage (visible, weak); `calls` names what each
    function uses of them, and `dynamic_shared` the functions that use `extern __shared__`."""

    version: str
    target: str
    address_size: int
    entries: tuple[PtxEntry, ...]
    symbols: tuple[PtxSymbol, ...]
    declared: frozenset[str] = frozenset()
    defined: dict[str, str] = field(default_factory=dict)
    calls: dict[str, frozenset[str]] = field(default_factory=dict)
    dynamic_shared: frozenset[str] = frozenset()
