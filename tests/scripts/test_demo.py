"""What a user of scripts/demo sees."""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_script(name: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [ROOT / "scripts" / name, *arguments],
        env={**os.environ, **variables},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def processor_seconds() -> float:
    """What child processes have used so far: unlike the clock, it does not see what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_demo_says_what_it_runs_on_and_verifies_every_element():
    done = run_script("demo", GPU_DRIVER="emulator")
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert any(line.split()[:2] == ["GPU", "GPU_DRIVER=emulator,"] for line in lines)
    assert "== run: samples/vector_add, on the CPU emulator" in lines
    assert any(line.startswith("Running on: ") and "emulator" in line.lower() for line in lines)
    assert lines[-2] == "All 1048576 elements verified correct."
    assert lines[-1].startswith("== next: docs/getting-started.md")


def test_setup_is_quick_when_nothing_is_missing():
    assert run_script("setup", "demo").returncode == 0
    start = processor_seconds()
    done = run_script("setup", "demo")
    assert done.returncode == 0, done.stdout
    assert processor_seconds() - start < 2
    for decision in ("Python", "C++ compiler", "CMake", "Ninja", "nvcc", "GPU"):
        assert f"\n  {decision} " in done.stdout


@pytest.mark.parametrize("name", ["setup", "demo", "test", "lint"])
def test_help_says_what_the_script_does(name):
    done = run_script(name, "--help")
    assert done.returncode == 0
    assert f"usage: scripts/{name}" in done.stdout


@pytest.mark.parametrize(
    "arguments", [["setup", "everything"], ["test", "--compiler", "msvc"], ["lint", "-x"]]
)
def test_wrong_usage_is_refused_before_anything_is_done(arguments):
    done = run_script(*arguments)
    assert done.returncode == 2
    assert "usage: scripts/" in done.stdout
    assert "==" not in done.stdout
