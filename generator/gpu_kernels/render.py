"""Renders the model with the templates: `templates/`, one a generated file."""

from __future__ import annotations

import os

import jinja2

from gpu_kernels import INTERFACE_VERSION
from gpu_kernels.compiled_templates import CompiledTemplates
from gpu_kernels.image_text import escaped, to_literals
from gpu_kernels.model import Kernel, Library
from gpu_kernels.stubs import Stub, StubFile

TEMPLATE_DIRECTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "templates")
_MAX_COLUMN = 110


def render_header(library: Library, stubs: StubFile) -> str:
    """`<lib>.hpp`: the typed stubs."""
    return _render("header.hpp.jinja", library, stubs=stubs)


def render_source(library: Library, stubs: StubFile, header: str, image_header: str) -> str:
    """`<lib>.cpp`, which includes the two headers by the given spellings."""
    return _render(
        "source.cpp.jinja", library, stubs=stubs, header_include=header, image_include=image_header
    )


def render_image(library: Library) -> str:
    """`<lib>_image.hpp`: the PTX of every source."""
    contents = [
        (f"{name}_{number}", image.source, to_literals(image.content))
        for name, images in (
            ("image", library.images),
            ("part", [part for image in library.images for part in image.parts]),
        )
        for number, image in enumerate(images)
    ]
    return _render("image.hpp.jinja", library, contents=contents)


def _render(template: str, library: Library, **more: object) -> str:
    return (
        _environment()
        .get_template(template)
        .render(library=library, interface_version=INTERFACE_VERSION, **more)
    )


_cached_environment: jinja2.Environment | None = None


def _environment() -> jinja2.Environment:
    global _cached_environment  # noqa: PLW0603 - templates are compiled once a run
    if _cached_environment is None:
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATE_DIRECTORY),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
            bytecode_cache=CompiledTemplates(),
        )
        environment.filters["cxx_string"] = _cxx_string
        environment.filters["macro_name"] = _macro_name
        environment.globals["struct_head"] = _struct_head
        _cached_environment = environment
    return _cached_environment


def _cxx_string(text: str) -> str:
    """A C++ string literal."""
    return escaped(text.encode("utf-8", "surrogateescape").decode("latin-1"))


def _macro_name(text: str) -> str:
    """Letters and digits for a text, others for every other text."""
    return "".join(one if one.isalnum() else f"_{ord(one):02x}" for one in text)


def _struct_head(stub: Stub, stubs: StubFile, prefix: str) -> str:
    """`struct NAME : BASE {`, in as many lines as it needs; `prefix` stands before it."""
    entry, fields = f"{stubs.entries}::{stub.entry}", _contract_fields(stub.kernel)
    contract = f", {stubs.gpu}::LaunchContract{{{', '.join(fields)}}}" if fields else ""
    line = f"struct {stub.struct} : {stubs.gpu}::Kernel<{entry}{contract}> {{"
    if len(line) <= _MAX_COLUMN:
        return prefix + line
    base = f"    : {stubs.gpu}::Kernel<"
    if not contract:
        return f"{prefix}struct {stub.struct}\n{base}{entry}> {{"
    if len(base + entry + contract) < _MAX_COLUMN - 3:
        return f"{prefix}struct {stub.struct}\n{base}{entry}{contract}> {{"
    head = f"{' ' * len(base)}{stubs.gpu}::LaunchContract{{"
    separator = ", " if len(head + ", ".join(fields)) < _MAX_COLUMN - 4 else ",\n" + " " * len(head)
    return f"{prefix}struct {stub.struct}\n{base}{entry},\n{head}{separator.join(fields)}}}> {{"


def _contract_fields(kernel: Kernel) -> list[str]:
    bounds = kernel.bounds
    threads = 1
    for size in bounds.max_block:
        threads *= size
    fields = []
    if bounds.max_block:
        fields.append(f".max_threads = {threads}")
    if bounds.required_block:
        fields.append(f".required_block = {_three(bounds.required_block)}")
    if bounds.cluster and not bounds.blocks_are_clusters:  # else the grid counts clusters: nothing to divide
        fields.append(f".cluster = {_three(bounds.cluster)}")
    if bounds.min_blocks:
        fields.append(f".min_blocks_per_multiprocessor = {bounds.min_blocks}")
    if kernel.dynamic_shared:
        fields.append(".dynamic_shared = true")
    return fields


def _three(sizes: tuple[int, ...]) -> str:
    return "{" + ", ".join(str(size) for size in (*sizes, 1, 1)[:3]) + "}"
