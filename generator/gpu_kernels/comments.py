"""Finds the comment that documents a kernel: the one above its declaration, which the debug record places."""

from __future__ import annotations

import bisect
import re

from gpu_kernels.source_lexer import Chunk, SourceText

_CONDITIONAL = re.compile(
    r"[ \t]*(?:#|%:)\s*(?:if|ifdef|ifndef|elif|elifdef|elifndef|else|endif|line|pragma)\b"
)
_RULE = re.compile(r"[\s/*=\-_#~+.]*")
_TOOL_COMMENT = re.compile(r"\s*(?:clang-format\s+o(?:n|ff)|NOLINT|IWYU\s+pragma)")
_MAX_LINES = 1000
_CONTINUATION = re.compile(r"\\\r?\n")
_DOC = ("///", "//!", "/**", "/*!")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def read_comment(
    source: SourceText, line: int, name: str, other_lines: tuple[int, ...] = ()
) -> tuple[str, ...]:
    """The lines of the comment above the declaration of `name` on `line`, without comment marks.

    A documentation comment (`///`, `//!`, `/** */`) wins over a plain one nearer to the name. `other_lines`:
    lines of other functions, in rising order; what stands above one of them belongs to it. () where there is
    none.
    """
    lines = source.line_range(line)
    if lines is None:
        return ()
    found = source.find_word(name, line)
    start = found if found is not None else _first_code(source, *lines)
    before = bisect.bisect_left(other_lines, line)
    floor = (source.line_range(other_lines[before - 1]) or (0, 0))[1] if before else 0
    plain: tuple[str, ...] = ()
    index = bisect.bisect_left(source.chunk_starts, start) - 1
    while index >= 0:
        chunk = source.chunks[index]
        if chunk.end <= floor or chunk.kind in (";", "{", "}"):
            break
        if chunk.kind == "directive" and not _CONDITIONAL.match(source.text, chunk.start):
            break
        if chunk.kind == "comment":
            first = _group(source, index)
            if _stands_alone(source, source.chunks[first]) and _touches_next(source, chunk):
                text = _text_of(source, source.chunks[first : index + 1])
                if _is_documentation(source, chunk):
                    return text
                plain = plain or text
            index = first
        index -= 1
    return plain


def _first_code(source: SourceText, begin: int, end: int) -> int:
    """Where code begins on a line that lacks the name, as a macro pastes it: the body may stand there too."""
    first = max(bisect.bisect_right(source.chunk_starts, begin) - 1, 0)
    for chunk in source.chunks[first:]:
        if chunk.start >= end:
            break
        text = source.text[max(chunk.start, begin) : min(chunk.end, end)]
        if chunk.kind == "code" and text.strip():
            return max(chunk.start, begin) + len(text) - len(text.lstrip())
    return end


def _is_documentation(source: SourceText, chunk: Chunk) -> bool:
    text = source.text[chunk.start : chunk.start + 4]
    return text.startswith(_DOC) and not text.startswith(("////", "/**/", "/***"))


def _stands_alone(source: SourceText, chunk: Chunk) -> bool:
    """Whether only space stands before it on its line."""
    begin = source.line_starts[source.line_of(chunk.start) - 1]
    return not source.text[begin : chunk.start].strip()


def _touches_next(source: SourceText, chunk: Chunk) -> bool:
    """Whether no empty line follows."""
    rest = source.text[chunk.end : chunk.end + 400]
    return rest[: len(rest) - len(rest.lstrip())].count("\n") <= 1


def _group(source: SourceText, last: int) -> int:
    """The first of the line comments of one kind that stand on the lines right above each other."""
    kind = source.text[source.chunks[last].start :][:3] if _is_line(source, last) else ""
    first = last
    while (
        kind
        and first > 0
        and _is_line(source, first - 1)
        and _is_documentation(source, source.chunks[first - 1])
        == _is_documentation(source, source.chunks[last])
        and _stands_alone(source, source.chunks[first - 1])
        and source.line_of(source.chunks[first - 1].start) == source.line_of(source.chunks[first].start) - 1
    ):
        first -= 1
    return first


def _is_line(source: SourceText, index: int) -> bool:
    chunk = source.chunks[index]
    return chunk.kind == "comment" and source.text.startswith("//", chunk.start)


def _text_of(source: SourceText, chunks: list[Chunk]) -> tuple[str, ...]:
    lines: list[str] = []
    for chunk in chunks:
        text = source.text[chunk.start : chunk.end]
        if text.startswith("//"):  # one that ends in a backslash goes on in the next line
            first, *more = _CONTINUATION.split(text)[:_MAX_LINES]
            lines += [_strip_line(first), *(line.lstrip() for line in more)]
        else:
            lines += _strip_block(text)
    cleaned = [_CONTROL.sub("", line.replace("\t", "    ")).rstrip().rstrip("\\").rstrip() for line in lines]
    kept = [
        line for line in cleaned if not _TOOL_COMMENT.match(line) and (not line or not _RULE.fullmatch(line))
    ]
    while kept and not kept[0]:
        del kept[0]
    while kept and not kept[-1]:
        del kept[-1]
    return tuple(kept)


def _strip_line(text: str) -> str:
    text = text[3:] if text.startswith(("///", "//!")) else text[2:]
    return text[1:] if text.startswith(" ") else text


def _strip_block(text: str) -> list[str]:
    body = text[2:-2] if text.endswith("*/") else text[2:]
    body = body[1:] if body[:1] in ("*", "!") else body
    lines = body.splitlines()
    rest = [line for line in lines[1:] if line.strip()]
    if rest and all(line.lstrip().startswith("*") for line in rest):
        lines = [lines[0], *(re.sub(r"^\s*\*", "", line) for line in lines[1:])]
        rest = [line for line in lines[1:] if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in rest), default=0)
    return [lines[0].strip() if lines else "", *(line[margin:] for line in lines[1:])]
