#!/usr/bin/env python3
"""What large libraries cost: the generator on 1, 1,000 and 2,000 kernels, and a host file that includes their
stubs.

    benchmarks/generator/run.py [--runs 3]

Seconds are processor time (user and system) of the best run, so that a busy machine counts less; the first
run, in which Python compiles the generator's modules, is not the best. The exit status is 1 where a goal is
missed: one source 0.35 s beyond Python's own start, 1,000 kernels 1.0 s, 2,000 kernels 2.2 times that,
including 1,000 stubs 1.5 s under GCC, including 10 stubs 1.15 times the runtime's headers alone.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NVCC = os.environ.get("NVCC", "nvcc")


def write_source(path: pathlib.Path, count: int) -> None:
    """Kernels of one ordinary shape, each with a comment, launch bounds and a struct by value."""
    kernels = (
        f"/// Kernel number {index}.\n"
        f"namespace app {{ __global__ void __launch_bounds__(256) kernel_{index}(\n"
        "    const float* __restrict__ in, float* out, unsigned n, Params params) {\n"
        "  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        f"  if (i < n) out[i] = in[i] * params.scale + {index}.0f;\n}} }}\n"
        for index in range(count)
    )
    path.write_text("#include <params.hpp>\n" + "".join(kernels))


def processor_seconds(command: list[str], runs: int, cwd: pathlib.Path) -> float:
    """The best of several runs."""
    best = float("inf")
    # Compiled modules are kept, as in any build after the first, whatever the environment says.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(ROOT / "generator")
    environment["PYTHONPYCACHEPREFIX"] = str(cwd / "compiled")
    for _ in range(runs):
        child = subprocess.Popen(command, cwd=cwd, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit(f"failed: {' '.join(command)}")
        best = min(best, usage.ru_utime + usage.ru_stime)
    return best


def make_library(directory: pathlib.Path, count: int) -> pathlib.Path:
    """Compiles `count` kernels in both ways; returns the job file."""
    name = f"kernels_{count}"
    write_source(directory / f"{name}.cu", count)
    for mode, suffix in (([], ".ptx"), (["-G"], ".debug.ptx")):
        options = ["-ptx", *mode, "-arch=compute_75", "-I."]
        subprocess.run([NVCC, *options, f"{name}.cu", "-o", f"{name}{suffix}"], cwd=directory, check=True)
    keys = {"header": ".hpp", "image": "_image.hpp", "source": ".cpp", "manifest": ".json"}
    job = {
        "schema": 1,
        "name": name,
        "namespace": name,
        "header": f"{name}.hpp",
        "image": "PTX",
        "output": {key: str(directory / f"{name}{suffix}") for key, suffix in keys.items()},
        "base_directory": str(directory),
        "include_directories": [str(directory)],
        "sources": [str(directory / f"{name}.cu")],
        "ptx": [[str(directory / f"{name}.ptx")]],
        "debug": [str(directory / f"{name}.debug.ptx")],
    }
    path = directory / f"{name}.job.json"
    path.write_text(json.dumps(job))
    return path


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    goals: list[tuple[str, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        (directory / "params.hpp").write_text("#pragma once\nstruct Params {\n  float scale;\n  int n;\n};\n")
        python = processor_seconds([sys.executable, "-c", ""], runs, directory)
        seconds = {}
        for count in (1, 10, 1000, 2000):
            job = make_library(directory, count)
            command = [sys.executable, "-m", "gpu_kernels", "generate", "--job", str(job)]
            seconds[count] = processor_seconds(command, runs, directory)
        compile_ = ["g++", "-std=c++20", "-fsyntax-only", f"-I{directory}", f"-I{ROOT / 'include'}"]
        host = {}
        for count, include in ((0, "gpu/kernel.hpp"), (10, "kernels_10.hpp"), (1000, "kernels_1000.hpp")):
            file = directory / f"host_{count}.cpp"
            layout = "#include <gpu/layout.hpp>\n" if count == 0 else ""
            file.write_text(f"#include <{include}>\n{layout}int main() {{}}\n")
            host[count] = processor_seconds([*compile_, str(file)], runs, directory)
    goals.append(("one kernel, seconds beyond Python's start", seconds[1] - python, 0.35))
    goals.append(("1,000 kernels, seconds", seconds[1000], 1.0))
    goals.append(("2,000 kernels, times 1,000", seconds[2000] / seconds[1000], 2.2))
    goals.append(("host file with 1,000 stubs, seconds (GCC)", host[1000], 1.5))
    goals.append(("host file with 10 stubs, times the runtime's headers (GCC)", host[10] / host[0], 1.15))
    for what, found, goal in goals:
        print(f"{what}: {found:.2f} (goal {goal}){'' if found <= goal else '  MISSED'}")
    return 0 if all(found <= goal for _, found, goal in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
