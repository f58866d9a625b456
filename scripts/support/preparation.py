"""Set-up: everything that a demo, a test run or the linters need, made ready in one go."""

from __future__ import annotations

import fcntl
import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from . import compilers, console, cuda, environment, gpu, packages, state, tools
from .repository import ACTIVATION, ROOT, VIRTUAL_ENVIRONMENT

PURPOSES = ("demo", "test", "lint")


@dataclass(frozen=True)
class Prepared:
    """What set-up decided; `variables` are what carries it to CMake and programs in their environment."""

    gpu: str
    clang: str | None
    gcc: str | None
    variables: dict[str, str] = field(default_factory=dict)
    first_on_path: str = ""

    def environment(self) -> dict[str, str]:
        """The environment for every command that builds or runs something."""
        merged = {**os.environ, **self.variables}
        folders = (self.first_on_path, str(VIRTUAL_ENVIRONMENT / "bin"), os.environ.get("PATH", ""))
        merged["PATH"] = os.pathsep.join(filter(None, folders))
        merged.pop("PYTHONHOME", None)
        return merged


def prepare(*purposes: str) -> Prepared:
    """Makes ready for `purposes`, installs only what is missing, and says what was decided."""
    console.headline(f"set-up for {', '.join(purposes)}")
    with _only_one():
        return _prepare(set(purposes))


def _prepare(purposes: set[str]) -> Prepared:
    packages.ensure(
        [
            *environment.missing_packages(),
            *compilers.missing_packages(),
            *(tools.missing_test_packages() if "test" in purposes else []),
        ]
    )
    found = environment.ensure()
    console.decided("Python", f"{VIRTUAL_ENVIRONMENT} ({found['python']})")
    environment.install(found, "generator", "1 MB to download")
    cxx, cxx_value = compilers.ensure_cxx(found)
    console.decided("C++ compiler", cxx)
    tools.ensure_build_tools(found)
    if "test" in purposes:
        environment.install(found, "tests", "2 MB to download")
    if "lint" in purposes:
        environment.install(found, "lint", "46 MB to download")
    nvcc = cuda.ensure_nvcc(found)
    console.decided("nvcc", f"{nvcc.path} ({nvcc.version}; from {nvcc.origin})")
    shown_gpu, driver = gpu.choose_driver()
    console.decided("GPU", shown_gpu)
    clang = compilers.find(found, "clang++") if "test" in purposes else None
    gcc = compilers.find(found, "g++") if "test" in purposes else None
    if "test" in purposes and clang is None:
        console.decided(
            "Clang", f"none: its tests are left out; to have them, {packages.install_line([packages.CLANG])}"
        )
    variables = {"VIRTUAL_ENV": str(VIRTUAL_ENVIRONMENT), "CUDACXX": str(nvcc.path)}
    if nvcc.host_compiler:
        variables["CUDAHOSTCXX"] = nvcc.host_compiler
    if cxx_value:
        variables["CXX"] = cxx_value
    if driver:
        variables["GPU_DRIVER"] = driver
    state.save(found)
    _write_activation(variables)
    return Prepared(gpu=shown_gpu, clang=clang, gcc=gcc, variables=variables)


@contextmanager
def _only_one() -> Iterator[None]:
    """Two set-ups at once would undo each other's work: the second waits for the first."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            console.note("waiting for another set-up in this folder ...")
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _write_activation(variables: dict[str, str]) -> None:
    """A file for people who use CMake by hand: it sets what the scripts set."""
    lines = ["# Written by scripts/setup. In bash or zsh:  . .venv/gpu-kernels.sh"]
    lines += [f"export {name}={shlex.quote(value)}" for name, value in sorted(variables.items())]
    lines += [f'export PATH={shlex.quote(str(VIRTUAL_ENVIRONMENT / "bin"))}:"$PATH"', ""]
    ACTIVATION.write_text("\n".join(lines), encoding="utf-8")
