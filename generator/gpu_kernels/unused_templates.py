"""Finds kernel templates of a source that nothing instantiates: they compile to nothing and have no stub.

Only what the text says beyond doubt counts: `template <…> … __global__ … name(…) {`, outside of #if, with a
name that no macro of the source makes. A template that a macro writes is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpu_kernels.source_lexer import SourceText
from gpu_kernels.source_scopes import without_template

_TEMPLATE = re.compile(r"\s*template\s*<\s*[^>\s]")
_DIRECTIVE = re.compile(r"\s*(?:#|%:)\s*(\w+)\s*(\w*)")
_GLOBAL = re.compile(r"\b__global__\b")
_ATTRIBUTE = re.compile(r"\b__\w+__\s*\((?:[^()]|\([^()]*\))*\)")
_NAME = re.compile(r"\b([A-Za-z_]\w*)\s*\(")


def unused_templates(source: SourceText, instantiated: frozenset[str]) -> list[tuple[str, int]]:
    """Names and lines of the kernel templates whose names are none of `instantiated`."""
    if "__global__" not in source.text:
        return []
    found: dict[str, int] = {}
    macros: set[str] = set()
    for kind, head, first, last in _heads(source):
        if kind == "define":
            macros.add(head)
        elif name := _kernel_template(head):
            line = next((n for n in range(first, last + 1) if source.find_word(name, n) is not None), first)
            found.setdefault(name, line)
    return [(name, line) for name, line in found.items() if name not in instantiated | macros]


def _heads(source: SourceText) -> Iterator[tuple[str, str, int, int]]:
    """("{", what stands before it, first and last line) outside of #if, and ("define", name, 0, 0)."""
    head: list[str] = []
    start, conditionals, clean = 0, 0, True
    for chunk in source.chunks:
        text = source.text[chunk.start : chunk.end]
        if chunk.kind in ("code", "literal"):
            if not head:
                start, clean = chunk.start + len(text) - len(text.lstrip()), not conditionals
            head.append(text if chunk.kind == "code" else ' "" ')
        elif chunk.kind == "directive":
            match = _DIRECTIVE.match(text)
            word, name = (match[1], match[2]) if match else ("", "")
            if word == "define":
                yield "define", name, 0, 0
            if word.startswith("if") or word == "endif":
                conditionals += 1 if word != "endif" else -1
                clean = False
        elif chunk.kind in (";", "{", "}"):
            if chunk.kind == "{" and clean:
                yield "{", "".join(head), source.line_of(start), source.line_of(chunk.start)
            head, clean = [], not conditionals


def _kernel_template(head: str) -> str | None:
    """The name of the kernel template that a head defines; None for other heads, and where in doubt."""
    if not _TEMPLATE.match(head):
        return None
    rest = without_template(head)
    kernel = _GLOBAL.search(rest)
    if kernel is None or re.search(r"\bfriend\b", rest):
        return None
    declaration = _ATTRIBUTE.sub(" ", rest.replace(kernel[0], " "))
    match = _NAME.search(declaration)
    if match is None or not _is_parameter_list(declaration[match.end() :]):
        return None
    return match[1]


def _is_parameter_list(text: str) -> bool:
    """Whether the text ends with the `)` of a list begun before it: else the name may be a macro's."""
    depth = 1
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[position + 1 :].strip() in ("", "noexcept")
    return False
