"""Finds what a text declares that a default argument may name: constants, enumerators, types and macros.

Macros are not expanded and templates not instantiated; what is not found here costs a default, never a check.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.source_lexer import SourceText
from gpu_kernels.source_scopes import ATTRIBUTE_LIST, ScopeMap

_CONSTANT = re.compile(
    rf"\s*(?:(?:inline|static|extern|__device__|__host__|__constant__|{ATTRIBUTE_LIST})\s+)*"
    r"(?:constexpr|const)\b(?P<type>[^=;{}()]*?[\s*&>])(?P<name>[A-Za-z_]\w*)\s*(?:=(?P<value>.*))?$",
    re.DOTALL,
)
_ALIAS = re.compile(r"\s*using\s+([A-Za-z_]\w*)\s*=\s*(.*)|\s*typedef\b(.*?)\b([A-Za-z_]\w*)\s*$", re.DOTALL)
_ENUM = re.compile(r"\benum\b(?:\s+(?:class|struct))?")
_DEFINE = re.compile(r"\s*(?:#|%:)\s*(define|undef)\s+([A-Za-z_]\w*)(\(?)(.*)", re.DOTALL)

Path = tuple[str, ...]


@dataclass(frozen=True)
class DeclaredName:
    """`kind`: constant, enumerator, type. `type` and `value` as a constant's declaration writes them, `type`
    also what an alias stands for; `value` is empty where it is in braces."""

    kind: str
    type: str = ""
    value: str = ""


class DeclaredNames(ScopeMap):
    """`names` by qualified name; `macros`: the replacement of each object-like macro, None where it takes
    arguments or is defined more than once."""

    def __init__(self, source: SourceText) -> None:
        self.names: dict[Path, list[DeclaredName]] = {}
        self.macros: dict[str, str | None] = {}
        self._enums: list[tuple[int, bool]] = []
        super().__init__(source)
        for chunk in source.chunks:
            if chunk.kind == "directive":
                self._read_macro(source.text[chunk.start : chunk.end])
        for found in self.classes:
            if found.names is not None and not any(scope.template for scope in found.scopes):
                self.names.setdefault((*found.names, found.name), []).append(DeclaredName("type"))

    def _read_macro(self, text: str) -> None:
        match = _DEFINE.match(text.replace("\\\n", " ").replace("\\\r\n", " "))
        if match is None:
            return
        known = match[2] in self.macros
        value = " ".join(match[4].split())
        self.macros[match[2]] = value if match[1] == "define" and not match[3] and not known else None

    def _follow_sign(self, sign: str, head: str, first: int, last: int) -> None:
        if self._enums and sign == "}" and len(self._stack) == self._enums[-1][0]:
            scoped = self._enums.pop()[1]
            for name in re.findall(r"(?:^|,)\s*([A-Za-z_]\w*)", _without_parentheses(head)):
                self._declare(name, DeclaredName("enumerator"))
                if not scoped:
                    self._declare(name, DeclaredName("enumerator"), outwards=1)
        elif sign in (";", "{"):
            if match := _CONSTANT.match(head):
                value = " ".join((match["value"] or "").split())
                self._declare(match["name"], DeclaredName("constant", " ".join(match["type"].split()), value))
            elif sign == ";" and (match := _ALIAS.match(head)):
                target = " ".join((match[2] or match[3] or "").split())
                self._declare(match[1] or match[4], DeclaredName("type", target))
        before = len(self._stack)
        super()._follow_sign(sign, head, first, last)
        enum = _ENUM.search(head) if sign == "{" and len(self._stack) > before else None
        if enum is not None and self._stack[-1].kind == "class":
            self._enums.append((len(self._stack), "class" in enum[0] or "struct" in enum[0]))

    def _declare(self, word: str, name: DeclaredName, outwards: int = 0) -> None:
        """Notes a name of the innermost scope, or of one further out; not where it cannot be reached."""
        for scope in self._stack:
            if scope.kind != "linkage" and (scope.kind == "block" or not scope.name or scope.template):
                return
        scopes = tuple(part for scope in self._stack for part in scope.name.split("::") if part)
        self.names.setdefault((*scopes[: len(scopes) - outwards], word), []).append(name)


def _without_parentheses(text: str) -> str:
    while (shorter := re.sub(r"\([^()]*\)|\[[^][]*\]", " ", text)) != text:
        text = shorter
    return text
