"""The job file: what one run of the generator is to do. docs/architecture.md describes it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from gpu_kernels.diagnostics import JobError

SCHEMA = 1
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NAMESPACE = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*", re.ASCII)


@dataclass(frozen=True)
class Source:
    """A `.cu` file, its PTX (one text an architecture) and the PTX text of its `-G` compile."""

    path: str
    ptx: tuple[str, ...]
    debug: str


@dataclass(frozen=True)
class Packing:
    """What is packed into a fatbin: of `architectures`, whose PTX and whose machine code; the latter stands
    beside the PTX as `.cubin`. `fatbinary` is the tool."""

    architectures: tuple[str, ...]
    ptx: tuple[str, ...]
    machine_code: tuple[str, ...]
    fatbinary: str


@dataclass(frozen=True)
class Outputs:
    header: str
    image: str
    source: str
    manifest: str


@dataclass(frozen=True)
class UserTemplate:
    """A template of the user's own and the file to make of it."""

    template: str
    output: str


@dataclass(frozen=True)
class Job:
    name: str
    namespace: str
    header: str
    output: Outputs
    base_directory: str
    include_directories: tuple[str, ...]
    system_include_directories: tuple[str, ...]
    host_includes: tuple[str, ...]
    sources: tuple[Source, ...]
    packing: Packing | None
    templates: tuple[UserTemplate, ...]


def read_job(path: str) -> Job:
    """Reads a job file. Raises JobError, which names the key, what was found and what is accepted."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
    except OSError as error:
        raise JobError(f"{path}: the job file cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise JobError(f"{path}: the job file is not JSON: {error}") from error
    return _job(_Object(path, "", content))


class _Object:
    """A JSON object that knows where it stands, for messages."""

    def __init__(self, path: str, key: str, content: Any) -> None:
        self._path, self._key = path, key
        if not isinstance(content, dict):
            raise self.error("", "an object", content)
        self._content = content

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def error(self, key: str, expected: str, found: Any) -> JobError:
        name = ".".join(part for part in (self._key, key) if part) or "the whole file"
        return JobError(f"{self._path}: `{name}` must be {expected}, found {json.dumps(found)[:80]}")

    def accept_only(self, keys: set[str]) -> None:
        unknown = sorted(set(self._content) - keys)
        if unknown:
            raise JobError(
                f"{self._path}: `{'.'.join(filter(None, (self._key, unknown[0])))}` is no key of a job file; "
                f"accepted here: {', '.join(sorted(keys))}"
            )

    def text(
        self, key: str, pattern: re.Pattern[str] | None = None, expected: str = "a non-empty string"
    ) -> str:
        value = self._content.get(key)
        if (
            not isinstance(value, str)
            or not value
            or "\0" in value
            or (pattern and not pattern.fullmatch(value))
        ):
            raise self.error(key, expected, value)
        return value

    def texts(self, key: str, at_least: int = 0) -> tuple[str, ...]:
        value = self._content.get(key, [])
        good = isinstance(value, list) and all(
            isinstance(item, str) and item and "\0" not in item for item in value
        )
        if not good or len(value) < at_least:
            raise self.error(
                key,
                f"a list of at least {at_least} non-empty strings" if at_least else "a list of strings",
                value,
            )
        return tuple(value)

    def number(self, key: str) -> Any:
        return self._content.get(key)

    def child(self, key: str) -> _Object:
        return _Object(self._path, key, self._content.get(key))

    def text_lists(self, key: str) -> tuple[tuple[str, ...], ...]:
        value = self._content.get(key)
        if not isinstance(value, list) or not value:
            raise self.error(key, "a list of at least one list of strings", value)
        rows = _Object(self._path, key, {str(index): row for index, row in enumerate(value)})
        return tuple(rows.texts(str(index), at_least=1) for index in range(len(value)))


def _sources(content: _Object) -> tuple[Source, ...]:
    """The sources, from the parallel lists `sources`, `ptx` (one list an architecture) and `debug`."""
    paths = content.texts("sources", at_least=1)
    ptx = content.text_lists("ptx")
    debug = content.texts("debug", at_least=1)
    for key, row in (("debug", debug), *(("ptx", row) for row in ptx)):
        if len(row) != len(paths):
            raise content.error(key, f"as long as `sources` ({len(paths)})", list(row))
    return tuple(Source(path, files, record) for path, files, record in zip(paths, zip(*ptx), debug))


def _packing(content: _Object) -> Packing | None:
    """How the images are packed; None where one PTX text is embedded as it is."""
    image = content.text("image")
    rows = content.text_lists("ptx")
    if image == "PTX":
        if len(rows) != 1:
            raise content.error("ptx", "one list, since `image` is PTX", [list(row) for row in rows])
        return None
    if image != "FATBIN":
        raise content.error("image", '"PTX" or "FATBIN"', image)
    architectures = content.texts("architectures", at_least=1)
    if len(architectures) != len(rows):
        raise content.error("architectures", f"as long as `ptx` ({len(rows)})", list(architectures))
    ptx, machine_code = content.texts("embedded_ptx"), content.texts("embedded_machine_code")
    for key, chosen in (("embedded_ptx", ptx), ("embedded_machine_code", machine_code)):
        if not set(chosen) <= set(architectures):
            raise content.error(key, "a part of `architectures`", list(chosen))
    if not ptx and not machine_code:
        raise content.error("embedded_ptx", "not empty, since `embedded_machine_code` is", [])
    return Packing(architectures, ptx, machine_code, content.text("fatbinary"))


def _templates(content: _Object) -> tuple[UserTemplate, ...]:
    """The pairs of the optional lists `templates` → `template` and `output`."""
    if "templates" not in content:
        return ()
    lists = content.child("templates")
    lists.accept_only({"template", "output"})
    templates, outputs = lists.texts("template"), lists.texts("output")
    if len(templates) != len(outputs):
        raise lists.error("output", f"as long as `template` ({len(templates)})", list(outputs))
    return tuple(UserTemplate(*pair) for pair in zip(templates, outputs))


def _job(content: _Object) -> Job:
    if content.number("schema") != SCHEMA:
        raise content.error(
            "schema",
            f"{SCHEMA} (the job file comes from another version of GpuKernels)",
            content.number("schema"),
        )
    content.accept_only(
        {
            *(
                "schema",
                "name",
                "namespace",
                "header",
                "image",
                "output",
                "base_directory",
                "include_directories",
            ),
            *("system_include_directories", "host_includes", "sources", "ptx", "debug", "templates"),
            *("architectures", "embedded_ptx", "embedded_machine_code", "fatbinary"),
        }
    )
    output = content.child("output")
    output.accept_only({"header", "image", "source", "manifest"})
    return Job(
        name=content.text("name", _IDENTIFIER, "a C identifier"),
        namespace=content.text("namespace", _NAMESPACE, "a C++ namespace, such as a or a::b"),
        header=content.text("header"),
        output=Outputs(
            output.text("header"), output.text("image"), output.text("source"), output.text("manifest")
        ),
        base_directory=content.text("base_directory"),
        include_directories=content.texts("include_directories"),
        system_include_directories=content.texts("system_include_directories"),
        host_includes=content.texts("host_includes"),
        sources=_sources(content),
        packing=_packing(content),
        templates=_templates(content),
    )
