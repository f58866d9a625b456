#!/usr/bin/env python3
"""Mutates the emulator's handlers and counts which mutants the tests find.

    tests/emulator/mutation/run.py [--mutants 200] [--seed 1] [--file REGEX] [--only N,N] [--all]

Mutants are wrong operators, numbers, signs, complements and roundings. All are built into one library, of
which GPU_EMULATOR_MUTANT=N makes number N effective. Each of a random sample runs against the conformance
harness: a GPU's record, or the harness's own arithmetic where there is none. A mutant that a test finds, that
crashes, or that does not end is caught. Survivors are printed with their place, but for those that
equivalent.txt lists with the reason why nothing can tell them from the original.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutate import Mutant, Mutator

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
# Each file of handlers, and the groups of forms that use it most: they are asked first.
HANDLERS = {
    "isa/access.hpp": "load|store|shared|local|address",
    "isa/compare.hpp": "compare|select|move",
    "isa/convert.hpp": "convert",
    "isa/floating.hpp": "f32|f64|approximate",
    "isa/half.hpp": "f16|bf16|halves",
    "isa/integer.hpp": "integer|carry|logic|shift|bit field",
    "isa/lanes.hpp": "^integer$|^f32$|^f64$|^carry$",
    "isa/rounding.hpp": "f32|f64",
    "atomic_operations.hpp": "atomic",
    "atomics.cpp": "atomic",
    "atomics_wide.cpp": "atomic, vector|b128",
    "barrier.cpp": "barrier",
    "control.cpp": "branch|call|move|special",
    "copy_async.cpp": "asynchronous",
    "mbarrier.cpp": "mbarrier",
    "sync.cpp": "shuffle|vote|match",
    "video.cpp": "four bytes",
}
LANES = "4096"
CORES = os.cpu_count() or 1
EMULATOR_THREADS = 3


def write_mutated(tree: Path, taken_back: set[int]) -> list[Mutant]:
    """A copy of the emulator with all mutants but those taken back; writes only files that change."""
    mutator = Mutator(taken_back)
    mutated = {Path("src/exec") / name: None for name in HANDLERS}
    for name in mutated:
        mutated[name] = mutator.file(ROOT / "emulator" / name, str(name.relative_to("src/exec"))).encode()
    mutated[Path("src/mutants.hpp")] = (FOLDER / "mutants.hpp").read_bytes()
    for file in (ROOT / "emulator").rglob("*"):
        if file.is_file():
            mutated.setdefault(file.relative_to(ROOT / "emulator"), file.read_bytes())
    for name, content in mutated.items():
        target = tree / "emulator" / name
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return mutator.mutants


def mutants_in_errors(output: str) -> set[int]:
    """Numbers on the lines that errors name, or next to them."""
    numbers = set()
    for path, line in re.findall(r"^(/\S+?):(\d+):\d+: +(?:error|required)", output, re.MULTILINE):
        if "src/exec" not in path:
            continue
        lines = Path(path).read_text(encoding="utf-8").split("\n")
        for distance in range(3):
            near = "".join(lines[max(int(line) - 1 - distance, 0) : int(line) + distance])
            found = {int(number) for number in re.findall(r"mutants::\w+<(\d+)[>,]", near)}
            numbers |= found
            if found:
                break
    return numbers


def all_mutants() -> list[Mutant]:
    """Every place, whether or not C++ allows a mutant there."""
    mutator = Mutator(set())
    for name in HANDLERS:
        mutator.file(ROOT / "emulator" / "src" / "exec" / name, name)
    return mutator.mutants


def choose(tree: Path, taken_back: set[int]) -> list[Mutant]:
    """Takes mutants back, beside those given, until every handler compiles."""
    source = tree / "emulator" / "src"
    units = ["isa/portable.cpp", *(name for name in HANDLERS if name.endswith(".cpp"))]
    compiler = [
        os.environ.get("CXX", "c++"),
        "-std=c++20",
        "-fsyntax-only",
        "-w",
        "-fmax-errors=0",
        f"-I{source}",
    ]
    while True:
        mutants = write_mutated(tree, taken_back)
        wrong: set[int] = set()
        commands = [[*compiler, str(source / "exec" / unit)] for unit in units]
        for done in _in_parallel(_run, commands, CORES):
            if done.returncode != 0:
                found = mutants_in_errors(done.stderr)
                if not found:
                    sys.exit(done.stderr[-4000:])
                wrong |= found
        if not wrong:
            print(f"{len(mutants)} mutants", flush=True)
            return mutants
        print(f"  {len(wrong)} of {len(mutants)} places cannot be mutated", flush=True)
        taken_back |= wrong


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, capture_output=True, text=True)


def _in_parallel(task: Callable, items: Iterable, workers: int) -> Iterator:
    """The results of a task for each item, in the items' order."""
    with ThreadPoolExecutor(max(workers, 1)) as pool:
        yield from pool.map(task, items)


