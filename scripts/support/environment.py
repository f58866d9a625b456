"""The project's virtual environment: made, checked, and filled with pinned, hash-checked wheels."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from . import console, packages, process, state
from .repository import REQUIREMENTS, ROOT, VIRTUAL_ENVIRONMENT

PYTHON = VIRTUAL_ENVIRONMENT / "bin" / "python"
# Settings of a user's own that would send wheels elsewhere than into the virtual environment.
HARMFUL_SETTINGS = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
VENV_PACKAGE = "python3-venv"
PIP_OPTIONS = (
    "--require-hashes",
    "--only-binary=:all:",
    "--no-deps",  # the files list everything
    "--progress-bar=off",
    "--retries=2",
    "--no-input",
    "--disable-pip-version-check",
)
UNREACHABLE = re.compile(
    r"failed to establish a new connection|name resolution|network is unreachable|max retries|timed out"
    r"|connection (refused|reset|aborted)|proxyerror|sslerror"
    r"|could not find a version|no matching distribution",
    re.IGNORECASE,
)


def ensure() -> dict[str, Any]:
    """Makes the virtual environment unless a whole one is there. Returns its recorded state."""
    found = state.load()
    reason = _why_unusable(found)
    if reason:
        if VIRTUAL_ENVIRONMENT.exists():
            console.note(f".venv is remade: {reason}")
            _remove()
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        found = {"python": version, "folder": str(VIRTUAL_ENVIRONMENT), "requirements": {}}
        _make()
        state.save(found)
    return found


def install(found: dict[str, Any], name: str, size: str) -> bool:
    """Installs `requirements/<name>.txt` unless exactly that is there. Returns whether it had to."""
    requirements = REQUIREMENTS / f"{name}.txt"
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if found["requirements"].get(name) == digest:
        return False
    # Recorded first: a set-up that dies in pip leaves an environment that the next one does not trust.
    state.save({**found, "installing": name})
    with console.working(f"installing wheels of requirements/{name}.txt ({size})"):
        status, output = process.captured(
            [*_pip(), "install", *PIP_OPTIONS, "-r", str(requirements)],
            environment=clean_environment(),
            timeout=3600,
        )
    if status != 0:
        # pip downloads everything before it installs anything: a failed download breaks nothing.
        if "Installing collected packages" not in output:
            state.save(found)
        raise console.ScriptError(_explain(name, output))
    found["requirements"][name] = digest
    state.save(found)
    return True


def missing_packages() -> list[str]:
    """Debian keeps parts of Python's venv module in a package of its own."""
    return [VENV_PACKAGE] if not state.load() and _lacks_venv() else []


def site_packages() -> Path:
    """Where the wheels of the virtual environment lie."""
    return next((VIRTUAL_ENVIRONMENT / "lib").glob("python3.*/site-packages"))


def clean_environment() -> dict[str, str]:
    """This process's environment without what would lead pip astray; index, proxy and certificates stay."""
    kept = {name: value for name, value in os.environ.items() if name not in HARMFUL_SETTINGS}
    return {**kept, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"}


def _why_unusable(found: dict[str, Any]) -> str:
    if not found:
        return "it is half made, or made by another version of these scripts"
    if "installing" in found:
        return f"an earlier set-up was interrupted while it installed requirements/{found['installing']}.txt"
    if found["folder"] != str(VIRTUAL_ENVIRONMENT):
        return f"it was made in another folder, {found['folder']}"
    question = "import sys; print('%d.%d' % sys.version_info[:2])"
    status, output = process.captured([PYTHON, "-I", "-c", question])
    if status != 0:
        return "its Python does not start"
    version = output.strip()
    if version != found["python"]:
        return f"it was made for Python {found['python']}, which is now Python {version}"
    return ""


def _remove() -> None:
    try:
        if VIRTUAL_ENVIRONMENT.is_dir() and not VIRTUAL_ENVIRONMENT.is_symlink():
            shutil.rmtree(VIRTUAL_ENVIRONMENT)
        else:
            VIRTUAL_ENVIRONMENT.unlink()
    except OSError as error:
        raise console.ScriptError(
            f"cannot remove {VIRTUAL_ENVIRONMENT.relative_to(ROOT)}: {error}"
        ) from error


def _make() -> None:
    if _lacks_venv():
        packages.install([VENV_PACKAGE])
    arguments = [] if _has_module("ensurepip") else ["--without-pip"]
    status, output = process.captured(
        [sys.executable, "-m", "venv", *arguments, VIRTUAL_ENVIRONMENT],
        environment=clean_environment(),
        timeout=600,
    )
    if status != 0:
        raise console.ScriptError(f"cannot make the virtual environment .venv:\n{process.last_lines(output)}")


def _lacks_venv() -> bool:
    return not _has_module("ensurepip") and not _has_usable_pip()


def _has_module(name: str) -> bool:
    return process.captured([sys.executable, "-c", f"import {name}"])[0] == 0


def _has_usable_pip() -> bool:
    """Whether this Python's own pip can install into another environment (`--python`, pip 22.3)."""
    status, output = process.captured([sys.executable, "-m", "pip", "--version"])
    match = re.match(r"pip (\d+)\.(\d+)", output)
    return status == 0 and match is not None and (int(match[1]), int(match[2])) >= (22, 3)


def _pip() -> list[str]:
    if (VIRTUAL_ENVIRONMENT / "bin" / "pip").exists():
        return [str(PYTHON), "-m", "pip"]
    return [sys.executable, "-m", "pip", "--python", str(PYTHON)]


def _explain(name: str, output: str) -> str:
    if "DO NOT MATCH THE HASHES" in output:
        why = "a wheel is not the one that is pinned by its hash; it was not installed"
    elif "No space left" in output:
        why = "the disk is full"
    elif UNREACHABLE.search(output):
        why = (
            "the Python package index cannot be reached, or has no such wheel for this Python and machine. "
            "Is this machine offline?\n  Go online and run this again, or name a mirror (PIP_INDEX_URL), "
            "or a folder that holds the wheels (PIP_NO_INDEX=1 PIP_FIND_LINKS=<folder>)"
        )
    else:
        why = "pip failed"
    errors = "\n".join(line for line in output.splitlines() if line.startswith("ERROR")) or output
    return (
        f"cannot install the wheels of requirements/{name}.txt: {why}.\n"
        f"  pip said:\n{process.last_lines(errors, 6)}"
    )
