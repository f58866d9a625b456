"""The parts of a test run, one a compiler and build tool, and the summary that closes it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from . import build, console, gpu, newest, tested
from . import linters as lint
from .preparation import Prepared
from .repository import ROOT

# Tests whose outcome depends on the C++ compiler or the build tool that built them.
COMPILED = "runtime|emulator|samples|signatures"
# Tests whose outcome depends on CMake or nvcc.
BUILT = "cmake|consumer|samples|signatures|images"
GENERATORS = {"ninja": "Ninja", "multi": "Ninja Multi-Config", "make": "Unix Makefiles"}


@dataclass
class Leg:
    """One line of the summary: what is run, and how it went."""

    name: str
    run: Callable[[], build.Results]
    folder: Path | None = None
    results: build.Results = field(default_factory=build.Results)
    error: str = ""
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return not self.error and not self.results.failed


def plan(prepared: Prepared, *, matrix: bool, compiler: str | None, filters: Sequence[str]) -> list[Leg]:
    """Every test with the first compiler, compiled ones with the second; `matrix`: also under each tool."""
    compilers = [(kind, path) for kind, path in (("gcc", prepared.gcc), ("clang", prepared.clang)) if path]
    if compiler:
        compilers = [(kind, path) for kind, path in compilers if kind == compiler]
    if not compilers:
        raise console.ScriptError(f"no usable {compiler or 'GCC or Clang'} here")
    tools = list(GENERATORS) if matrix else ["ninja"]
    legs = []
    for tool in tools:
        for kind, path in compilers:
            everything = not legs
            selection = list(filters) if everything or "-L" in filters else [*filters, "-L", COMPILED]
            legs.append(_build_leg(prepared, kind, path, tool, selection))
    if matrix:
        selection = list(filters) if "-L" in filters else [*filters, "-L", BUILT]
        legs.append(_newest_leg(prepared, compilers[0][1], selection))
    return legs


def linters(prepared: Prepared, *, tidy: bool) -> Leg:
    """The formatters and linters as a leg of their own; clang-tidy, the slow one, if `tidy`."""

    def run() -> build.Results:
        failed = lint.run(prepared, fix=False, tidy=tidy)
        return build.Results(passed=len(lint.NAMES) - (not tidy) - len(failed), failed=failed)

    return Leg("linters", run)


def run_and_sum_up(prepared: Prepared, legs: Sequence[Leg]) -> int:
    """Runs all legs, the later ones also after a failure, and prints the summary. Returns the exit status."""
    for leg in legs:
        console.headline(leg.name)
        start = time.monotonic()
        try:
            leg.results = leg.run()
        except console.ScriptError as error:
            leg.error = str(error)
            print(f"  {error}", flush=True)
        leg.seconds = time.monotonic() - start
    _print_summary(prepared, legs)
    return 0 if all(leg.ok for leg in legs) else 1


def _build_leg(prepared: Prepared, kind: str, path: str, tool: str, selection: Sequence[str]) -> Leg:
    folder = ROOT / "build" / ("test" if (kind, tool) == ("gcc", "ninja") else f"test-{kind}-{tool}")
    options = [f"-DCMAKE_CXX_COMPILER={path}", "-G", GENERATORS[tool]]
    configuration = "Debug" if tool == "multi" else ""

    def run() -> build.Results:
        build.configure(prepared, "test", folder, options)
        build.build(prepared, folder, configuration=configuration)
        return build.run_tests(prepared, folder, selection, configuration)

    return Leg(f"{path}, {GENERATORS[tool]} ({_relative(folder)})", run, folder)


def _newest_leg(prepared: Prepared, path: str, selection: Sequence[str]) -> Leg:
    """What depends on CMake and nvcc, with the newest of both."""
    folder = ROOT / "build" / "test-newest"

    def run() -> build.Results:
        tools = newest.ensure()
        variables = {**prepared.variables, "CUDACXX": str(tools.nvcc)}
        changed = replace(prepared, variables=variables, first_on_path=str(tools.folder))
        build.configure(changed, "test", folder, [f"-DCMAKE_CXX_COMPILER={path}", "-G", "Ninja"])
        build.build(changed, folder)
        return build.run_tests(changed, folder, selection)

    return Leg(f"newest CMake and nvcc, {path}, Ninja ({_relative(folder)})", run, folder)


def _relative(folder: Path) -> str:
    return str(folder.relative_to(ROOT))


def note_tested(legs: Sequence[Leg]) -> None:
    """Keeps which tools whole parts were run with, and how that went; a build that failed, too."""
    device = gpu.probe()[0] or "none"
    for leg in legs:
        if leg.folder is None or not (leg.folder / "CMakeCache.txt").exists():
            continue
        counts = {"passed": leg.results.passed, "failed": len(leg.results.failed)}
        counts["skipped"] = len(leg.results.skipped)
        error = "does not build" if leg.error else ""
        tested.note({**tested.describe(leg.folder), "gpu": device, **counts, "error": error})


def _print_summary(prepared: Prepared, legs: Sequence[Leg]) -> None:
    console.headline("summary")
    print(f"  GPU: {prepared.gpu}")
    for leg in legs:
        results = leg.results
        counts = f"{results.passed} passed, {len(results.failed)} failed, {len(results.skipped)} skipped"
        verdict = "ok    " if leg.ok else "FAILED"
        outcome = leg.error.splitlines()[0] if leg.error else counts
        print(f"  {verdict} {leg.name}: {outcome}, {leg.seconds:.0f} s")
        for name in results.failed:
            print(f"           failed: {name}")
    _print_skips(legs)
    bad = [leg for leg in legs if not leg.ok]
    total = sum(leg.results.passed for leg in legs)
    print(f"FAILED: {len(bad)} of {len(legs)} parts." if bad else f"All {total} checks passed.", flush=True)


def _print_skips(legs: Sequence[Leg]) -> None:
    """Each reason once, with how many tests it kept from running."""
    reasons: dict[str, list[str]] = {}
    for leg in legs:
        for name, reason in leg.results.skipped.items():
            reasons.setdefault(reason, []).append(name)
    for reason, names in sorted(reasons.items()):
        print(f"  skipped {len(names)}: {reason} (first: {names[0]})")
