"""Every formatter and linter of the project, each with the files it looks after."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import build, console, house_rules, process
from .preparation import Prepared
from .repository import ROOT, VIRTUAL_ENVIRONMENT

BIN = VIRTUAL_ENVIRONMENT / "bin"
# Written by the generator, or odd or broken on purpose: their text is not ours to format.
NOT_OURS = re.compile(r"^tests/generator/(golden|errors|varied|corpus)/|^tests/cmake/misuse/cases/|/records/")
ENTRY_SCRIPTS = frozenset(("scripts/setup", "scripts/demo", "scripts/test", "scripts/lint"))
NAMES = ("clang-format", "clang-tidy", "gersemi", "ruff check", "ruff format", "codespell", "house rules")


def run(prepared: Prepared, *, fix: bool, tidy: bool) -> list[str]:
    """Runs all linters and prints what they find. Returns the names of those that are not content."""
    files = tracked_files()
    checks: dict[str, Callable[[], bool]] = {
        "clang-format": lambda: _clang_format(files, fix),
        "gersemi": lambda: _gersemi(files, fix),
        "ruff check": lambda: _shown(
            [BIN / "ruff", "check", "--quiet", *(["--fix"] if fix else [])], _python(files)
        ),
        "ruff format": lambda: _shown(
            [BIN / "ruff", "format", "--quiet", *([] if fix else ["--diff"])], _python(files)
        ),
        "codespell": lambda: _shown([BIN / "codespell", *(["--write-changes"] if fix else [])], _text(files)),
        "house rules": lambda: house_rules.check(files),
    }
    if tidy:
        checks["clang-tidy"] = lambda: _clang_tidy(prepared, files)
    failed = []
    for name, check in checks.items():
        content = check()
        console.decided(name, "content" if content else "NOT CONTENT, see above")
        if not content:
            failed.append(name)
    return failed


def tracked_files() -> list[str]:
    """Files of the repository, new ones included, relative to its root."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout.decode("utf-8")
    return sorted(name for name in set(listing.split("\0")) if name and (ROOT / name).is_file())


def _with_suffix(files: Sequence[str], *suffixes: str) -> list[str]:
    return [name for name in files if name.endswith(suffixes) and not NOT_OURS.search(name)]


def _cpp(files: Sequence[str]) -> list[str]:
    return _with_suffix(files, ".cpp", ".hpp", ".cu", ".cuh", ".h", ".c")


def _python(files: Sequence[str]) -> list[str]:
    return [*_with_suffix(files, ".py"), *(name for name in files if name in ENTRY_SCRIPTS)]


def _text(files: Sequence[str]) -> list[str]:
    return [name for name in files if not name.startswith("requirements/") and not NOT_OURS.search(name)]


def _shown(command: Sequence, files: Sequence[str]) -> bool:
    """Runs a linter over `files`; what it says is shown. Nothing to look at is content."""
    return not files or process.shown([*command, *files], cwd=ROOT) == 0


def _clang_format(files: Sequence[str], fix: bool) -> bool:
    mode = ["-i"] if fix else ["--dry-run", "--Werror"]
    return _shown([BIN / "clang-format", "--style=file", *mode], _cpp(files))


def _gersemi(files: Sequence[str], fix: bool) -> bool:
    cmake = [
        name for name in files if name.endswith((".cmake", "CMakeLists.txt")) and not NOT_OURS.search(name)
    ]
    return _shown([BIN / "gersemi", *(["--in-place"] if fix else ["--diff", "--check"])], cmake)


def _clang_tidy(prepared: Prepared, files: Sequence[str]) -> bool:
    """Looks at what the test build compiles of the product and the samples; headers are seen through them."""
    folder = ROOT / "build" / "test"
    if not (folder / "compile_commands.json").is_file():
        build.configure(prepared, "test", folder)
    database = json.loads((folder / "compile_commands.json").read_text(encoding="utf-8"))
    commands = {entry["file"]: entry["command"] for entry in database}
    wanted = [name for name in _with_suffix(files, ".cpp") if not name.startswith(("tests/", "benchmarks/"))]
    sources = {name: commands[str(ROOT / name)] for name in wanted if str(ROOT / name) in commands}

    record = folder / "clang-tidy-content.json"
    known = set(json.loads(record.read_text(encoding="utf-8"))) if record.is_file() else set()
    surroundings = _digest_of([".clang-tidy", *_with_suffix(files, ".hpp", ".h")])
    keys = {
        name: _digest(f"{surroundings}{command}{_digest_of([name])}") for name, command in sources.items()
    }
    clean = {key for key in keys.values() if key in known}
    due = [name for name in sources if keys[name] not in clean]
    with ThreadPoolExecutor(build.JOBS) as pool:
        for name, (status, output) in zip(due, pool.map(lambda name: _tidy_one(folder, ROOT / name), due)):
            if status == 0:
                clean.add(keys[name])
                record.write_text(json.dumps(sorted(clean)), encoding="utf-8")
            else:
                print(f"clang-tidy: {name}\n{output}", flush=True)
    return len(clean) == len(sources)


def _tidy_one(folder: Path, source: Path) -> tuple[int, str]:
    # The commands are those of the compiler of the build, which may be GCC with warning options of its own.
    foreign = "--extra-arg=-Wno-unknown-warning-option"
    options = ["--quiet", "--warnings-as-errors=*", "-p", folder, foreign, *_builtin_headers()]
    command = [BIN / "clang-tidy", *options]
    return process.captured([*command, source], cwd=ROOT, timeout=600)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _digest_of(files: Sequence[str]) -> str:
    """One digest of the contents of files of the repository."""
    return _digest(
        "".join(f"{name}:{hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}" for name in files)
    )


@functools.cache
def _builtin_headers() -> tuple[str, ...]:
    """The wheel has no <stddef.h> and the like of its own; any compiler's serve, after all other folders."""
    for compiler in ("gcc", "clang"):
        status, output = process.captured([compiler, "-print-file-name=include"])
        if status == 0 and Path(output.strip()).is_dir():
            return ("--extra-arg=-idirafter", f"--extra-arg={output.strip()}")
    return ()
