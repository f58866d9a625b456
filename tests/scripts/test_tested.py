"""The README's table of what was tested is the record's; the record comes from a matrix run's build trees."""

from __future__ import annotations

import json

import pytest
from support import console, tested


def row(cmake, nvcc, cxx, passed, failed, error=""):
    tools = {"cmake": cmake, "nvcc": nvcc, "cxx": cxx, "build tool": "Ninja", "gpu": "none"}
    return {**tools, "passed": passed, "failed": failed, "error": error}


ROWS = [
    row("3.25.1", "13.0.88", "GCC 12.2.0", 7, 0),
    row("4.4.5", "13.5.37", "Clang 14.0.6", 5, 1),
    row("4.10.1", "13.5.37", "GCC 12.2.0", 0, 0, "does not build"),
]
TABLE = """\
| CMake | nvcc | C++ compiler | build tool | GPU | tests |
|---|---|---|---|---|---|
| 3.25.1 | 13.0.88 | GCC 12.2.0 | Ninja | none | 7 passed |
| 4.4.5 | 13.5.37 | Clang 14.0.6 | Ninja | none | 5 passed, 1 failed |
| 4.10.1 | 13.5.37 | GCC 12.2.0 | Ninja | none | does not build |
"""
PLACE = "before\n<!-- tested: scripts/tested --write -->\n{}<!-- end -->\nafter\n"


def test_table() -> None:
    assert tested.table(ROWS) == TABLE


def test_runs_add_up_and_the_last_with_the_same_tools_counts(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tested, "RUN", tmp_path / "build" / "tested.json")
    for found in (*reversed(ROWS), {**ROWS[0], "passed": 3, "failed": 4}, ROWS[0]):
        tested.note(found)
    assert tested.shown() == ROWS
    other = tmp_path / "other.json"
    other.write_text(json.dumps([{**ROWS[1], "gpu": "H200"}]))
    assert [found["gpu"] for found in tested.shown([other])] == ["none", "H200", "none", "none"]


def test_nothing_to_write() -> None:
    with pytest.raises(console.ScriptError, match="no run is recorded"):
        tested.write([])


def test_table_replaces_the_one_before() -> None:
    assert tested.readme_with(PLACE.format("old\n"), ROWS) == PLACE.format(TABLE)


def test_readme_without_the_place() -> None:
    with pytest.raises(console.ScriptError, match="lacks the lines"):
        tested.readme_with("nothing", ROWS)


def test_tools_of_a_build_tree(tmp_path) -> None:
    (tmp_path / "CMakeCache.txt").write_text(
        "CMAKE_CACHE_MAJOR_VERSION:INTERNAL=4\nCMAKE_CACHE_MINOR_VERSION:INTERNAL=4\n"
        "CMAKE_CACHE_PATCH_VERSION:INTERNAL=5\nCMAKE_GENERATOR:INTERNAL=Ninja Multi-Config\n"
    )
    folder = tmp_path / "CMakeFiles" / "4.4.5"
    folder.mkdir(parents=True)
    for language, kind, version in (("CXX", "GNU", "12.2.0"), ("CUDA", "NVIDIA", "13.5.37")):
        (folder / f"CMake{language}Compiler.cmake").write_text(
            f'set(CMAKE_{language}_COMPILER_ID "{kind}")\n'
            f'set(CMAKE_{language}_COMPILER_VERSION "{version}")\n'
        )
    assert tested.describe(tmp_path) == {
        "cmake": "4.4.5", "nvcc": "13.5.37", "cxx": "GCC 12.2.0", "build tool": "Ninja Multi-Config",
    }  # fmt: skip


@pytest.mark.skipif(
    not tested.RECORD.exists(), reason="skipped: no matrix run is recorded in docs/tested.json"
)
def test_the_readme_says_what_the_record_says() -> None:
    text = tested.README.read_text(encoding="utf-8")
    assert tested.readme_with(text, json.loads(tested.RECORD.read_text(encoding="utf-8"))) == text, (
        "scripts/tested --write after scripts/test --matrix makes them agree"
    )
