#!/usr/bin/env python3
"""Builds the emulator and its benchmark, runs it in every configuration and prints a table.

    benchmarks/emulator/run.py [--build TREE]

Lane-instructions are what the kernel's PTX executes, counted by the emulator, one for each thread. "scalar"
is the same kernel as plain C++ for one core at -O2, not vectorised. Times are the least of three runs; rates
and ratios are of CPU time, which other programs on the machine do not falsify, but the gain from two threads
is of elapsed time. The exit status is 1 if a goal is missed: 10^9 lane-instructions a second and core with
AVX2 or wider, 1.8 times that on two cores, uninitialised-read checks within a factor of 2, 20 us a launch,
0.5 s to load 5 MB, memory within 1.2 times what the program allocated and 200 MB.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]

KERNELS = {"matmul": "matmul, 512 x 512 x 512, shared tiles", "nbody": "n-body, 4,096 bodies, shared tiles"}
# threads, uninitialised-read check, vector width (none: the best that the CPU has)
CONFIGURATIONS = [(1, True, ""), (2, True, ""), (1, False, ""), (2, False, ""), (1, True, "portable")]


def build(tree: Path) -> None:
    configure = ["cmake", "-S", FOLDER, "-B", tree, "-DCMAKE_BUILD_TYPE=Release"]
    for command in (configure, ["cmake", "--build", tree, "--target", "emulator_benchmark", "-j", "2"]):
        done = subprocess.run([str(part) for part in command], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)


def measure(tree: Path, threads: int, initcheck: bool, isa: str, *options: str) -> dict[str, float]:
    """One run of the program: its `name value` lines."""
    environment = dict(
        os.environ,
        GPU_EMULATOR_THREADS=str(threads),
        GPU_EMULATOR_INITCHECK=str(int(initcheck)),
        GPU_EMULATOR_ISA=isa,
    )
    program, library = tree / "emulator_benchmark", tree / "emulator" / "libgpu_emulator.so"
    command = [program, *options, library, tree / "kernels.ptx"]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def vector_width(values: dict[str, float]) -> str:
    prefix = "vector_width_"
    return next(name[len(prefix) :] for name in values if name.startswith(prefix))


def first_line(*command: str) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    return (
        done.stdout.splitlines()[-1 if "nvcc" in command[0] else 0]
        if done.returncode == 0 and done.stdout
        else "unknown"
    )


def cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--build", type=Path, default=ROOT / "build" / "emulator_benchmark", help="build tree"
    )
    tree = parser.parse_args().build
    build(tree)

    print(f"{cpu_model()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}")
    print(f"{first_line(os.environ.get('CXX', 'c++'), '--version')}; nvcc {first_line('nvcc', '--version')}")
    print(f"commit {first_line('git', 'describe', '--always', '--dirty')}\n")

    results = {configuration: measure(tree, *configuration) for configuration in CONFIGURATIONS}
    missed = []

    def goal(met: bool, what: str) -> None:
        if not met:
            missed.append(what)

    print(
        f"{'kernel':38} {'threads':>7} {'init check':>10} {'width':>8} {'lane-instr.':>11} {'seconds':>9} "
        f"{'CPU s':>8} {'10^9 lane-instr./CPU s':>23} {'÷ scalar':>9}"
    )
    for kernel, title in KERNELS.items():

        def rate(values: dict[str, float], kernel: str = kernel) -> float:
            return values[f"{kernel}_lane_instructions"] / values[f"{kernel}_cpu_seconds"] / 1e9

        for (threads, initcheck, _), values in results.items():
            seconds, cpu_seconds = values[f"{kernel}_seconds"], values[f"{kernel}_cpu_seconds"]
            ratio = cpu_seconds / values[f"{kernel}_scalar_cpu_seconds"]
            check = "on" if initcheck else "off"
            print(
                f"{title:38} {threads:7} {check:>10} {vector_width(values):>8} "
                f"{values[f'{kernel}_lane_instructions']:11.3g} {seconds:9.4f} {cpu_seconds:8.4f} "
                f"{rate(values):23.2f} {ratio:9.2f}"
            )
        one, two = (results[threads, False, ""][f"{kernel}_seconds"] for threads in (1, 2))
        checked, unchecked = (results[1, check, ""][f"{kernel}_cpu_seconds"] for check in (True, False))
        unchecked_rate = rate(results[1, False, ""])
        print(f"{'':38} two threads: {one / two:.2f} times one; init checks: {checked / unchecked:.2f} times")
        goal(
            unchecked_rate >= 1,
            f"{kernel}: {unchecked_rate:.2f} of 1.0 · 10^9 lane-instructions a second and core",
        )
        goal(one / two >= 1.8, f"{kernel}: two threads are {one / two:.2f} times as fast as one, not 1.8")
        goal(
            checked / unchecked <= 2,
            f"{kernel}: init checks cost a factor of {checked / unchecked:.2f}, not 2 or less",
        )

    values = results[1, True, ""]
    print(
        f"\n1,000 launches of one block of 32 threads: {values['launch_seconds'] * 1e6:.1f} us each, queued; "
        f"{values['launch_and_wait_seconds'] * 1e6:.1f} us each, waited for one by one"
    )
    print(
        f"loading {values['load_bytes'] / 1e6:.1f} MB of PTX: {values['load_seconds']:.3f} s, "
        f"CPU {values['load_cpu_seconds']:.3f} s"
    )
    goal(values["launch_seconds"] <= 20e-6, "launches take more than 20 us")
    goal(values["load_cpu_seconds"] <= 0.5, "loading 5 MB takes more than 0.5 s")
    memory = measure(tree, 2, True, "", "--memory")
    for name in ("small", "large"):
        allocated, resident = (memory[f"{name}_{what}_bytes"] / 1e6 for what in ("allocated", "resident"))
        bound = 1.2 * allocated + 200
        print(f"memory: {allocated:.0f} MB allocated, {resident:.0f} MB resident at most (goal: {bound:.0f})")
        goal(resident <= bound, f"{resident:.0f} MB resident for {allocated:.0f} MB allocated")
    for what in missed:
        print(f"goal missed: {what}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
