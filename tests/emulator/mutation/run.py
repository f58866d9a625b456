#!/usr/bin/env python3
"""Mutates the emulator's handlers (wrong operator, number, sign, complement, rounding) and counts which mutants the tests find.

    tests/emulator/mutation/run.py [--mutants 200] [--seed 1] [--record FILE] [--build TREE] [--all]

All mutants are built into one library, of which GPU_EMULATOR_MUTANT=N makes number N effective. Each of a random sample runs
against the conformance harness: a GPU's record, or the harness's own arithmetic where there is none. A mutant that a test
finds, that crashes, or that does not end is caught. Survivors are printed with their place.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

from mutate import Mutant, Mutator

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
HANDLERS = ["isa/access.hpp", "isa/compare.hpp", "isa/convert.hpp", "isa/floating.hpp", "isa/half.hpp", "isa/integer.hpp",
            "isa/lanes.hpp", "isa/rounding.hpp", "atomics.cpp", "barrier.cpp", "control.cpp", "copy_async.cpp", "sync.cpp",
            "video.cpp"]
LANES = "4096"


def write_mutated(tree: Path, taken_back: set[int]) -> list[Mutant]:
    """A fresh copy of the emulator with all mutants but those taken back."""
    source = tree / "emulator"
    if not source.exists():
        shutil.copytree(ROOT / "emulator", source)
    shutil.copy(FOLDER / "mutants.hpp", source / "src" / "mutants.hpp")
    mutator = Mutator(taken_back)
    for name in HANDLERS:
        original = ROOT / "emulator" / "src" / "exec" / name
        if not original.exists():
            continue
        text = mutator.file(original, name)
        target = source / "src" / "exec" / name
        if target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
    return mutator.mutants


def mutants_in_errors(tree: Path, output: str) -> set[int]:
    """Numbers on the lines that errors name."""
    numbers = set()
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: +(?:error|required)", output, re.MULTILINE):
        file = Path(path) if Path(path).is_absolute() else tree / "build" / path
        if file.exists() and "src/exec" in str(file):
            lines = file.read_text(encoding="utf-8").split("\n")
            numbers |= {int(n) for n in re.findall(r"<(\d+)[>,]", lines[int(line) - 1])}
    return numbers


def build(tree: Path) -> list[Mutant]:
    """The mutated library; mutants that C++ does not allow are taken back until it compiles."""
    known = tree / "taken_back.txt"
    taken_back = {int(line) for line in known.read_text(encoding="utf-8").split()} if known.exists() else set()
    # A foreign processor: the handlers are compiled once, for the portable instruction set.
    configure = ["cmake", "-S", tree / "emulator", "-B", tree / "build", "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_SYSTEM_NAME=Linux", "-DCMAKE_SYSTEM_PROCESSOR=portable",
                 "-DCMAKE_CXX_FLAGS=-w -O1 -fmax-errors=0 -I" + str(tree / "emulator" / "src")]
    for attempt in range(40):
        mutants = write_mutated(tree, taken_back)
        if attempt == 0:
            subprocess.run([str(part) for part in configure], check=True, stdout=subprocess.DEVNULL)
        command = ["cmake", "--build", str(tree / "build"), "--target", "gpu_emulator", "-j", "2", "--", "-k"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            return mutants
        wrong = mutants_in_errors(tree, done.stdout + done.stderr) - taken_back
        print(f"  {len(wrong)} mutants do not compile, {len(mutants) - len(wrong)} stay", flush=True)
        if not wrong:
            sys.exit(done.stdout[-4000:] + done.stderr[-4000:])
        taken_back |= wrong
        known.write_text("\n".join(str(number) for number in sorted(taken_back)), encoding="utf-8")
    sys.exit("the mutated emulator does not compile")


def find_harness(tree: Path) -> Path:
    subprocess.run(["cmake", "-S", FOLDER.parent / "conformance", "-B", tree / "conformance", "-DCMAKE_BUILD_TYPE=Release"],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", tree / "conformance", "--target", "gpu_conformance", "-j", "2"], check=True,
                   stdout=subprocess.DEVNULL)
    return tree / "conformance" / "gpu_conformance"


def is_caught(command: list[str], number: int) -> str:
    """How the tests found the mutant; empty if they did not."""
    environment = dict(os.environ, GPU_EMULATOR_MUTANT=str(number), GPU_EMULATOR_THREADS="1", GPU_EMULATOR_BUDGET="100000")
    try:
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True, timeout=300,
                              errors="replace")
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode == 0:
        return ""
    found = re.search(r"^(differs|refused|failed) +(.+)$", done.stdout, re.MULTILINE)
    return f"{found[1]}: {found[2]}" if found else f"ends with {done.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "mutation")
    parser.add_argument("--mutants", type=int, default=200, help="size of the sample")
    parser.add_argument("--all", action="store_true", help="every mutant, not a sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, default=FOLDER.parent / "conformance" / "records" / "h200.txt")
    arguments = parser.parse_args()
    tree = arguments.build
    tree.mkdir(parents=True, exist_ok=True)

    mutants = build(tree)
    judge = ["--compare", str(arguments.record)] if arguments.record.exists() else ["--self-check"]
    refuses = FOLDER.parent / "conformance" / "refused_by_emulator.txt"
    command = [str(find_harness(tree)), *judge, "--refuses", str(refuses), "--lanes", LANES, "--first",
               str(tree / "build" / "libgpu_emulator.so")]
    if wrong := is_caught(command, 0):
        sys.exit(f"the tests do not pass without a mutant: {wrong}")

    sample = mutants if arguments.all else random.Random(arguments.seed).sample(mutants, min(arguments.mutants, len(mutants)))
    survivors = []
    for count, mutant in enumerate(sorted(sample, key=lambda mutant: mutant.number), 1):
        how = is_caught(command, mutant.number)
        if not how:
            survivors.append(mutant)
        print(f"{count}/{len(sample)} {'caught' if how else 'SURVIVES'} {mutant.number} {mutant.describe()}"
              + (f"\n    {how}" if how else ""), flush=True)
    caught = len(sample) - len(survivors)
    print(f"\n{caught} of {len(sample)} mutants caught ({100 * caught / len(sample):.1f} %), of {len(mutants)} that there are")
    for mutant in survivors:
        print(f"survivor {mutant.number} {mutant.describe()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
