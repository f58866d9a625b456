#!/usr/bin/env python3
"""Builds the launch benchmark and runs it on the GPU.

  python3 benchmarks/launch/run.py                       build and run
  python3 benchmarks/launch/run.py --build-only          build alone; prints the program, which runs on any
                                                         machine with a GPU (the CUDA runtime is linked in)
Arguments that are not named here go to the program (--rounds, --batch, --elements, --repeats).
"""

import argparse
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--build", type=Path, default=FOLDER.parents[1] / "build" / "launch_benchmark", help="build tree"
    )
    parser.add_argument("--build-only", action="store_true")
    arguments, rest = parser.parse_known_args()
    python = f"-DGpuKernels_PYTHON={sys.executable}"
    configure = ["cmake", "-S", FOLDER, "-B", arguments.build, "-DCMAKE_BUILD_TYPE=Release", python]
    build = ["cmake", "--build", arguments.build, "--target", "launch_benchmark", "-j", "2"]
    for command in (configure, build):
        subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
    program = arguments.build / "launch_benchmark"
    print(program)
    return 0 if arguments.build_only else subprocess.run([program, *rest], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
