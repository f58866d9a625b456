#!/usr/bin/env python3
"""Records what nvcc writes for the sources of golden and error cases, so that the tests need no nvcc.

    sudo tests/generator/record.py [FOLDER/CASE…]        (all cases when none is named)

The sources are compiled under /project, a directory made for the purpose and removed afterwards, so that the
recorded debug information holds no path of the machine that made it.
"""

import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = pathlib.Path("/project")


def record(case: pathlib.Path) -> None:
    settings = json.loads((case / "case.json").read_text())
    shutil.copytree(case / "inputs", PROJECT)
    try:
        for source in settings["sources"]:
            stem = source[: -len(".cu")]
            options = [
                f"-arch={settings.get('architecture', 'compute_75')}",
                "-std=c++17",
                "-w",
                "-Iinclude",
                *settings.get("options", []),
            ]
            for suffix, mode in ((".ptx", []), (".debug.ptx", ["-G"])):
                command = ["nvcc", "-ptx", *mode, *options, source, "-o", stem + suffix]
                subprocess.run(command, cwd=PROJECT, check=True)
                shutil.copy(PROJECT / (stem + suffix), case / "inputs" / (stem + suffix))
    finally:
        shutil.rmtree(PROJECT)


def main() -> None:
    if PROJECT.exists():
        sys.exit(f"{PROJECT} exists; this script makes and removes it")
    all_cases = sorted(
        path.parent for folder in ("golden", "errors") for path in (HERE / folder).glob("*/case.json")
    )
    for case in [HERE / name for name in sys.argv[1:]] or all_cases:
        print(case.relative_to(HERE))
        record(case)


if __name__ == "__main__":
    main()
