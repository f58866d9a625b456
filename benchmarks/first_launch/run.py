#!/usr/bin/env python3
"""Times the first launch of a process on the GPU: IMAGE FATBIN by a stub, the same machine code by hand
(cuModuleLoadData, cuModuleGetFunction, cuLaunchKernel), and IMAGE PTX, which the driver compiles first.

Each way in a process of its own, in turn, --rounds times, with the driver's cache of compiled PTX off. The
context is there before the clock starts; it stops when the kernel has ended.
"""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
WAYS = ["fatbin", "raw", "ptx"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=FOLDER.parents[1] / "build" / "first_launch_benchmark")
    parser.add_argument("--architecture", default="90", help="the GPU's: 90 for compute capability 9.0")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--ways", nargs="+", default=WAYS, choices=WAYS)
    parser.add_argument("--build-only", action="store_true")
    chosen = parser.parse_args()
    settings = ["-DCMAKE_BUILD_TYPE=Release", f"-DARCHITECTURE={chosen.architecture}"]
    settings.append(f"-DGpuKernels_PYTHON={sys.executable}")
    target = ["--target", "first_launch_benchmark", "-j", "2"]
    for command in (["-S", FOLDER, "-B", chosen.build, *settings], ["--build", chosen.build, *target]):
        subprocess.run(["cmake", *map(str, command)], check=True, stdout=subprocess.DEVNULL)
    program = chosen.build / "first_launch_benchmark"
    cubin = next(chosen.build.glob("**/fatbin_kernels_device.dir/kernels.cubin"))
    if chosen.build_only:
        print(program, cubin)
        return 0
    times = {way: [] for way in chosen.ways}
    environment = {**os.environ, "CUDA_CACHE_DISABLE": "1"}
    for _ in range(chosen.rounds):
        for way, taken in times.items():
            command = [program, way, *([cubin] if way == "raw" else [])]
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"failed: {way}: {done.stderr}")
            taken.append(float(done.stdout))
    medians = {way: statistics.median(taken) for way, taken in times.items()}
    for way, taken in times.items():
        print(f"{way:7} {medians[way]:10.1f} µs  ({min(taken):.1f} to {max(taken):.1f})")
    for below in ("raw", "ptx"):
        if {"fatbin", below} <= medians.keys():
            print(f"fatbin ÷ {below}: {medians['fatbin'] / medians[below]:.3f}" + " ≤ 1.1" * (below == "raw"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
