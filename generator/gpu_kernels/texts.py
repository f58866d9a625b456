"""The source texts of a run, each read once."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpu_kernels.source_lexer import SourceText, read_source
from gpu_kernels.source_scopes import ScopeMap


@dataclass
class TextCache:
    """The source texts read so far; `read` lists their paths for the depfile."""

    _texts: dict[str, SourceText | None] = field(default_factory=dict)
    _scopes: dict[str, ScopeMap] = field(default_factory=dict)

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

    @property
    def read(self) -> list[str]:
        return sorted(path for path, text in self._texts.items() if text is not None)
