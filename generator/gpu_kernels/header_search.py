"""Finds the header of a type that the debug record does not hold: an enumeration that is only a template
argument.

It follows the `#include` lines of a source through the project's own headers; the toolkit's are not searched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpu_kernels.cxx_types import Part
from gpu_kernels.diagnostics import Place

if TYPE_CHECKING:
    from gpu_kernels.merge import SourceContext
    from gpu_kernels.paths import PathMap
    from gpu_kernels.texts import TextCache

_INCLUDE = re.compile(r'\s*(?:#|%:)\s*include\s*([<"])([^>"\n]+)[>"]')
_MAX_FILES = 500


def find_definition(source: str, parts: tuple[Part, ...], texts: TextCache, paths: PathMap) -> Place | None:
    """Where the class or enumeration is defined that `source` includes; None if the search finds none."""
    *scopes, name = [part.identifier for part in parts]
    for path in included_files(source, texts, paths):
        found = texts.scopes(path)
        for candidate in found.classes if found is not None else ():
            if candidate.name == name and candidate.names == tuple(scopes):
                return Place(path, candidate.first_line)
    return None


def find_definitions(context: SourceContext, name: str) -> list[tuple[str, ...]]:
    """The scopes of the classes and enumerations of a name that a source and its headers define."""
    result: list[tuple[str, ...]] = []
    for path in included_files(context.path, context.texts, context.paths):
        found = context.texts.scopes(path)
        for candidate in found.classes if found is not None else ():
            if candidate.name == name and candidate.names is not None:
                result.append(candidate.names)
    return result


def included_files(source: str, texts: TextCache, paths: PathMap) -> Iterator[str]:
    """The source and the headers of the project that it includes, however deep."""
    yield from texts.included(source, lambda path: _included_files(path, texts, paths))


def _included_files(source: str, texts: TextCache, paths: PathMap) -> Iterator[str]:
    waiting, seen = [source], {source}
    while waiting and len(seen) <= _MAX_FILES:
        path = waiting.pop(0)
        yield path
        for include in _includes(path, texts, paths):
            if include not in seen:
                seen.add(include)
                waiting.append(include)


def _includes(path: str, texts: TextCache, paths: PathMap) -> list[str]:
    text = texts.text(path)
    found: list[str] = []
    for chunk in text.chunks if text is not None else []:
        match = _INCLUDE.match(text.text, chunk.start) if chunk.kind == "directive" else None
        if match is None:
            continue
        near = [os.path.dirname(path)] if match[1] == '"' else []
        for directory in (*near, *paths.include_directories, paths.base_directory):
            candidate = os.path.normpath(os.path.join(directory, match[2]))
            if os.path.isfile(candidate):
                found.append(candidate)
                break
    return found
