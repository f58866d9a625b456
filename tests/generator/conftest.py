"""Shared by the generator's tests: where the package is, how to make and run a job."""

from __future__ import annotations

import json
import pathlib
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "generator"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from toolchain import TOOLKIT_INCLUDES  # noqa: E402

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
        stems = [directory / source[: -len(".cu")] for source in sources]
        output = tmp_path / "out"
        job = {
            "schema": 1,
            "name": library,
            "namespace": library,
            "header": f"{library}.hpp",
            "image": "PTX",
            "output": {
                "header": str(output / f"{library}.hpp"),
                "image": str(output / f"{library}_image.hpp"),
                "source": str(output / f"{library}.cpp"),
                "manifest": str(output / f"{library}.json"),
            },
            "base_directory": str(directory),
            "include_directories": [str(directory / "include")],
            "system_include_directories": [
                "/usr/local/cuda/targets/x86_64-linux/include",
                *TOOLKIT_INCLUDES[:1],
            ],
            "host_includes": [],
            "sources": [str(directory / source) for source in sources],
            "ptx": [[f"{stem}.ptx" for stem in stems]],
            "debug": [f"{stem}.debug.ptx" for stem in stems],
            **changes,
        }
        path = tmp_path / "job.json"
        path.write_text(json.dumps(job))
        return path

    return make
