"""One run: read every source of a job, merge, check, render, write."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from gpu_kernels.architectures import agree
from gpu_kernels.debug_facts import DebugRecord
from gpu_kernels.debug_record import read_debug_record
from gpu_kernels.diagnostics import Diagnostics, InputError, JobError, Place
from gpu_kernels.entry_names import normalise
from gpu_kernels.fatbin import Part, pack
from gpu_kernels.job import Job, Packing, Source
from gpu_kernels.library import join_library
from gpu_kernels.manifest import manifest_text
from gpu_kernels.merge import SourceContext, merge_source
from gpu_kernels.model import Content, Image, Library
from gpu_kernels.output import depfile_text, touch, write_changed
from gpu_kernels.paths import PathMap
from gpu_kernels.ptx_facts import PtxModule
from gpu_kernels.ptx_reader import read_ptx
from gpu_kernels.render import render_header, render_image, render_source
from gpu_kernels.separable import join_modules
from gpu_kernels.signatures import with_signatures
from gpu_kernels.stubs import build_stubs
from gpu_kernels.texts import TextCache
from gpu_kernels.unused_templates import unused_templates
from gpu_kernels.user_templates import render_user_template


@dataclass(frozen=True)
class _Read:
    """What the records of one source say."""

    source: Source
    context: SourceContext
    module: PtxModule
    record: DebugRecord


def read_library(job: Job, diagnostics: Diagnostics, texts: TextCache) -> Library:
    """The model of a job; what is wrong goes to `diagnostics`. Raises JobError for files that are missing."""
    paths = PathMap(job.base_directory, job.include_directories, job.system_include_directories)
    source_paths = frozenset(source.path for source in job.sources)
    read: list[_Read] = []
    for index, source in enumerate(job.sources):
        context = SourceContext(
            path=source.path,
            index=0 if job.separable else index,
            source_paths=source_paths,
            has_host_includes=bool(job.host_includes),
            paths=paths,
            texts=texts,
            diagnostics=diagnostics,
        )
        try:
            read.append(_read_source(source, context))
        except InputError as error:
            diagnostics.error(error.place, error.message)
    if job.separable:
        read = _joined(read, job, diagnostics)
    merged = [merge_source(one.module, one.record, one.context) for one in read]
    library = join_library(job, _images(read, job, diagnostics), merged, diagnostics)
    if not diagnostics.errors:
        _warn_of_unused_templates(job, library, texts, diagnostics)
    return library


def _joined(read: list[_Read], job: Job, diagnostics: Diagnostics) -> list[_Read]:
    has_machine_code = job.packing is not None and bool(job.packing.machine_code)
    modules = join_modules(
        [one.module for one in read], [one.source.path for one in read], has_machine_code, diagnostics
    )
    return [replace(one, module=module) for one, module in zip(read, modules)]


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


def _read_source(source: Source, context: SourceContext) -> _Read:
    modules = [_read_ptx_file(path) for path in source.ptx]
    names = {normalise(named.name) for module in modules for named in (*module.entries, *module.symbols)}
    debug = _read(source.debug).decode("utf-8", "surrogateescape")
    record = read_debug_record(debug, source.debug, names)
    module = agree(modules, lambda name: _place(name, record, source))
    return _Read(source, context, module, record)


def _images(read: list[_Read], job: Job, diagnostics: Diagnostics) -> list[Image]:
    if not job.separable:
        return [_image(one, job.packing) for one in read]
    if diagnostics.errors:
        return []
    try:
        return [_linked_image(read, job)]
    except InputError as error:
        diagnostics.error(error.place, error.message)
        return []


def _image(one: _Read, packing: Packing | None) -> Image:
    module, source = one.module, one.source
    image = Image(one.context.paths.shown(source.path), module.version, module.target, _read(source.ptx[0]))
    if packing is not None:
        parts = _parts(source, packing)
        contents = (
            Content("PTX" if part.kind == "ptx" else "cubin", f"sm_{part.architecture}") for part in parts
        )
        fatbin = with_signatures(pack(parts, packing.fatbinary), module)
        image = replace(image, content=fatbin, contents=tuple(contents))
    return image


def _linked_image(read: list[_Read], job: Job) -> Image:
    """The one image of a SEPARABLE library: linked machine code, and the PTX of each source."""
    packing, first = job.packing, read[0].module
    shown = {one.context.paths.shown(one.source.path): one.source for one in read}
    linked = Image(", ".join(shown), first.version, first.target, b"", linked=True)
    if packing is None:
        return replace(linked, parts=tuple(_image(one, None) for one in read))
    if packing.ptx:
        linked = replace(linked, parts=tuple(_ptx_image(one, packing) for one in read))
    if not packing.machine_code:
        return linked
    import tempfile  # noqa: PLC0415 - slow to import

    from gpu_kernels.nvlink import link_machine_code  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="gpu-kernels-link-") as folder:
        place = Place(read[0].source.path)
        parts = []
        for architecture in packing.machine_code:
            inputs = {name: _machine_code(source, packing, architecture) for name, source in shown.items()}
            linked_code = link_machine_code(job.nvlink, architecture, inputs, folder, place)
            parts.append(Part("elf", architecture, linked_code.path))
        contents = tuple(Content("cubin", f"sm_{architecture}") for architecture in packing.machine_code)
        return replace(linked, content=pack(parts, packing.fatbinary), contents=contents)


def _ptx_image(one: _Read, packing: Packing) -> Image:
    """A source's PTX alone: as text where there is one, else as a fatbin."""
    if len(packing.ptx) > 1:
        parts = _parts(one.source, replace(packing, machine_code=()))
        contents = tuple(Content("PTX", f"sm_{part.architecture}") for part in parts)
        return replace(_image(one, None), content=pack(parts, packing.fatbinary), contents=contents)
    path = dict(zip(packing.architectures, one.source.ptx))[packing.ptx[0]]
    return replace(_image(one, None), target=f"sm_{packing.ptx[0]}", content=_read(path))


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
    return [
        *(Part("elf", name, _machine_code(source, packing, name)) for name in packing.machine_code),
        *(Part("ptx", name, ptx[name]) for name in packing.ptx),
    ]


def _machine_code(source: Source, packing: Packing, architecture: str) -> str:
    """The file beside the PTX."""
    path = source.ptx[packing.architectures.index(architecture)]
    return f"{os.path.splitext(path)[0]}.cubin"


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
        from gpu_kernels.resources import measure  # noqa: PLC0415 - slow to import

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
