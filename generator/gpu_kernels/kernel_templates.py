"""Finds the kernel templates of a preprocessed source: which source of a library INSTANTIATE is about.

Only their names and places are taken from the text, macros expanded and #if decided; nvcc itself says whether
arguments fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.preprocessed import PreprocessedText
from gpu_kernels.source_lexer import SourceText
from gpu_kernels.source_scopes import Scope, ScopeMap, without_template

GLOBAL_ATTRIBUTE = re.compile(r"\b__global__\b|\b__attribute__\s*\(\s*\(\s*(?:__)?global(?:__)?\s*\)\s*\)")
_TEMPLATE = re.compile(r"\s*template\s*<\s*[^>\s]")
_OTHER_TEMPLATE = re.compile(r"\s*template\b")  # an explicit instantiation or specialisation
_CALL_LIKE = re.compile(r"\b(?:__attribute__|alignas|__\w+__)\s*(?=\()")
_VOID_NAME = re.compile(
    r"\bvoid\s+(?:(?:static|inline|extern)\s+)*((?:[A-Za-z_]\w*\s*::\s*)*[A-Za-z_]\w*)\s*\("
)
_NAME = re.compile(r"((?:[A-Za-z_]\w*\s*::\s*)*[A-Za-z_]\w*)\s*\(")


@dataclass(frozen=True)
class KernelText:
    """A kernel, or kernel template, as a text has it; `name` with its namespaces, save unnamed and inline
    ones, `full_name` with the inline ones too. `head`: `template <…>`, empty for a kernel that is none.
    `defined`: it has a body here."""

    name: str
    full_name: str
    file: str
    line: int
    head: str
    defined: bool


def find_kernels(text: PreprocessedText) -> list[KernelText]:
    """The kernels and kernel templates of a preprocessed text, in its order."""
    found = _KernelMap(SourceText(text.code)).kernels
    return [KernelText(*names, *text.place(line), head, defined) for names, line, head, defined in found]


def find_kernels_in(source: SourceText, file: str) -> list[KernelText]:
    """The kernels and kernel templates of a text as it stands, where `__global__` stands in it."""
    found = _KernelMap(source).kernels
    return [KernelText(*names, file, line, head, defined) for names, line, head, defined in found]


class _KernelMap(ScopeMap):
    def __init__(self, source: SourceText) -> None:
        self.kernels: list[tuple[tuple[str, str], int, str, bool]] = []
        self._source = source
        self._waiting: list[tuple[int, str]] = []  # heads cut by braces
        super().__init__(source)

    def _follow_sign(self, sign: str, head: str, first: int, last: int) -> None:
        if self._waiting and self._waiting[-1][0] == len(self._stack):
            if sign != "}":
                head = f"{self._waiting.pop()[1]} {head}"
            else:
                self._waiting.pop()
        is_kernel = GLOBAL_ATTRIBUTE.search(head) is not None
        if sign == "{" and is_kernel and head.count("(") > head.count(")"):  # a default argument's
            self._waiting.append((len(self._stack), head + " 0 "))
            self._stack.append(Scope("block"))
            return
        if sign == "{" and not is_kernel and _TEMPLATE.match(head) and re.search(r"\brequires\b", head):
            self._waiting.append((len(self._stack), head + " 0 "))
            self._stack.append(Scope("block"))
            return
        if sign in ("{", ";") and is_kernel and (kernel := _kernel(head)):
            names = self._qualified(kernel[0])
            word = names[0].rsplit("::", 1)[-1]
            lines = (n for n in range(first, last + 1) if self._source.find_word(word, n) is not None)
            self.kernels.append((names, next(lines, last), kernel[1], sign == "{"))
        super()._follow_sign(sign, head, first, last)

    def _qualified(self, name: str) -> tuple[str, str]:
        """The name with its namespaces, without inline ones and with them."""
        path: list[str] = []
        shown: list[str] = []
        for scope in self._stack:
            for part in scope.name.split("::") if scope.kind == "namespace" and scope.name else ():
                path.append(part)
                if tuple(path) not in self.inline_namespaces:
                    shown.append(part)
        own = re.findall(r"\w+", name)
        return "::".join((*shown, *own)), "::".join((*path, *own))


def _kernel(head: str) -> tuple[str, str] | None:
    """The name and the `template <…>` of the kernel that a head declares."""
    rest = without_template(head)
    if re.search(r"\bfriend\b", rest):
        return None
    template = " ".join(head[: len(head) - len(rest)].split())
    if _OTHER_TEMPLATE.match(head) and not _TEMPLATE.match(head):
        return None
    text = _without_calls(GLOBAL_ATTRIBUTE.sub(" ", rest))
    match = _VOID_NAME.search(text) or _NAME.search(text)
    if match and not template:
        template = _abbreviated_template(text[match.end() :])
    return (match[1], template) if match else None


def _abbreviated_template(parameters: str) -> str:
    """The `template <…>` that each `auto` in a parameter list stands for; empty where there is none.

    The `auto` of a lambda in a default argument is none, nor one in template arguments or decltype(auto).
    """
    depth, outer = 1, ""
    for character in parameters:
        depth += (character in "([{<") - (character in ")]}>")
        if depth == 0:
            break
        outer += character if depth == 1 else " "
    parts = [part.partition("=")[0] for part in outer.split(",")]
    heads = [f"auto{'...' if '...' in part else ''}" for part in parts if re.search(r"\bauto\b", part)]
    return f"template <{', '.join(heads)}>" if heads else ""


def _without_calls(text: str) -> str:
    """The text without attributes, whose arguments look like parameter lists."""
    text = re.sub(r"\[\[.*?\]\]", " ", text, flags=re.DOTALL)
    while match := _CALL_LIKE.search(text):
        depth, position = 0, match.end()
        while position < len(text):
            depth += (text[position] == "(") - (text[position] == ")")
            position += 1
            if depth == 0:
                break
        text = f"{text[: match.start()]} {text[position:]}"
    return text
