"""Which nvcc builds the kernels: one of this machine that works, 12.0 or later; else the pinned wheels."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import console, environment, process, state

NVCC_MINIMUM = (12, 0)
# Host compilers for nvcc to fall back on where the default one is newer than it accepts.
HOST_COMPILERS = tuple(f"g++-{n}" for n in range(15, 8, -1))
PROBE = """
#include <cuda/std/cstdint>
__global__ void probe(float* values, cuda::std::uint32_t count) {
  if (threadIdx.x < count) values[threadIdx.x] = 1;
}
int main() { return static_cast<int>(cudaGetLastError()) * 0; }
"""


@dataclass(frozen=True)
class Nvcc:
    """A compiler that compiled and linked the probe, with the host compiler it needs (None: its default)."""

    path: Path
    version: str
    origin: str
    host_compiler: str | None


def ensure_nvcc(found: dict[str, Any]) -> Nvcc:
    """Finds the compiler, installing the wheels where the machine has none that works."""
    rejected = []
    for path, origin in _candidates():
        nvcc, why_not = _examine(found, path, origin)
        if nvcc:
            return nvcc
        rejected.append(f"{path} ({origin}): {why_not}")
    if os.environ.get("CUDACXX"):
        raise console.ScriptError(
            f"CUDACXX names a compiler that cannot be used: {rejected[0]}; mend it, or unset CUDACXX"
        )
    for line in rejected:
        console.note(f"not used: {line}")
    installed = environment.install(found, "cuda", "100 MB to download")
    path = _prepare_wheels()
    nvcc, why_not = _examine(found, path, "wheels of requirements/cuda.txt")
    if nvcc is None:
        hint = "" if installed else "; remove .venv and run this again"
        raise console.ScriptError(f"the CUDA compiler from the wheels does not work: {why_not}{hint}")
    return nvcc


def _candidates() -> Iterator[tuple[Path, str]]:
    """Places where CMake and people look for nvcc, in CMake's order; CUDACXX alone when it is set."""
    named = os.environ.get("CUDACXX")
    if named:
        yield Path(shutil.which(named) or named), "CUDACXX"
        return
    seen = set()
    on_path = shutil.which("nvcc")
    places = [(Path(on_path), "PATH")] if on_path else []
    places += [
        (Path(os.environ[name]) / "bin" / "nvcc", name)
        for name in ("CUDA_HOME", "CUDA_PATH")
        if os.environ.get(name)
    ]
    toolkits = sorted(Path("/usr/local").glob("cuda-[0-9]*"), key=_toolkit_version, reverse=True)
    places += [(folder / "bin" / "nvcc", str(folder)) for folder in (Path("/usr/local/cuda"), *toolkits)]
    for path, origin in places:
        if path.is_file() and os.access(path, os.X_OK) and path.resolve() not in seen:
            seen.add(path.resolve())
            yield path, origin


def _toolkit_version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", folder.name))


def _examine(found: dict[str, Any], path: Path, origin: str) -> tuple[Nvcc | None, str]:
    """The compiler if it is new enough and builds the probe, else why not; asked once a compiler file."""
    if not path.is_file():
        return None, "no such file"
    known = found.setdefault("nvcc", {})
    key = f"{path} {state.fingerprint(path)}"
    if key not in known:
        known[key] = _try_out(path)
    answer = known[key]
    if "why_not" in answer:
        return None, answer["why_not"]
    return Nvcc(path, answer["version"], origin, answer["host_compiler"]), ""


def _try_out(path: Path) -> dict[str, str | None]:
    status, output = process.captured([path, "--version"])
    match = re.search(r"release (\d+)\.(\d+), V([\d.]+)", output)
    if status != 0 or match is None:
        return {"why_not": f"`{path} --version` does not answer like nvcc"}
    if (int(match[1]), int(match[2])) < NVCC_MINIMUM:
        return {"why_not": f"it is {match[3]}, 12.0 is needed"}
    with console.working(f"trying {path}"), tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.cu"
        source.write_text(PROBE, encoding="utf-8")
        hosts = [None, *(name for name in HOST_COMPILERS if shutil.which(name))]
        for host in hosts:
            host_options = ["-ccbin", host] if host else []
            status, output = process.captured(
                [path, *host_options, "-std=c++17", source, "-o", Path(folder) / "probe"]
            )
            if status == 0:
                return {"version": match[3], "host_compiler": host}
    return {"why_not": f"it does not build a small program:\n{process.last_lines(output, 5)}"}


def _prepare_wheels() -> Path:
    toolkit = environment.site_packages() / "nvidia" / "cu13"
    complete_wheels(toolkit)
    return toolkit / "bin" / "nvcc"


def complete_wheels(toolkit: Path) -> None:
    """The wheels keep libraries in lib/; nvcc's own profile and CMake look in lib64/ and for libcudart.so."""
    for link, target in ((toolkit / "lib64", "lib"), (toolkit / "lib" / "libcudart.so", "libcudart.so.13")):
        if not link.exists():
            link.symlink_to(target)
