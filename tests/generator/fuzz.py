#!/usr/bin/env python3
"""Runs the readers on damaged inputs until a time or number is reached, and keeps what breaks them.

    tests/generator/fuzz.py [--count 1000000] [--seconds 600] [--seed 1] [--jobs N] [--findings DIR] [--whole]

An input may give a clean error or a result; a traceback, or more than five seconds of processor time, is a
finding: the damaged file is written to DIR (tests/generator/corpus/ if none is given) and named, three at
most of a kind and job. test_corpus.py runs what the corpus holds. With --whole, one file of a golden case is
damaged and the whole generator runs: a stub whose types differ from the sound case's is a finding, too.

Each job is a process with random numbers of its own: the same seed and number of jobs give the same inputs.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import multiprocessing
import os
import pathlib
import random
import signal
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "generator")]

from corpus import CORPUS, READERS, run_reader  # noqa: E402
from mutate import mutate, mutate_numbers  # noqa: E402
from recorded_case import case_names  # noqa: E402
from whole_runs import WholeRun  # noqa: E402

LIMIT_SECONDS = 5.0
_WINDOW = 3000
_KEPT_OF_A_KIND = 3


class TooSlow(BaseException):
    """No Exception, so that no reader takes it for a broken input's."""


class Inputs:
    """Damaged files for the readers: each reader has its share, small files come more often than large."""

    def __init__(self) -> None:
        texts: dict[str, list[str]] = {}
        for folder in ("golden", "errors", "varied"):
            for path in sorted((HERE / folder).rglob("*")):
                reader = READERS.get("".join(path.suffixes[-2:])) or READERS.get(path.suffix)
                if path.is_file() and reader and "expected" not in path.parts:
                    text = path.read_bytes().decode("utf-8", "surrogateescape")
                    texts.setdefault(reader, []).append(text)
        self._readers = sorted(texts)
        self._texts = texts
        self._weights = {
            reader: list(itertools.accumulate(1 / max(1500, len(text)) for text in found))
            for reader, found in texts.items()
        }

    def draw(self, source: random.Random) -> tuple[str, str]:
        """A reader and a text for it."""
        reader = source.choice(self._readers)
        text = source.choices(self._texts[reader], cum_weights=self._weights[reader])[0]
        if reader == "source" and len(text) > 2 * _WINDOW and source.random() < 0.9:
            at = source.randrange(len(text) - _WINDOW)
            text = text[at : at + _WINDOW]
        # Most other damage to a record ends where its bytes are read, before what they mean is.
        numbers = reader == "debug" and source.random() < 0.7
        return reader, (mutate_numbers if numbers else mutate)(text, source)


class Findings:
    """What broke, by its kind: the last line of the traceback and where it was raised."""

    def __init__(self, folder: pathlib.Path, label: str) -> None:
        self._folder = folder
        self._label = label
        self.kinds: collections.Counter[str] = collections.Counter()

    def add(self, number: int, name: str, text: str, kind: str, report: str) -> None:
        self.kinds[kind] += 1
        if self.kinds[kind] > _KEPT_OF_A_KIND:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{name}-{self._label}-{number}"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        print(f"{path}:\n{report}", flush=True)


def attempt(run, limit: float = LIMIT_SECONDS) -> tuple[str, str]:
    """The kind of what breaks, and its report; both empty if nothing does."""

    def stop(_number, _frame) -> None:
        raise TooSlow(f"more than {limit} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            report = run()
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except (Exception, TooSlow) as error:
        slow = isinstance(error, TooSlow)
        place = traceback.extract_tb(error.__traceback__)[-2 if slow else -1]
        where = f"in {place.name}" if slow else f"at {pathlib.Path(place.filename).name}:{place.lineno}"
        return f"{type(error).__name__} {where}", traceback.format_exc()
    finally:
        signal.signal(signal.SIGPROF, before)
    return ("another stub", report) if report else ("", "")


def fuzz_readers(source: random.Random, numbers, findings: Findings, run=run_reader) -> int:
    inputs, number = Inputs(), 0
    for number in numbers:
        reader, text = inputs.draw(source)
        kind, report = attempt(lambda reader=reader, text=text: run(reader, text))
        if kind:
            findings.add(number, reader, text, kind, report)
    return number


def fuzz_whole_runs(source: random.Random, numbers, findings: Findings) -> int:
    number = 0
    with tempfile.TemporaryDirectory() as directory:
        cases = [WholeRun(name, pathlib.Path(directory) / name) for name in case_names("golden")]
        for number in numbers:
            case = source.choice(cases)
            kind, report = attempt(lambda case=case: case.damaged(source))
            if kind:
                findings.add(number, "whole", case.last_text, kind, f"{case.last_file}\n{report}")
    return number


def numbers_until(count: int, end: float):
    """1, 2, … until the number or the time is reached."""
    for number in range(1, count + 1):
        if time.monotonic() >= end:
            return
        yield number


def work(options: argparse.Namespace, job: int, results) -> None:
    label = f"{options.seed}-{job}"
    findings = Findings(options.findings, label)
    count = len(range(job, options.count, options.jobs))
    numbers = numbers_until(count, time.monotonic() + options.seconds)
    fuzz = fuzz_whole_runs if options.whole else fuzz_readers
    results.put((fuzz(random.Random(label), numbers, findings), findings.kinds))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--findings", type=pathlib.Path, default=CORPUS)
    parser.add_argument("--whole", action="store_true")
    options = parser.parse_args()
    start = time.monotonic()
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()
    jobs = [fork.Process(target=work, args=(options, job, results)) for job in range(options.jobs)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    done, kinds, reports = 0, collections.Counter(), 0
    while not results.empty():
        number, found = results.get()
        done, kinds, reports = done + number, kinds + found, reports + 1
    for kind, times in kinds.most_common():
        print(f"{times:8} times: {kind}")
    lost = options.jobs - reports
    if lost:
        print(f"{lost} of {options.jobs} jobs died")
    what = "whole runs" if options.whole else "inputs"
    seconds, broken = time.monotonic() - start, sum(kinds.values())
    print(f"{done} {what} in {seconds:.0f} s, seed {options.seed}: {broken} findings")
    return 1 if kinds or lost else 0


if __name__ == "__main__":
    sys.exit(main())
