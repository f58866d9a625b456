"""The job file of `gpu_kernels instantiate`. docs/architecture.md describes it."""

from __future__ import annotations

from dataclasses import dataclass

from gpu_kernels.job_object import HEAD_KEYS, read_object


@dataclass(frozen=True)
class InstantiateJob:
    """`instantiate`: the values of INSTANTIATE of the call in `place`. Of each source, `templates` is the
    file that `gpu_kernels templates` wrote, `wrappers` the file to compile in its stead."""

    name: str
    place: str
    base_directory: str
    include_directories: tuple[str, ...]
    system_include_directories: tuple[str, ...]
    instantiate: tuple[str, ...]
    sources: tuple[str, ...]
    templates: tuple[str, ...]
    wrappers: tuple[str, ...]


def read_instantiate_job(path: str) -> InstantiateJob:
    """Reads a job file. Raises JobError, which names the key, what was found and what is accepted."""
    content = read_object(path)
    content.check_schema()
    rows = ("sources", "templates", "wrappers")
    content.accept_only({*HEAD_KEYS, "place", "instantiate", *rows})
    sources = content.texts("sources", at_least=1)
    for key in rows:
        if len(content.texts(key)) != len(sources):
            raise content.error(key, f"as long as `sources` ({len(sources)})", list(content.texts(key)))
    return InstantiateJob(
        **content.head(),
        place=content.text("place"),
        instantiate=content.texts("instantiate"),
        **{key: content.texts(key) for key in rows},
    )
