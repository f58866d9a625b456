"""Links machine code of several sources with NVIDIA's nvlink."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass

from gpu_kernels.diagnostics import InputError, JobError, Place
from gpu_kernels.separable import shown_name

_QUOTED = re.compile(r"'(_Z\w+)'")
_RESOURCES = re.compile(r"^nvlink info .*\n?", re.MULTILINE)


@dataclass(frozen=True)
class Linked:
    """A linked cubin, and what `nvlink -v` says of its kernels."""

    path: str
    log: str


def link_machine_code(
    nvlink: str, architecture: str, inputs: dict[str, str], folder: str, place: Place
) -> Linked:
    """Links `inputs` (source as shown → relocatable cubin) to a cubin below `folder`. Raises InputError
    with what nvlink says, JobError where it does not run."""
    names = []
    for number, (shown, path) in enumerate(inputs.items()):
        if not os.path.exists(path):
            raise JobError(
                f"{path}: machine code is missing beside its PTX; build again after removing the PTX"
            )
        # nvlink's messages name its inputs: as the user knows them.
        name = shown if not shown.startswith("..") else os.path.join(str(number), os.path.basename(shown))
        link = os.path.join(folder, architecture, f"{name}.cubin")
        os.makedirs(os.path.dirname(link), exist_ok=True)
        os.symlink(os.path.abspath(path), link)
        names.append(os.path.relpath(link, os.path.join(folder, architecture)))
    output = os.path.join(folder, f"{architecture}.linked.cubin")
    command = [nvlink, "-v", f"-arch=sm_{architecture}", *names, "-o", output]
    try:
        done = subprocess.run(
            command, cwd=os.path.join(folder, architecture), capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise JobError(f"{nvlink} does not run: {error.strerror}") from error
    if done.returncode or not os.path.exists(output):
        said = _RESOURCES.sub("", done.stderr + done.stdout).strip()
        mangled = dict.fromkeys(_QUOTED.findall(said))
        said += "".join(f"\n`{name}` is `{shown_name(name)}`" for name in mangled if shown_name(name) != name)
        raise InputError(
            place,
            f"nvlink cannot link the sources of this SEPARABLE library for sm_{architecture}:\n{said}",
        )
    return Linked(output, done.stderr + done.stdout)
