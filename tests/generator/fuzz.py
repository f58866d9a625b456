#!/usr/bin/env python3
"""Runs the readers on damaged inputs until a time or number is reached, and keeps what breaks them.

    tests/generator/fuzz.py [--count 1000000] [--seconds 600] [--seed 1]

An input may give a clean error or a result; a traceback, or more than five seconds, is a failure: the damaged
file is written to tests/generator/corpus/ and named. test_corpus.py runs what the corpus holds.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "generator")]

from corpus import CORPUS, READERS, run_reader  # noqa: E402
from mutate import mutate  # noqa: E402

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


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = random.Random(options.seed)
    texts, failures, done, start = originals(), 0, 0, time.monotonic()
    while done < options.count and time.monotonic() - start < options.seconds:
        reader, original = source.choice(texts)
        at = source.randrange(max(1, len(original) - 4000))
        whole = original if len(original) < 8000 or source.random() < 0.05 else original[at : at + 4000]
        text = mutate(whole, source)
        begin = time.monotonic()
        try:
            run_reader(reader, text)
            broken = "" if time.monotonic() - begin < LIMIT_SECONDS else "too slow"
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
