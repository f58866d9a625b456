"""Compiled templates are kept between runs, and nothing depends on their being there."""

from __future__ import annotations

import os
import subprocess
import sys

import jinja2
import pytest
from conftest import ROOT
from gpu_kernels import compiled_templates
from gpu_kernels.compiled_templates import CompiledTemplates
from recorded_case import RecordedCase


@pytest.fixture
def run(tmp_path, make_job):
    """Runs the generator in a process whose compiled files go to a folder of the test; returns the header."""
    case = RecordedCase("golden", "vector_add")
    job = make_job(case.unpack(tmp_path), "vector_add", case.sources)
    header = tmp_path / "out" / "vector_add.hpp"

    def run_once(**environment: str) -> str:
        header.unlink(missing_ok=True)
        kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        kept |= {"PYTHONPATH": str(ROOT / "generator"), "PYTHONPYCACHEPREFIX": str(tmp_path / "kept")}
        command = [sys.executable, "-m", "gpu_kernels", "generate", "--job", str(job)]
        subprocess.run(command, env={**kept, **environment}, check=True)
        return header.read_text()

    return run_once


def test_templates_are_compiled_once(run, tmp_path) -> None:
    first = run()
    compiled = {path: path.stat().st_mtime_ns for path in (tmp_path / "kept").rglob("*.jinja*")}
    assert len(compiled) == 5
    assert run() == first
    assert {path: path.stat().st_mtime_ns for path in compiled} == compiled


def test_a_damaged_compiled_template_is_made_anew(run, tmp_path) -> None:
    first = run()
    for path in (tmp_path / "kept").rglob("*.jinja*"):
        path.write_bytes(path.read_bytes()[: len(path.read_bytes()) // 2])
    assert run() == first


@pytest.mark.parametrize("changed", ["Jinja2", "settings", "source"])
def test_all_that_decides_on_the_code_is_compared(monkeypatch, tmp_path, changed) -> None:
    """Else an upgrade of Jinja2, or an option of the rendering, would go on with the old code."""
    before = CompiledTemplates().get_source_checksum("text")
    if changed == "Jinja2":
        monkeypatch.setattr(jinja2, "__version__", "0")
    elif changed == "settings":
        (tmp_path / "render.py").write_text("trim_blocks=False")
        monkeypatch.setattr(compiled_templates, "_SETTINGS", str(tmp_path / "render.py"))
    assert CompiledTemplates().get_source_checksum("text" + "s" * (changed == "source")) != before


def test_nothing_is_kept_where_python_must_not(run, tmp_path) -> None:
    assert run(PYTHONDONTWRITEBYTECODE="1")
    assert not (tmp_path / "kept").exists()


def test_a_folder_that_cannot_be_written_does_not_matter(run, tmp_path) -> None:
    (tmp_path / "kept").write_text("a file where the folder should be")
    assert run()
