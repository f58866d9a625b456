"""Runs nvcc's preprocessor as a compile of the build would run it, and writes which kernels the source has.

CMake puts `gpu_kernels templates` before nvcc's command line as it puts ccache: so every flag, definition and
include directory is the compile's own.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import asdict, dataclass, replace

from gpu_kernels.diagnostics import JobError
from gpu_kernels.kernel_templates import GLOBAL_ATTRIBUTE, KernelText, find_kernels
from gpu_kernels.output import depfile_text, touch, write_changed
from gpu_kernels.paths import PathMap
from gpu_kernels.preprocessed import read_preprocessed

_PHASES = ("-ptx", "--ptx", "-c", "--compile")


@dataclass(frozen=True)
class _Compile:
    """A compile's command line: what is left of it for the preprocessor, and where results go."""

    command: list[str]
    output: str
    depfile: str
    target: str


def write_templates(command: list[str], toolkit: list[str]) -> int:
    """Preprocesses as `command` compiles and writes the kernels to its `-o` file, save those of headers below
    the directories in `toolkit`. Returns the exit status of nvcc, whose errors are shown. Raises JobError,
    OSError."""
    compile_ = _read_command(command)
    done = subprocess.run(compile_.command, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        return done.returncode
    paths = PathMap(os.path.join(os.sep, "nowhere"), (), tuple(toolkit))
    output = done.stdout.decode("utf-8", "surrogateescape")
    text = read_preprocessed(output, GLOBAL_ATTRIBUTE, paths.is_system)
    kernels = [replace(kernel, file=os.path.abspath(kernel.file)) for kernel in find_kernels(text)]
    found = json.dumps({"kernels": [asdict(kernel) for kernel in kernels]}, indent=1)
    contents = {compile_.output: found.encode() + b"\n"}
    if compile_.depfile:
        depfile = depfile_text(compile_.target or compile_.output, list(text.files))
        contents[compile_.depfile] = depfile.encode("utf-8", "surrogateescape")
    write_changed(contents)
    touch(compile_.output)  # a compile's output is as new as its run
    return 0


def read_templates(path: str) -> list[KernelText]:
    """What write_templates wrote. Raises JobError."""
    try:
        with open(path, encoding="utf-8") as file:
            return [KernelText(**kernel) for kernel in json.load(file)["kernels"]]
    except OSError as error:
        raise JobError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, KeyError) as error:
        raise JobError(f"{path}: is no list of kernels as `gpu_kernels templates` writes it") from error


def _read_command(command: list[str]) -> _Compile:
    rest: list[str] = []
    taken = {"-o": "", "-MF": "", "-MT": ""}
    arguments = iter(command)
    for argument in arguments:
        if argument in taken:
            taken[argument] = next(arguments, "")
        elif argument in _PHASES:
            rest.append("-E")
        elif argument not in ("-MD", "-MMD"):
            rest.append(argument)
    if "-E" not in rest or not taken["-o"]:
        raise JobError(f"no compile with -ptx and -o: {' '.join(command)[:200]}")
    return _Compile(rest, taken["-o"], taken["-MF"], taken["-MT"])
