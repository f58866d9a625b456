"""Reads `template <…>` above a kernel: the names and defaults that the mangled names of its instantiations
lack.

The arguments themselves come from the mangled names; a head that does not fit them is left unused.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass

from gpu_kernels.plain_defaults import PLAIN_WORDS, split_list
from gpu_kernels.source_lexer import SourceText
from gpu_kernels.source_scopes import without_template

_HEAD = re.compile(r"\btemplate\s*<")
_CLASS_WORDS = {"template", "class", "typename", "auto"}
_WORD = re.compile(r"[A-Za-z_]\w*")
_TYPE_PARAMETER = re.compile(r"(?:class|typename)\b\s*(\.\.\.)?\s*([A-Za-z_]\w*)?\s*$")
_FUNCTION_PARAMETER = re.compile(r"\(\s*(?:[*&]|\w+::\*)\s*([A-Za-z_]\w*)\s*\)\s*[(\[]")
_VALUE_PARAMETER = re.compile(r".*?[\s*&>](\.\.\.)?\s*([A-Za-z_]\w*)\s*$", re.DOTALL)


@dataclass(frozen=True)
class TemplateParameter:
    """A parameter as the source writes it; `kind` is type, value or template; `default` is empty where there
    is none; the merge drops those that the host could not evaluate, and finds the `includes` of the others.
    `template`: what stands before the name of a template template parameter; empty where it uses names of the
    source."""

    name: str
    kind: str
    pack: bool
    default: str
    template: str = ""
    includes: frozenset[str] = frozenset()


def read_template_head(source: SourceText, line: int, name: str) -> tuple[TemplateParameter, ...] | None:
    """The parameters of the kernel `name` on `line`; None where no template head is found above it."""
    lines = source.line_range(line)
    if lines is None:
        return None
    end = source.find_word(name, line) or lines[1]
    index = bisect.bisect_left(source.chunk_starts, end) - 1
    code: list[str] = []
    while index >= 0 and source.chunks[index].kind not in (";", "{", "}"):
        chunk = source.chunks[index]
        if chunk.kind in ("code", "literal"):
            code.append(source.text[chunk.start : min(chunk.end, end)])
        index -= 1
    text = " ".join(reversed(code))
    heads = list(_HEAD.finditer(text))
    if not heads:
        return None
    return _parameters(text[heads[0].end() :])


def _parameters(text: str) -> tuple[TemplateParameter, ...] | None:
    pieces = split_list(text, ">")
    if pieces is None:
        return None
    result: list[TemplateParameter] = []
    for piece in pieces:
        parameter = _parameter(piece)
        if parameter is None:
            return None
        result.append(parameter)
    return tuple(result)


def _parameter(piece: str) -> TemplateParameter | None:
    declaration, _, default = piece.partition("=")
    declaration = " ".join(declaration.split())
    default = " ".join(default.split())
    if declaration.startswith("template"):
        return _template_parameter(declaration)
    if match := _TYPE_PARAMETER.match(declaration):
        return TemplateParameter(match[2] or "", "type", bool(match[1]), default)
    if match := _FUNCTION_PARAMETER.search(declaration):
        return TemplateParameter(match[1], "value", "..." in declaration, "")
    if match := _VALUE_PARAMETER.match(declaration):
        unnamed = match[2] in PLAIN_WORDS
        return TemplateParameter("" if unnamed else match[2], "value", "..." in declaration, default)
    return TemplateParameter("", "value", "..." in declaration, default) if _WORD.match(declaration) else None


def _template_parameter(declaration: str) -> TemplateParameter:
    """`template <class, int> class NAME`, the name left out or not."""
    rest = without_template(declaration)
    words = _WORD.findall(rest)
    name = words[-1] if words and words[-1] not in _CLASS_WORDS else ""
    inner = declaration[: len(declaration) - len(rest)]
    known = all(word in _CLASS_WORDS or word in PLAIN_WORDS for word in _WORD.findall(inner))
    text = f"{' '.join(inner.split())} class" if known else ""
    return TemplateParameter(name, "template", "..." in rest, "", text)
