"""Recorded cases: sources, and what nvcc wrote about them, in golden/ and errors/."""

from __future__ import annotations

import json
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent
RECORDED_AT = "/project/"


def case_names(folder: str) -> list[str]:
    return sorted(path.parent.name for path in (HERE / folder).glob("*/case.json"))


class RecordedCase:
    """`library`, `sources` and changes to the job from case.json."""

    def __init__(self, folder: str, name: str) -> None:
        self.directory = HERE / folder / name
        settings = json.loads((self.directory / "case.json").read_text())
        self.library: str = settings["library"]
        self.sources: list[str] = settings["sources"]
        self.options: list[str] = settings.get("options", [])
        self.architecture: str = settings.get("architecture", "compute_75")
        self.changes: dict[str, object] = settings.get("job", {})

    def unpack(self, to: pathlib.Path) -> pathlib.Path:
        """A copy of the inputs, as they were when nvcc ran: the debug records name the files of the copy."""
        directory = to / "inputs"
        shutil.copytree(self.directory / "inputs", directory)
        for debug in directory.rglob("*.debug.ptx"):
            debug.write_text(debug.read_text().replace(f'"{RECORDED_AT}', f'"{directory}/'))
        return directory
