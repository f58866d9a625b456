#!/usr/bin/env python3
"""Runs the readers on damaged inputs until a time or number is reached, and keeps what breaks them.

    tests/generator/fuzz.py [--count 1000000] [--seconds 600] [--seed 1] [--whole]

An input may give a clean error or a result; a traceback, or more than five seconds of processor time, is a
failure: the damaged file is written to tests/generator/corpus/ and named. test_corpus.py runs what the corpus
holds. With --whole, one file of a golden case is damaged and the whole generator runs: a stub whose types
differ from those of the sound case is a failure, too.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "generator")]

from corpus import CORPUS, READERS, run_reader  # noqa: E402
from mutate import mutate  # noqa: E402
from recorded_case import case_names  # noqa: E402
from whole_runs import WholeRun  # noqa: E402

LIMIT_SECONDS = 5.0


def originals() -> list[tuple[str, str]]:
    """Reader and text: every recorded file, by what reads it."""
    found = []
    for folder in ("golden", "errors", "varied"):
        for path in sorted((HERE / folder).rglob("*")):
            reader = READERS.get("".join(path.suffixes[-2:])) or READERS.get(path.suffix)
            if path.is_file() and reader and "expected" not in path.parts:
                found.append((reader, path.read_bytes().decode("utf-8", "surrogateescape")))
    return found


def fuzz_whole_runs(options: argparse.Namespace, source: random.Random) -> int:
    failures, done, start = 0, 0, time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        names = case_names("golden")
        cases = [WholeRun(name, pathlib.Path(directory) / name) for name in names]
        while done < options.count and time.monotonic() - start < options.seconds:
            begin = time.process_time()
            try:
                broken = source.choice(cases).damaged(source)
            except Exception:
                broken = traceback.format_exc()
            broken = broken or ("too slow" if time.process_time() - begin > LIMIT_SECONDS else "")
            failures += bool(broken)
            done += 1
            if broken:
                print(f"run {done}: {broken}", flush=True)
    print(f"{done} whole runs in {time.monotonic() - start:.0f} s, seed {options.seed}: {failures} failures")
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    source = random.Random(options.seed)
    if options.whole:
        return fuzz_whole_runs(options, source)
    texts, failures, done, start = originals(), 0, 0, time.monotonic()
    while done < options.count and time.monotonic() - start < options.seconds:
        reader, original = source.choice(texts)
        at = source.randrange(max(1, len(original) - 4000))
        whole = original if len(original) < 8000 or source.random() < 0.05 else original[at : at + 4000]
        text = mutate(whole, source)
        begin = time.process_time()
        try:
            run_reader(reader, text)
            broken = "" if time.process_time() - begin < LIMIT_SECONDS else "too slow"
        except Exception:
            broken = traceback.format_exc()
        if broken:
            failures += 1
            path = CORPUS / f"{reader}-{options.seed}-{done}"
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
            print(f"{path}:\n{broken}", flush=True)
        done += 1
    seconds = time.monotonic() - start
    print(f"{done} inputs in {seconds:.0f} s, seed {options.seed}: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
