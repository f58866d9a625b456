"""The job file: what one run of the generator is to do. docs/architecture.md describes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpu_kernels.job_object import HEAD_KEYS, JobObject, read_object

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
class Assembling:
    """How machine code is made to look at: for `architectures`, by `ptxas`, with those of nvcc's `options`
    that are its; and what its kernels may use (0: any number of registers)."""

    architectures: tuple[str, ...]
    ptxas: str
    options: tuple[str, ...]
    max_registers: int
    forbid_spills: bool


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
    image_directory: str
    assembling: Assembling | None
    separable: bool
    nvlink: str


def read_job(path: str) -> Job:
    """Reads a job file. Raises JobError, which names the key, what was found and what is accepted."""
    return _job(read_object(path))


def _sources(content: JobObject) -> tuple[Source, ...]:
    """The sources, from the parallel lists `sources`, `ptx` (one list an architecture) and `debug`."""
    paths = content.texts("sources", at_least=1)
    ptx = content.text_lists("ptx")
    debug = content.texts("debug", at_least=1)
    for key, row in (("debug", debug), *(("ptx", row) for row in ptx)):
        if len(row) != len(paths):
            raise content.error(key, f"as long as `sources` ({len(paths)})", list(row))
    return tuple(Source(path, files, record) for path, files, record in zip(paths, zip(*ptx), debug))


def _packing(content: JobObject) -> Packing | None:
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


def _assembling(content: JobObject) -> Assembling | None:
    if "assembling" not in content:
        return None
    rows = content.text_lists("ptx")
    part = content.child("assembling")
    part.accept_only({"architectures", "ptxas", "options", "max_registers", "forbid_spills"})
    architectures = part.texts("architectures", at_least=1)
    if len(architectures) != len(rows):
        raise part.error("architectures", f"as long as `ptx` ({len(rows)})", list(architectures))
    registers, spills = part.value("max_registers"), part.value("forbid_spills")
    if not isinstance(registers, int) or isinstance(registers, bool) or registers < 0:
        raise part.error("max_registers", "a number, 0 for no limit", registers)
    if not isinstance(spills, bool):
        raise part.error("forbid_spills", "true or false", spills)
    return Assembling(architectures, part.text("ptxas"), part.texts("options"), registers, spills)


def _templates(content: JobObject) -> tuple[UserTemplate, ...]:
    """The pairs of the optional lists `templates` → `template` and `output`."""
    if "templates" not in content:
        return ()
    lists = content.child("templates")
    lists.accept_only({"template", "output"})
    templates, outputs = lists.texts("template"), lists.texts("output")
    if len(templates) != len(outputs):
        raise lists.error("output", f"as long as `template` ({len(templates)})", list(outputs))
    return tuple(UserTemplate(*pair) for pair in zip(templates, outputs))


def _job(content: JobObject) -> Job:
    content.check_schema()
    content.accept_only(
        {
            *HEAD_KEYS,
            *("namespace", "header", "image", "output"),
            *("host_includes", "sources", "ptx", "debug", "templates"),
            *(
                "architectures",
                "embedded_ptx",
                "embedded_machine_code",
                "fatbinary",
                "image_directory",
                "assembling",
            ),
            *("separable", "nvlink"),
        }
    )
    output = content.child("output")
    output.accept_only({"header", "image", "source", "manifest"})
    return Job(
        **content.head(),
        namespace=content.text("namespace", _NAMESPACE, "a C++ namespace, such as a or a::b"),
        header=content.text("header"),
        output=Outputs(
            output.text("header"), output.text("image"), output.text("source"), output.text("manifest")
        ),
        host_includes=content.texts("host_includes"),
        sources=_sources(content),
        packing=_packing(content),
        templates=_templates(content),
        image_directory=content.text("image_directory") if "image_directory" in content else "",
        assembling=_assembling(content),
        separable=content.flag("separable"),
        nvlink=content.text("nvlink") if "nvlink" in content else "",
    )