def build(tree: Path) -> None:
    """The mutated library, for a foreign processor: handlers are compiled once, for portable instructions."""
    source = tree / "emulator"
    flags = f"-w -O1 -I{source / 'src'}"
    configure = [
        "cmake",
        "-S",
        source,
        "-B",
        tree / "build",
        "-DCMAKE_BUILD_TYPE=None",
        "-DCMAKE_SYSTEM_NAME=Linux",
        "-DCMAKE_SYSTEM_PROCESSOR=portable",
        f"-DCMAKE_CXX_FLAGS={flags}",
    ]
    for command in (
        configure,
        ["cmake", "--build", tree / "build", "--target", "gpu_emulator", "-j", str(CORES)],
    ):
        done = subprocess.run([str(part) for part in command], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout[-2000:] + done.stderr[-4000:])


def build_unit_tests(tree: Path) -> Path:
    """The interpreter's own tests, on the mutated handlers."""
    program = tree / "emulator_exec_test"
    objects = sorted((tree / "build" / "CMakeFiles" / "gpu_emulator_core.dir").rglob("*.o"))
    folder = ROOT / "tests" / "emulator" / "exec"
    tests = [*sorted(folder.glob("*_test.cpp")), folder / "main.cpp"]
    if program.exists() and all(object.stat().st_mtime <= program.stat().st_mtime for object in objects):
        return program
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-O0", "-w", f"-I{tree / 'emulator' / 'src'}"]
    compiled = [tree / f"{test.stem}.o" for test in tests]
    commands = [[*compiler, "-c", str(test), "-o", str(object)] for test, object in zip(tests, compiled)]
    libraries = ["-lgtest", "-lpthread"]
    link = [*compiler, *map(str, compiled), *map(str, objects), *libraries, "-o", str(program)]
    for done in (*_in_parallel(_run, commands, CORES), _run(link)):
        if done.returncode != 0:
            sys.exit(done.stderr[-4000:])
    return program


