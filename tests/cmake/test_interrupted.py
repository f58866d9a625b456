"""A build that is killed or fails half-way leaves nothing that the next build takes for good."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cmake_project import CMAKE, Project, copy_project, generators, replace


@pytest.fixture(params=generators())
def project(request, tmp_path, monkeypatch):
    monkeypatch.setenv("HALF_WRITER_FLAG", str(tmp_path / "flag"))
    launcher = f"{sys.executable};{Path(__file__).with_name('half_writer.py')}"
    project = Project(
        copy_project("rebuild", tmp_path / "source"), tmp_path / "build", request.param,
        {"CMAKE_CUDA_COMPILER_LAUNCHER": launcher},
    )  # fmt: skip
    project.configure()
    return project


def kill_in_the_middle_of_a_device_pass(project) -> None:
    """Builds until a compiler's output is half written, then kills everything, as a lost machine would."""
    flag = Path(os.environ["HALF_WRITER_FLAG"])
    flag.touch()
    build = subprocess.Popen(
        [CMAKE, "--build", str(project.build_directory), "--config", "Debug", "-j2"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        until = time.monotonic() + 60
        while not flag.with_suffix(".written").exists():
            assert build.poll() is None, "no device pass was seen"
            assert time.monotonic() < until, "no device pass was seen"
            time.sleep(0.02)
    finally:
        os.killpg(build.pid, signal.SIGKILL)
        build.wait()
        flag.unlink()
        flag.with_suffix(".written").unlink(missing_ok=True)


def embedded(project) -> str:
    return next(project.build_directory.glob("gpu_kernels/kernels/**/kernels_image.hpp")).read_text()


def test_killed_in_a_clean_build(project):
    kill_in_the_middle_of_a_device_pass(project)
    project.build()
    image = embedded(project)
    assert "scale" in image
    assert "shift" in image
    assert project.build() == []


def test_killed_in_a_rebuild(project):
    project.build()
    replace(project.source / "scale.cu", "values[i] * FACTOR", "values[i] - FACTOR")
    kill_in_the_middle_of_a_device_pass(project)
    commands = project.build()
    assert "scale.cu" in {command.file for command in commands if command.kind == "device"}
    assert "0fC0000000" in embedded(project)
    assert project.build() == []
