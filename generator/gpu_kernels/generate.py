"""One run: read every source of a job, merge, check, render, write."""

from __future__ import annotations

import os
from dataclasses import replace

from gpu_kernels.architectures import agree
from gpu_kernels.debug_facts import DebugRecord
from gpu_kernels.debug_record import read_debug_record
from gpu_kernels.diagnostics import Diagnostics, InputError, JobError, Place
from gpu_kernels.entry_names import normalise
from gpu_kernels.fatbin import Part, pack
from gpu_kernels.job import Job, Packing, Source
from gpu_kernels.library import join_library
from gpu_kernels.manifest import manifest_text
from gpu_kernels.merge import MergedSource, SourceContext, merge_source
from gpu_kernels.model import Content, Image, Library
from gpu_kernels.output import depfile_text, touch, write_changed
from gpu_kernels.paths import PathMap
from gpu_kernels.ptx_facts import PtxModule
from gpu_kernels.ptx_reader import read_ptx
from gpu_kernels.render import render_header, render_image, render_source
from gpu_kernels.resources import measure
from gpu_kernels.signatures import with_signatures
from gpu_kernels.stubs import build_stubs
from gpu_kernels.texts import TextCache
from gpu_kernels.unused_templates import unused_templates
from gpu_kernels.user_templates import render_user_template


def read_library(job: Job, diagnostics: Diagnostics, texts: TextCache) -> Library:
    """The model of a job; what is wrong goes to `diagnostics`. Raises JobError for files that are missing."""
    paths = PathMap(job.base_directory, job.include_directories, job.system_include_directories)
    source_paths = frozenset(source.path for source in job.sources)
    images: list[Image] = []
    merged: list[MergedSource] = []
    for index, source in enumerate(job.sources):
        context = SourceContext(
            path=source.path,
            index=index,
            source_paths=source_paths,
            has_host_includes=bool(job.host_includes),
            paths=paths,
            texts=texts,
            diagnostics=diagnostics,
        )
        try:
            image, facts = _read_source(source, job.packing, context)
        except InputError as error:
            diagnostics.error(error.place, error.message)
            continue
        images.append(image)
        merged.append(facts)
    library = join_library(job, images, merged, diagnostics)
    if not diagnostics.errors:
        _warn_of_unused_templates(job, library, texts, diagnostics)
    return library


def _warn_of_unused_templates(job: Job, library: Library, texts: TextCache, diagnostics: Diagnostics) -> None:
    instantiated = frozenset(kernel.name for kernel in library.kernels)
    for source in job.sources:
        text = texts.text(source.path)
        for name, line in unused_templates(text, instantiated) if text is not None else ():
            diagnostics.warning(
                Place(source.path, line),
                f"kernel template `{name}` has no instantiation, so it has no stub; name one to "
                f'gpu_add_kernel_library, such as INSTANTIATE "{_qualified(name, line, source.path, texts)}'
                f'<float>", or add to the source: template __global__ void {name}<float>(…);',
            )


def _qualified(name: str, line: int, path: str, texts: TextCache) -> str:
    scopes = texts.scopes(path)
    names = scopes.scopes_of(name, line) if scopes is not None else None
    return "::".join((*(names or ()), name))


def _read_source(
    source: Source, packing: Packing | None, context: SourceContext
) -> tuple[Image, MergedSource]:
    modules = [_read_ptx_file(path) for path in source.ptx]
    names = {normalise(named.name) for module in modules for named in (*module.entries, *module.symbols)}
    debug = _read(source.debug).decode("utf-8", "surrogateescape")
    record = read_debug_record(debug, source.debug, names)
    module = agree(modules, lambda name: _place(name, record, source))
    image = Image(context.paths.shown(source.path), module.version, module.target, _read(source.ptx[0]))
    if packing is not None:
        parts = _parts(source, packing)
        contents = (
            Content("PTX" if part.kind == "ptx" else "cubin", f"sm_{part.architecture}") for part in parts
        )
        fatbin = with_signatures(pack(parts, packing.fatbinary), module)
        image = replace(image, content=fatbin, contents=tuple(contents))
    return image, merge_source(module, record, context)


def _place(name: str, record: DebugRecord, source: Source) -> Place:
    function = record.functions.get(name)
    return function.place if function is not None and function.place.file else Place(source.path)


def _read_ptx_file(path: str) -> PtxModule:
    content = _read(path)
    if b"\0" in content:
        line = content.count(b"\n", 0, content.index(b"\0")) + 1
        raise InputError(
            Place(path, line), "the PTX holds a NUL byte, at which the driver would stop reading"
        )
    return read_ptx(content.decode("latin-1"), path)


def _parts(source: Source, packing: Packing) -> list[Part]:
    ptx = dict(zip(packing.architectures, source.ptx))
    machine_code = {name: f"{os.path.splitext(path)[0]}.cubin" for name, path in ptx.items()}
    return [
        *(Part("elf", name, machine_code[name]) for name in packing.machine_code),
        *(Part("ptx", name, ptx[name]) for name in packing.ptx),
    ]


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise JobError(f"{path}: cannot be read: {error.strerror}") from error


def generate(job: Job, stamp: str | None, depfile: str | None) -> Diagnostics:
    """Writes the files of a job, unless there are errors. Raises JobError, OSError."""
    diagnostics = Diagnostics()
    texts = TextCache()
    library = read_library(job, diagnostics, texts)
    if (
        not diagnostics.errors
        and job.assembling
        and (job.assembling.max_registers or job.assembling.forbid_spills)
    ):
        library = measure(job, library, diagnostics)
    if diagnostics.errors:
        return diagnostics
    output = job.output
    image_include = os.path.relpath(output.image, os.path.dirname(output.source)).replace(os.sep, "/")
    stubs = build_stubs(library)
    files = {
        output.header: render_header(library, stubs),
        output.image: render_image(library),
        output.source: render_source(library, stubs, job.header, image_include),
        output.manifest: manifest_text(library),
    }
    included: set[str] = set()
    for user in job.templates:
        files[user.output] = render_user_template(user.template, library, diagnostics, included)
    if diagnostics.errors:
        return diagnostics
    contents = {path: text.encode("utf-8", "surrogateescape") for path, text in files.items()}
    if job.image_directory:
        for index, image in enumerate(library.images):
            suffix = "fatbin" if image.contents else "ptx"
            contents[os.path.join(job.image_directory, f"{index}.{suffix}")] = image.content
    if depfile:
        read = sorted({*texts.read, *included, *(source.path for source in job.sources)})
        contents[depfile] = depfile_text(stamp or output.header, read).encode("utf-8", "surrogateescape")
    write_changed(contents)
    if stamp:
        touch(stamp)
    return diagnostics