def find_harness(tree: Path) -> Path:
    subprocess.run(
        [
            "cmake",
            "-S",
            FOLDER.parent / "conformance",
            "-B",
            tree / "conformance",
            "-DCMAKE_BUILD_TYPE=Release",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    subprocess.run(
        ["cmake", "--build", tree / "conformance", "--target", "gpu_conformance", "-j", str(CORES)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return tree / "conformance" / "gpu_conformance"


def is_caught(command: list[str], number: int) -> str:
    """How the tests found the mutant; empty if they did not."""
    # The interpreter's own tests name their budget.
    budget = "30000000" if command[0].endswith("_test") else "1000000"
    environment = dict(
        os.environ,
        GPU_EMULATOR_MUTANT=str(number),
        GPU_EMULATOR_THREADS=str(EMULATOR_THREADS),
        GPU_EMULATOR_BUDGET=budget,
    )
    try:
        done = subprocess.run(
            command,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode == 0:
        return ""
    found = re.search(r"^(differs|refused|failed|\[  FAILED  \]) +(.+)$", done.stdout, re.MULTILINE)
    return f"{found[1]}: {found[2]}" if found else f"ends with {done.returncode}"


def places(mutants: list[Mutant]) -> dict[int, str]:
    """What equivalent.txt calls each mutant: the line's text and which of its places, for lines move."""
    count: dict[str, int] = {}
    result = {}
    for mutant in mutants:
        key = f"{mutant.file}:{mutant.line}: {mutant.kind} {mutant.original}"
        count[key] = count.get(key, 0) + 1
        result[mutant.number] = (
            f"{mutant.file}: {mutant.kind} {mutant.original} #{count[key]} in: {mutant.text.strip()}"
        )
    return result


def equivalents() -> set[str]:
    lines = (FOLDER / "equivalent.txt").read_text(encoding="utf-8").split("\n")
    return {line.strip() for line in lines if line and not line.startswith(("#", " "))}


def chosen(mutants: list[Mutant], arguments: argparse.Namespace) -> list[Mutant]:
    if arguments.only:
        return mutants
    pool = [mutant for mutant in mutants if re.search(arguments.file, mutant.file)]
    if arguments.all:
        return pool
    return random.Random(arguments.seed).sample(pool, min(arguments.mutants, len(pool)))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "mutation")
    parser.add_argument("--mutants", type=int, default=200, help="size of the sample")
    parser.add_argument("--all", action="store_true", help="every mutant, not a sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="", help="only mutants of the files that this expression finds")
    parser.add_argument("--harness", type=Path, help="a gpu_conformance that is built already")
    parser.add_argument("--only", help="only these numbers, parted by commas")
    parser.add_argument("--record", type=Path, default=FOLDER.parent / "conformance" / "records" / "h200.txt")
    arguments = parser.parse_args()
    tree = arguments.build.resolve()
    tree.mkdir(parents=True, exist_ok=True)

    every = all_mutants()
    only = {int(number) for number in arguments.only.split(",")} if arguments.only else set()
    # Few mutants compile sooner than all.
    mutants = choose(tree, {mutant.number for mutant in every} - only if only else set())
    build(tree)
    judge = ["--compare", str(arguments.record)] if arguments.record.exists() else ["--self-check"]
    refuses = FOLDER.parent / "conformance" / "refused_by_emulator.txt"
    command = [
        str(arguments.harness or find_harness(tree)),
        *judge,
        "--refuses",
        str(refuses),
        "--lanes",
        LANES,
        "--first",
        str(tree / "build" / "libgpu_emulator.so"),
    ]
    unit_tests = [str(build_unit_tests(tree)), "--gtest_brief=1"]
    for tests in (command, unit_tests):
        if wrong := is_caught(tests, 0):
            sys.exit(f"the tests do not pass without a mutant: {wrong}")

    sample = chosen(mutants, arguments)
    known, place = equivalents(), places(every)
    masked = [command[0], "--masked", *command[command.index("--lanes") :]]
    survivors, equivalent = [], 0

    def judged(mutant: Mutant) -> tuple[Mutant, str]:
        # What is most likely to find it first.
        nearest = ["--only", HANDLERS[mutant.file]]
        stages = ([*command, *nearest], unit_tests, [*masked, *nearest], command, masked)
        return mutant, next(filter(None, (is_caught(tests, mutant.number) for tests in stages)), "")

    ordered = sorted(sample, key=lambda mutant: mutant.number)
    results = _in_parallel(judged, ordered, CORES // EMULATOR_THREADS)
    for count, (mutant, how) in enumerate(results, 1):
        verdict = "caught"
        if not how and place[mutant.number] in known:
            verdict = "equivalent"
            equivalent += 1
        elif not how:
            verdict = "SURVIVES"
            survivors.append(mutant)
        print(
            f"{count}/{len(sample)} {verdict} {mutant.number} {mutant.describe()}"
            + (f"\n    {how}" if how else ""),
            flush=True,
        )
    caught = len(sample) - len(survivors) - equivalent
    print(
        f"\n{caught} of {len(sample)} mutants caught ({100 * caught / len(sample):.1f} %), {equivalent} "
        f"known as equivalent, {len(survivors)} survive; of {len(every)} places"
    )
    for mutant in survivors:
        print(f"survivor {mutant.number} {place[mutant.number]}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
