"""Configuring, building and testing with CMake, as the presets say."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from . import console, process, state
from .preparation import Prepared
from .repository import ROOT

JOBS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Results:
    """What one run of CTest said."""

    passed: int = 0
    failed: list[str] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)  # test → reason


def configure(prepared: Prepared, preset: str, folder: Path, options: Sequence[str] = ()) -> None:
    """Configures `folder`; from scratch when it stands on other tools than those now decided on."""
    decisions = json.dumps([_identity(prepared), preset, list(options)], sort_keys=True)
    record = folder / "configured-by-scripts.json"
    same = record.is_file() and record.read_text(encoding="utf-8") == decisions
    command = ["cmake", "--preset", preset, "-B", str(folder), *options]
    if not same and (folder / "CMakeCache.txt").exists():
        command.append("--fresh")
    with console.working(f"configuring {_shown(folder)}"):
        status, output = process.captured(command, cwd=ROOT, environment=prepared.environment(), timeout=1200)
    if status != 0:
        print(output, flush=True)
        raise console.ScriptError(f"CMake could not configure {_shown(folder)}; what it said stands above")
    record.write_text(decisions, encoding="utf-8")


def build(prepared: Prepared, folder: Path, targets: Sequence[str] = (), configuration: str = "") -> None:
    """Builds everything, or `targets`."""
    command = ["cmake", "--build", str(folder), "--parallel", str(JOBS)]
    command += ["--config", configuration] if configuration else []
    command += ["--target", *targets] if targets else []
    if process.shown(command, cwd=ROOT, environment=prepared.environment()) != 0:
        raise console.ScriptError(f"the build in {_shown(folder)} failed; the first error stands above")


def run_tests(
    prepared: Prepared, folder: Path, options: Sequence[str] = (), configuration: str = ""
) -> Results:
    """Runs the tests of `folder`; failing ones print what they said."""
    report = folder / "test-results.xml"
    report.unlink(missing_ok=True)
    command = ["ctest", "--test-dir", str(folder), "--output-on-failure", "--parallel", str(JOBS)]
    command += ["--no-tests=error", "--output-junit", str(report), *options]
    command += ["-C", configuration] if configuration else []
    status = process.shown(command, cwd=ROOT, environment=prepared.environment())
    if not report.is_file():
        raise console.ScriptError(f"CTest ended with status {status} in {_shown(folder)} and left no results")
    results = _read_results(report)
    if status != 0 and not results.failed:
        raise console.ScriptError(f"CTest ended with status {status} in {_shown(folder)}; no test failed")
    return results


def _identity(prepared: Prepared) -> dict[str, str]:
    """The decided variables, with the compiler's file itself: a replaced compiler is another compiler."""
    nvcc = prepared.variables["CUDACXX"]
    return {**prepared.variables, "nvcc": state.fingerprint(Path(nvcc))}


def _shown(folder: Path) -> str:
    return str(folder.relative_to(ROOT)) if folder.is_relative_to(ROOT) else str(folder)


def _read_results(report: Path) -> Results:
    results = Results()
    passed = 0
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        name = case.get("name", "?")
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.get("status") == "fail":
            results.failed.append(name)
        elif skipped is not None or case.get("status") in ("notrun", "disabled"):
            results.skipped[name] = _skip_reason(case, skipped)
        else:
            passed += 1
    return Results(passed, results.failed, results.skipped)


def _skip_reason(case: ElementTree.Element, skipped) -> str:
    """The test's own words about why it did not run, in one line."""
    output = (case.findtext("system-out") or "").strip().splitlines()
    said = [line.strip() for line in output if "skip" in line.lower() or "no gpu" in line.lower()]
    message = skipped.get("message", "") if skipped is not None else ""
    return said[0].replace("[  SKIPPED ]", "").strip() if said else message or "not run"
