"""Finds the scope that a class is defined in, from the text at the place that the debug record gives.

Needed for `extern "C"` kernels alone: their names carry no types, and nvcc's debug record names classes
without their scope. The host compiler checks the result: a wrong scope does not compile, and the layout is
asserted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.source_lexer import SourceText

# One way to match only: else a list of attributes is tried in every division.
ATTRIBUTE_LIST = r"\[\[(?:(?!\]\]).)*\]\]"
_NAMESPACE = re.compile(
    rf"(?:^|\s)(inline\s+)?namespace\b(?:\s*{ATTRIBUTE_LIST})*([\w:\s]*)(?:__attribute__.*)?$", re.DOTALL
)
_CLASS = re.compile(r"\b(struct|class|union|enum)\b(.*)$", re.DOTALL)
_ATTRIBUTE = re.compile(
    r"\b(?:alignas|__align__|__attribute__|__declspec)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[\[.*?\]\]",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"\s*(?:#|%:)\s*(\w*)")
_LINKAGE = re.compile(r'\s*extern\s*""\s*')
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Scope:
    """A namespace, class or other block; `name` is empty for unnamed namespaces and for blocks.
    `template`: it is a class template."""

    kind: str
    name: str = ""
    inline: bool = False
    template: bool = False


_UNNAMED_CLASS = Scope("class")
_TEMPLATE = re.compile(r"\s*template\s*<\s*[^>\s]")


@dataclass(frozen=True)
class ScopedClass:
    """A class-like definition or declaration: its name, the scopes around it, the lines of its head."""

    name: str
    scopes: tuple[Scope, ...]
    first_line: int
    last_line: int

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names around it; None where it cannot be reached by name."""
        return _names(self.scopes)


class ScopeMap:
    """The classes and namespaces of one text."""

    def __init__(self, source: SourceText) -> None:
        self.classes: list[ScopedClass] = []
        self.inline_namespaces: set[tuple[str, ...]] = set()
        self._stack: list[Scope] = []
        self._closed_unnamed_class = False
        self._lines: list[tuple[int, tuple[Scope, ...]]] = [(0, ())]
        self._scan(source)

    def scopes_of(self, name: str, line: int) -> tuple[str, ...] | None:
        """The names around the class `name` that the debug record places on `line`; None if it cannot be
        reached."""
        return _names(self.around(name, line))

    def around(self, name: str, line: int) -> tuple[Scope, ...]:
        """The scopes around that class."""
        for found in self.classes:
            if found.name == name and found.first_line <= line <= found.last_line:
                return found.scopes
        inside: tuple[Scope, ...] = ()
        for at, scopes in self._lines:
            if at >= line:
                break
            inside = scopes
        return inside

    def _scan(self, source: SourceText) -> None:
        head: list[str] = []
        head_start = 0
        conditionals: list[list[Scope]] = []
        for chunk in source.chunks:
            text = source.text[chunk.start : chunk.end]
            if chunk.kind in ("code", "literal"):
                if not head:
                    head_start = chunk.start + len(text) - len(text.lstrip())
                head.append(text if chunk.kind == "code" else ' "" ')
            elif chunk.kind == "directive":
                self._follow_directive(text, conditionals)
            elif chunk.kind in (";", "{", "}"):
                first, last = source.line_of(head_start), source.line_of(chunk.start)
                self._follow_sign(chunk.kind, "".join(head), first, last)
                self._lines.append((last, tuple(self._stack)))
                head = []

    def _follow_directive(self, text: str, conditionals: list[list[Scope]]) -> None:
        match = _DIRECTIVE.match(text)
        word = match[1] if match else ""
        if word.startswith("if"):
            conditionals.append(list(self._stack))
        elif word.startswith("el") and conditionals:
            self._stack = list(conditionals[-1])
        elif word == "endif" and conditionals:
            conditionals.pop()

    def _follow_sign(self, sign: str, head: str, first: int, last: int) -> None:
        after_unnamed_class, self._closed_unnamed_class = self._closed_unnamed_class, False
        if sign == "}":
            if self._stack:
                self._closed_unnamed_class = self._stack.pop() == _UNNAMED_CLASS
            return
        name = _class_name(head)
        if name is None and sign == ";" and after_unnamed_class:  # typedef struct { … } NAME;
            name = (_WORD.findall(head) or [""])[-1]
        if name:
            self.classes.append(ScopedClass(name, tuple(self._stack), first, last))
        if sign == ";":
            return
        if name is not None:
            self._stack.append(Scope("class", name, template=bool(_TEMPLATE.match(head))))
        elif namespace := _NAMESPACE.search(head):
            self._open_namespace(namespace[2], bool(namespace[1]))
        elif _LINKAGE.fullmatch(head):
            self._stack.append(Scope("linkage"))
        else:
            self._stack.append(Scope("block"))

    def _open_namespace(self, names: str, inline: bool) -> None:
        """One brace opens all of `a::inline b`; the names are kept in one scope, joined."""
        parts = []
        for part in names.split("::"):
            words = _WORD.findall(part)
            nested_inline = inline or words[:1] == ["inline"]
            parts.append(words[-1] if words else "")
            if nested_inline:
                outer = tuple(name for scope in self._stack for name in scope.name.split("::") if name)
                self.inline_namespaces.add((*outer, *parts))
        self._stack.append(Scope("namespace", "::".join(parts), inline))


def _class_name(head: str) -> str | None:
    """The name that `struct NAME`, `class NAME final : Base`, `enum class NAME : int` introduces: "" for an
    unnamed class, None for other heads."""
    text = _ATTRIBUTE.sub(" ", without_template(head))
    match = _CLASS.search(text)
    if match is None or "(" in match[2] or "=" in match[2]:
        return None
    rest = re.split(r"(?<!:):(?!:)", match[2], maxsplit=1)[0]
    rest = rest.split("<", 1)[0]
    words = [word for word in _WORD.findall(rest) if word not in ("final", "class", "struct")]
    return words[-1] if words else ""


def without_template(head: str) -> str:
    """The head without `template <…>`, whose parameters look like classes."""
    while match := re.match(r"\s*template\s*<", head):
        angle, round_, position = 1, 0, match.end()
        while position < len(head) and angle:
            character = head[position]
            round_ += (character in "([") - (character in ")]")
            if not round_:
                angle += (character == "<") - (character == ">")
            position += 1
        head = head[position:]
    return head


def _names(scopes: tuple[Scope, ...]) -> tuple[str, ...] | None:
    names: list[str] = []
    for scope in scopes:
        if scope.kind == "block" or (scope.kind != "linkage" and not scope.name):
            return None
        names += [name for name in scope.name.split("::") if name]
    return tuple(names)
