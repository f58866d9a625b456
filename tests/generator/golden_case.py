"""A golden case: inputs and what nvcc wrote about them, and the files that the generator must make of them."""

from __future__ import annotations

import json
import pathlib
import shutil

from conftest import GOLDEN

CASES = sorted(path.name for path in GOLDEN.iterdir() if (path / "case.json").exists())
RECORDED_AT = "/project/"


class GoldenCase:
    """`library`, `sources` and more from case.json; `unpack` makes a directory as it was when nvcc ran in it."""

    def __init__(self, name: str) -> None:
        self.directory = GOLDEN / name
        settings = json.loads((self.directory / "case.json").read_text())
        self.library: str = settings["library"]
        self.sources: list[str] = settings["sources"]
        self.changes: dict[str, object] = settings.get("job", {})

    def unpack(self, to: pathlib.Path) -> pathlib.Path:
        """A copy of the inputs whose debug records name the files of the copy."""
        directory = to / "inputs"
        shutil.copytree(self.directory / "inputs", directory)
        for debug in directory.rglob("*.debug.ptx"):
            debug.write_text(debug.read_text().replace(f'"{RECORDED_AT}', f'"{directory}/'))
        return directory
