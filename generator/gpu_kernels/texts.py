"""The source texts of a run, each read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from gpu_kernels.declared_names import DeclaredNames
from gpu_kernels.kernel_templates import KernelText, find_kernels_in
from gpu_kernels.source_lexer import SourceText, read_source
from gpu_kernels.source_scopes import ScopeMap


@dataclass
class TextCache:
    """The source texts read so far; `read` lists their paths for the depfile."""

    _texts: dict[str, SourceText | None] = field(default_factory=dict)
    _scopes: dict[str, ScopeMap] = field(default_factory=dict)
    _declared: dict[str, DeclaredNames] = field(default_factory=dict)
    _kernels: dict[str, dict[str, list[KernelText]]] = field(default_factory=dict)
    _included: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def text(self, path: str) -> SourceText | None:
        if path not in self._texts:
            self._texts[path] = read_source(path)
        return self._texts[path]

    def scopes(self, path: str) -> ScopeMap | None:
        text = self.text(path)
        if text is None:
            return None
        if path not in self._scopes:
            self._scopes[path] = ScopeMap(text)
        return self._scopes[path]

    def declared(self, path: str) -> DeclaredNames | None:
        text = self.text(path)
        if text is None:
            return None
        if path not in self._declared:
            self._declared[path] = DeclaredNames(text)
        return self._declared[path]

    def kernels(self, path: str, name: str) -> list[KernelText]:
        """The declarations and definitions of a kernel in a text, by its name with all namespaces."""
        if path not in self._kernels:
            found: dict[str, list[KernelText]] = {}
            text = self.text(path)
            for kernel in (
                find_kernels_in(text, path) if text is not None and "__global__" in text.text else ()
            ):
                found.setdefault(kernel.full_name, []).append(kernel)
            self._kernels[path] = found
        return self._kernels[path].get(name, [])

    def included(self, path: str, find: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
        """The files that a source includes, found once by `find`."""
        if path not in self._included:
            self._included[path] = tuple(find(path))
        return self._included[path]

    @property
    def read(self) -> list[str]:
        return sorted(path for path, text in self._texts.items() if text is not None)
