"""Shared by the generator's tests: where the package is, how to make and run a job."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "generator"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from job_file import write_job  # noqa: E402

# A busy machine is no fault of the code: the suites have time limits of their own.
settings.register_profile("generator", deadline=None, print_blob=False)
settings.load_profile("generator")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="write what the generator says now to golden/"
    )


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))


@pytest.fixture
def make_job(tmp_path: pathlib.Path) -> Callable[..., pathlib.Path]:
    """Writes a job file for sources below a directory whose PTX texts stand beside them; returns its path."""

    def make(directory: pathlib.Path, library: str, sources: list[str], **changes: Any) -> pathlib.Path:
        return write_job(tmp_path / "job.json", directory, library, sources, tmp_path / "out", **changes)

    return make
