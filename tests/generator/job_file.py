"""Writes job files for sources whose PTX texts stand beside them."""

from __future__ import annotations

import json
import pathlib
from typing import Any

from toolchain import TOOLKIT_INCLUDES


def write_job(
    path: pathlib.Path,
    directory: pathlib.Path,
    library: str,
    sources: list[str],
    output: pathlib.Path,
    **changes: Any,
) -> pathlib.Path:
    """A job at `path` for `sources` below `directory`, which writes into `output`; returns `path`."""
    stems = [directory / source[: -len(".cu")] for source in sources]
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
    path.write_text(json.dumps(job))
    return path
