#!/usr/bin/env python3
"""Times the first launch of a process on the GPU: IMAGE FATBIN by a stub, the same machine code by hand
(cuModuleLoadData, cuModuleGetFunction, cuLaunchKernel), and IMAGE PTX, which the driver compiles first.

Each way in a process of its own, in turn, --rounds times, with the driver's cache of compiled PTX off. The
context is there before the clock starts; it stops when the kernel has ended. Then each way runs --traced
times over a driver that times its calls: what the time goes to, and what is left for the program.

Every program that carries its code takes the pages that it lies in from its file at the first access, the raw
one here too. Ways between the stub and the raw one, to see what a difference comes from: the code read from a
file before the clock starts (raw-file); the fatbin by cuModuleLoadData (raw-fatbin); cubin and fatbin by
cuLibraryLoadData, both read before (library, library-fatbin); with a buffer for what the compiler in the
driver says (-log), with the promise that the code stays where it is (-preserved).

  run.py                            builds and runs
  run.py --build-only               builds; then `run.py --no-build` runs what is there on a machine without
                                    CMake or CUDA Toolkit
"""

import argparse
import collections
import os
import statistics
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
WAYS = [
    "fatbin",
    "raw",
    "raw-file",
    "raw-fatbin",
    "library",
    "library-fatbin",
    "library-fatbin-log",
    "library-fatbin-preserved",
    "library-fatbin-log-preserved",
    "ptx",
]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=FOLDER.parents[1] / "build" / "first_launch_benchmark")
    parser.add_argument("--architecture", default="90", help="the GPU's: 90 for compute capability 9.0")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--traced", type=int, default=10)
    parser.add_argument("--ways", nargs="+", default=WAYS, choices=WAYS)
    parser.add_argument("--driver", help="another driver's path; the emulator has no use for a cubin")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--build-only", action="store_true")
    which.add_argument("--no-build", action="store_true")
    return parser.parse_args()


def build(chosen: argparse.Namespace) -> None:
    settings = ["-DCMAKE_BUILD_TYPE=Release", f"-DARCHITECTURE={chosen.architecture}"]
    settings.append(f"-DGpuKernels_PYTHON={sys.executable}")
    targets = ["--target", "first_launch_benchmark", "first_launch_trace", "-j", "2"]
    for command in (["-S", FOLDER, "-B", chosen.build, *settings], ["--build", chosen.build, *targets]):
        subprocess.run(["cmake", *map(str, command)], check=True, stdout=subprocess.DEVNULL)


class Program:
    def __init__(self, chosen: argparse.Namespace) -> None:
        self.path = chosen.build / "first_launch_benchmark"
        self.cubin = next(chosen.build.glob("**/fatbin_kernels_device.dir/kernels.cubin"))
        self.plain = {**os.environ, "CUDA_CACHE_DISABLE": "1"}
        self.traced = {**self.plain, "GPU_DRIVER": str(chosen.build / "libfirst_launch_trace.so")}
        if chosen.driver:
            self.plain["GPU_DRIVER"] = self.traced["FIRST_LAUNCH_DRIVER"] = chosen.driver

    def run(self, way: str, traced: bool) -> list[tuple[str, float]]:
        """What the program prints: a name and its microseconds a line."""
        environment = self.traced if traced else self.plain
        command = [self.path, way, self.cubin]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"failed: {way}: {done.stderr}")
        return [(name, float(time)) for name, time in map(str.split, done.stdout.splitlines())]


def time_ways(program: Program, chosen: argparse.Namespace) -> None:
    times = {way: [] for way in chosen.ways}
    for _ in range(chosen.rounds):
        for way, taken in times.items():
            taken.append(program.run(way, False)[0][1])
    medians = {way: statistics.median(taken) for way, taken in times.items()}
    for way, taken in times.items():
        against = f"  ÷ raw {medians[way] / medians['raw']:.3f}" if "raw" in medians else ""
        print(f"{way:28} {medians[way]:10.1f} µs  ({min(taken):.1f} to {max(taken):.1f}){against}")
    for below in ("raw", "ptx"):
        if {"fatbin", below} <= medians.keys():
            print(f"fatbin ÷ {below}: {medians['fatbin'] / medians[below]:.3f}" + " ≤ 1.1" * (below == "raw"))


def trace_ways(program: Program, chosen: argparse.Namespace) -> None:
    for way in chosen.ways:
        calls = collections.defaultdict(list)
        own = []
        for _ in range(chosen.traced):
            seen = collections.Counter()
            (_, total), _, *rest = program.run(way, True)
            own.append(total - sum(time for _, time in rest))
            for name, time in rest:
                seen[name] += 1
                calls[name, seen[name]].append(time)
        print(f"\n{way}, call by call: median µs")
        for (name, nth), taken in calls.items():
            print(f"  {statistics.median(taken):10.2f}  {name}" + f" ({nth})" * (nth > 1))
        print(f"  {statistics.median(own):10.2f}  between the calls")


def main() -> int:
    chosen = parse()
    if not chosen.no_build:
        build(chosen)
    program = Program(chosen)
    if chosen.build_only:
        print(program.path, program.cubin)
        return 0
    time_ways(program, chosen)
    if chosen.traced:
        trace_ways(program, chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
