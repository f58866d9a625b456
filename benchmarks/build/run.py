#!/usr/bin/env python3
"""Times builds of samples/vector_add with GpuKernels against the same program built by nvcc alone.

What is timed, each in turn in every round, so that all share the machine's moods:
  nvcc alone       nvcc compiles and links nvcc_alone.cu: its clean build, and its rebuild after any change
  clean            every file of the sample's build: two device passes, the generator, two C++ files, the link
  host file        main.cpp touched
  kernel body      the body of the kernel edited
Prints medians and their ratios to nvcc alone. Configuring is not timed: it happens once.
"""

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BODIES = ("out[i] = a[i] + b[i];", "out[i] = b[i] + a[i] + 0.0f;")


def run(*command: object) -> float:
    """Runs a command that is to succeed. Returns the seconds it took."""
    start = time.perf_counter()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"failed: {' '.join(str(part) for part in command)}\n{done.stdout}{done.stderr}")
    return seconds


class Sample:
    """A copy of the sample and its build tree."""

    def __init__(self, folder: Path, generator: str, jobs: int) -> None:
        self.source = folder / "vector_add"
        self.build = folder / "build"
        self.command = ("cmake", "--build", self.build, "--target", "vector_add", "-j", jobs)
        shutil.copytree(ROOT / "samples" / "vector_add", self.source)
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(benchmark LANGUAGES CXX)\n"
            f'add_subdirectory("{ROOT}" gpu_kernels)\ninclude(GpuKernels)\nadd_subdirectory(vector_add)\n'
        )
        python = f"-DGpuKernels_PYTHON={sys.executable}"
        run(
            "cmake", "-S", folder, "-B", self.build, "-G", generator, python,
            "-DGpuKernels_BUILD_EMULATOR=OFF", "-DCMAKE_BUILD_TYPE=Release",
        )  # fmt: skip
        run(*self.command)

    def clean(self) -> float:
        run("cmake", "--build", self.build, "--target", "clean")
        return run(*self.command)

    def host_file(self) -> float:
        os.utime(self.source / "main.cpp")
        return run(*self.command)

    def kernel_body(self) -> float:
        kernel = self.source / "vector_add.cu"
        text = kernel.read_text()
        old, new = BODIES if BODIES[0] in text else reversed(BODIES)
        kernel.write_text(text.replace(old, new))
        return run(*self.command)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--generator", default="Ninja")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    chosen = parser.parse_args()

    nvcc = os.environ.get("CUDACXX") or shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    with tempfile.TemporaryDirectory(prefix="gpu-kernels-build-") as folder:
        sample = Sample(Path(folder), chosen.generator, chosen.jobs)
        alone = (
            nvcc,
            "-O3",
            "-std=c++20",
            Path(__file__).with_name("nvcc_alone.cu"),
            "-o",
            Path(folder) / "alone",
        )
        run(*alone)
        cases = {
            "nvcc alone": lambda: run(*alone),
            "clean": sample.clean,
            "host file": sample.host_file,
            "kernel body": sample.kernel_body,
        }
        times = {name: [] for name in cases}
        for _ in range(chosen.rounds):
            for name, case in cases.items():
                times[name].append(case())

    print(f"{platform.machine()}, {chosen.jobs} jobs, {chosen.generator}, {chosen.rounds} rounds; {nvcc}")
    print(f"{'':12}  median s   ratio to nvcc alone")
    base = statistics.median(times["nvcc alone"])
    for name, seconds in times.items():
        ratios = [one / alone for one, alone in zip(seconds, times["nvcc alone"])]
        print(f"{name:12}  {statistics.median(seconds):8.3f}   {statistics.median(seconds) / base:5.2f}  "
              f"({min(ratios):.2f} to {max(ratios):.2f})")  # fmt: skip


if __name__ == "__main__":
    main()
