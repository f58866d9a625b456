"""Packs what a source was compiled to into one fatbin, from which the driver takes what suits the device
best.

NVIDIA's own fatbinary does it. Not compressed, so that PTX in it can be read without a decompressor (the
emulator does).
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from dataclasses import dataclass

from gpu_kernels.diagnostics import JobError


@dataclass(frozen=True)
class Part:
    """One content of a fatbin: `kind` is `ptx` or `elf` (machine code), `architecture` a number such as 90 or
    90a."""

    kind: str
    architecture: str
    path: str


def pack(parts: list[Part], fatbinary: str) -> bytes:
    """The fatbin of `parts`. Raises JobError where a file is missing or fatbinary fails."""
    with tempfile.TemporaryDirectory(prefix="gpu-kernels-fatbin-") as folder:
        command = [fatbinary, "--64", "--compress=false", "--create=out.fatbin"]
        for part in parts:
            # A short name: fatbinary splits its arguments at commas, which paths may hold.
            name = f"{part.architecture}.{part.kind}"
            if not os.path.exists(part.path):
                raise JobError(
                    f"{part.path}: machine code is missing beside its PTX; build again after removing the PTX"
                )
            os.symlink(os.path.abspath(part.path), os.path.join(folder, name))
            command.append(f"--image3=kind={part.kind},sm={part.architecture},file={name}")
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            raise JobError(f"{fatbinary} does not run: {error.strerror}") from error
        if done.returncode:
            raise JobError(f"{fatbinary} failed with status {done.returncode}: {done.stderr.strip()}")
        with open(os.path.join(folder, "out.fatbin"), "rb") as file:
            return file.read()
