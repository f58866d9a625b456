"""Damaged inputs that fuzz.py found, and some that are hard by design: no reader may break, or take long, on
them."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import fuzz
import pytest
from corpus import CORPUS, run_reader
from whole_runs import WholeRun

HARD = {
    "deep braces": ("ptx", ".version 8.0\n.target sm_75\n.entry k() " + "{" * 100000),
    "open comment": ("ptx", ".version 8.0\n/*" + "* " * 200000),
    "many strings": ("source", '"' * 20000),
    "raw string without end": ("source", 'R"x(' + ")y" * 100000),
    "angle brackets": ("source", "template " + "<" * 20000 + " __global__ void scale(int a = " + "<" * 20000),
    "parentheses": ("source", "struct __attribute__(" * 3000 + "{"),
    "continuations": ("source", "// a\\\n" * 20000 + "#define x \\\n" * 20000),
    "attributes before a constant": ("source", "[[a]] " * 5000 + "x y;"),
    "attributes of a namespace": ("source", "namespace " + "[[a]] " * 5000 + "= {"),
    "space in a namespace": ("source", "namespace" + " " * 20000 + "= {"),
    "space in a template parameter": ("source", "template <int" + " " * 20000 + "=> void saxpy("),
    "nested classes": ("source", "struct A {" * 500),
    "alias of nothing": ("source", "using A = ;"),
    "backslashes": ("source", "#define " + "\\" * 100000),
    "slashes": ("source", "/" * 100000 + "\n" + "/ " * 50000),
    "open debug section": ("debug", "\t.section .debug_info {\n" + ".b8 1,2,3\n" * 100000),
    "huge numbers": (
        "debug",
        "\t.section .debug_info {\n.b64 " + "9" * 4000 + "\n}\n\t.section .debug_abbrev {\n.b8 1\n}",
    ),
    "mangled pointers": ("ptx", ".version 8.0\n.target sm_75\n.entry _Z1k" + "P" * 50000 + "i() { }"),
    "mangled doubling": ("ptx", ".version 8.0\n.target sm_75\n.entry _Z1kIJ" + "J" * 300 + "E() { }"),
}


@pytest.mark.parametrize("name", sorted(HARD))
def test_hard_inputs(name) -> None:
    begin = time.process_time()
    run_reader(*HARD[name])
    assert time.process_time() - begin < 5


@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.iterdir()))
def test_what_once_broke_a_reader(name) -> None:
    begin = time.process_time()
    run_reader(name.split("-")[0], (CORPUS / name).read_bytes().decode("utf-8", "surrogateescape"))
    assert time.process_time() - begin < 5


@pytest.mark.parametrize("name", ["vector_add", "two_sources"])
def test_damaged_inputs_give_an_error_or_the_same_stubs(name, tmp_path) -> None:
    run, source = WholeRun(name, tmp_path), random.Random(name)
    assert [problem for problem in (run.damaged(source) for _ in range(40)) if problem] == []


def test_fuzzer_runs_jobs_and_counts_their_inputs(tmp_path) -> None:
    command = [sys.executable, fuzz.__file__, "--count", "101", "--jobs", "2", "--findings", str(tmp_path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "101 inputs in" in done.stdout
    assert ": 0 findings" in done.stdout


def test_fuzzer_keeps_what_breaks_a_reader(tmp_path) -> None:
    def run(reader: str, text: str) -> None:
        if reader == "ptx":
            raise KeyError(text)

    findings = fuzz.Findings(tmp_path, "1-0")
    assert fuzz.fuzz_readers(random.Random(1), range(1, 41), findings, run) == 40
    (kind,) = findings.kinds
    assert kind.startswith("KeyError at test_corpus.py:")
    assert findings.kinds[kind] > 3
    assert [path.name.split("-")[0] for path in tmp_path.iterdir()] == ["ptx"] * 3


def test_fuzzer_stops_a_reader_that_hangs() -> None:
    def hang() -> None:
        while True:
            try:
                pass
            except Exception:
                continue

    kind, report = fuzz.attempt(hang, limit=0.1)
    assert kind == "TooSlow in hang"
    assert "processor time" in report
