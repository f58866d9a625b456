"""Plans INSTANTIATE: which source each template stands in, and the files that are compiled for it.

A source is compiled through a file that includes it and then takes the address of each instantiation, which
needs no signature. nvcc shows that line where the arguments do not fit; the text in it (a comment would not
get so far) says where the template is.
"""

from __future__ import annotations

import difflib
import json
import os
import re

from gpu_kernels.diagnostics import Diagnostics, Place
from gpu_kernels.instantiate_job import InstantiateJob
from gpu_kernels.kernel_templates import KernelText
from gpu_kernels.output import touch, write_changed
from gpu_kernels.paths import PathMap
from gpu_kernels.preprocess import read_templates

_SHOWN = 20


def instantiate(job: InstantiateJob, stamp: str | None) -> Diagnostics:
    """Writes the wrappers of a job, those that changed, unless there are errors. Raises JobError, OSError."""
    diagnostics = Diagnostics()
    plan = _Plan(job, [read_templates(path) for path in job.templates], diagnostics)
    chosen: list[list[tuple[str, list[KernelText]]]] = [[] for _ in job.sources]
    for value in job.instantiate:
        found = plan.choose(value)
        if found is not None:
            chosen[found[0]].append((value, found[1]))
    if diagnostics.errors:
        return diagnostics
    write_changed(
        {
            path: plan.wrapper(source, values).encode("utf-8", "surrogateescape")
            for path, source, values in zip(job.wrappers, job.sources, chosen)
        }
    )
    if stamp:
        touch(stamp)
    return diagnostics


class _Plan:
    def __init__(
        self, job: InstantiateJob, kernels: list[list[KernelText]], diagnostics: Diagnostics
    ) -> None:
        self._job = job
        self._paths = PathMap(job.base_directory, job.include_directories, job.system_include_directories)
        self._diagnostics = diagnostics
        self._kernels = [[k for k in found if not self._paths.is_system(k.file)] for found in kernels]

    def choose(self, value: str) -> tuple[int, list[KernelText]] | None:
        """The source that a value is for, by its index, and the templates of that name in it."""
        name = re.sub(r"\s+", "", value.split("<", 1)[0]).removeprefix("::")
        names = {k.name for found in self._kernels for k in found if name in (k.name, k.full_name)}
        of_name = [[k for k in found if k.name in names] for found in self._kernels]
        templates = [[k for k in found if k.head and k.defined] for found in of_name]
        having = [index for index, found in enumerate(templates) if found]
        if not having:
            self._refuse_unknown(value, name, [k for found in of_name for k in found])
            return None
        first, *others = having
        files = {k.file for k in templates[first]}
        for other in others:
            elsewhere = [k for k in templates[other] if k.file not in files]
            if elsewhere:
                self._error(
                    f"holds `{value}`, and two sources have a kernel template `{name}` of their own, so that "
                    "nobody can tell which one is meant; rename one, or instantiate it in its source: "
                    f"template __global__ void {name}<…>(…);",
                    [*templates[first][:1], *elsewhere[:1]],
                )
                return None
        return first, templates[first]

    def wrapper(self, source: str, values: list[tuple[str, list[KernelText]]]) -> str:
        """The file that is compiled for a source."""
        lines = [
            f"// Compiled for {os.path.basename(source)}, since gpu_add_kernel_library({self._job.name}) has "
            "INSTANTIATE.",
            f'#include "{source}"',
        ]
        for index, (value, templates) in enumerate(values):
            heads = "; ".join(f"{self._shown_place(k)}: {k.head}" for k in templates)
            look = json.dumps(f"INSTANTIATE of {self._job.name} must fit {heads}", ensure_ascii=False)
            lines.append(
                f"void gpu_kernels_instantiate_{index}() "
                f"{{ (void)&{' '.join(value.split())}; static_assert(true, {look}); }}"
            )
        return "\n".join(lines) + "\n"

    def _refuse_unknown(self, value: str, name: str, of_name: list[KernelText]) -> None:
        if any(not kernel.head for kernel in of_name):
            what = f"`{name}` is a kernel, but no template: it has a stub without INSTANTIATE"
        elif of_name:
            what = f"the kernel template `{name}` is declared, but no source defines it"
        else:
            what = f"no source has a kernel template `{name}`; {self._known(name)}"
        self._error(f"holds `{value}`: {what}", of_name[:1])

    def _known(self, name: str) -> str:
        places = {
            k.name: self._shown_place(k) for found in self._kernels for k in found if k.head and k.defined
        }
        if not places:
            return "there is none at all (macros are expanded; those in system headers do not count)"
        last = name.rsplit("::", 1)[-1]
        close = [known for known in places if known.rsplit("::", 1)[-1] == last]
        close = close or difflib.get_close_matches(name, places, 1)
        start = f"is `{close[0]}` meant? There are" if close else "there are"
        shown = [f"`{known}` ({places[known]})" for known in sorted(places)]
        rest = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
        return f"{start} {', '.join(shown[:_SHOWN])}{rest}"

    def _shown_place(self, kernel: KernelText) -> str:
        return f"{self._paths.shown(kernel.file)}:{kernel.line}"

    def _error(self, message: str, kernels: list[KernelText]) -> None:
        notes = tuple((Place(k.file, k.line), f"`{k.name}` is here") for k in kernels)
        self._diagnostics.error(
            Place(self._job.place), f"gpu_add_kernel_library({self._job.name}): INSTANTIATE {message}", notes
        )
