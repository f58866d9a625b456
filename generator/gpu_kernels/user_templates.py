"""Renders templates of the user's own from the manifest: bindings for other languages, tables,
documentation."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import jinja2

from gpu_kernels.diagnostics import Diagnostics, Place
from gpu_kernels.manifest import manifest
from gpu_kernels.model import Library

Source = tuple[str, str, Callable[[], bool]]


class _NotingLoader(jinja2.FileSystemLoader):
    """Loads from the template's folder, and notes each file that it reads."""

    def __init__(self, folder: str, read: set[str]) -> None:
        super().__init__(folder)
        self._read = read

    def get_source(self, environment: jinja2.Environment, template: str) -> Source:
        source = super().get_source(environment, template)
        self._read.add(source[1])
        return source


def render_user_template(path: str, library: Library, diagnostics: Diagnostics, read: set[str]) -> str:
    """The template's text with the manifest's keys (docs/manifest.schema.json) as variables. What it
    includes, imports or extends is added to `read`.

    A name that is not there, and everything else that Jinja refuses, is an error with the template's line.
    """
    environment = jinja2.Environment(
        loader=_NotingLoader(os.path.dirname(path) or ".", read),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    model = manifest(library)
    try:
        return environment.get_template(os.path.basename(path)).render(model)
    except jinja2.TemplateNotFound as error:
        diagnostics.error(
            Place(path), f"the template cannot be read, or includes one that cannot: {error.name}"
        )
    except jinja2.TemplateSyntaxError as error:
        diagnostics.error(Place(error.filename or path, error.lineno), f"not Jinja: {error.message}")
    except Exception as error:  # whatever an expression of the template raises
        place = Place(path, _line_in(path, error))
        diagnostics.error(place, f"rendering failed: {error}{_accepted(error, model)}")
    return ""


def _accepted(error: BaseException, model: dict[str, Any]) -> str:
    """What there is, where a name is not there: the model's keys, or those of the objects in its lists."""
    if not isinstance(error, jinja2.UndefinedError):
        return ""
    if "'dict object' has no attribute" not in str(error):
        return f"; the model has: {', '.join(sorted(model))}" if "is undefined" in str(error) else ""
    keys = _keys_in_lists("", model)
    return "".join(f"; each of {name}: {', '.join(found)}" for name, found in keys.items())


def _keys_in_lists(path: str, value: dict[str, Any]) -> dict[str, list[str]]:
    """The keys of the objects in each list of an object, however deep."""
    found: dict[str, list[str]] = {}
    for key, inner in value.items():
        if isinstance(inner, list) and inner and isinstance(inner[0], dict):
            found[f"{path}{key}"] = sorted(inner[0])
            found |= _keys_in_lists(f"{path}{key}.", inner[0])
    return found


def _line_in(path: str, error: BaseException) -> int:
    """The last line of the template that an exception passed; 0 if it passed none."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if os.path.abspath(trace.tb_frame.f_code.co_filename) == os.path.abspath(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
