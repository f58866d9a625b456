"""NVIDIA's wheels make a compiler: with no CUDA Toolkit in reach, they build a sample, and it runs.

It downloads 100 MB where pip has not got them, so it runs when asked: `scripts/test --wheels`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cmake_project import CMAKE, REPOSITORY, Project, setting
from support import cuda, environment, process

pytestmark = pytest.mark.skipif(
    not os.environ.get("GPU_KERNELS_TEST_WHEELS"),
    reason="skipped: downloads wheels; scripts/test --wheels runs it",
)


@pytest.fixture(scope="module")
def toolkit(tmp_path_factory) -> Path:
    """nvcc of the wheels that requirements/cuda.txt pins, in a virtual environment of its own."""
    with pytest.MonkeyPatch.context() as patch:
        venv = tmp_path_factory.mktemp("wheels") / ".venv"
        patch.setattr(environment, "VIRTUAL_ENVIRONMENT", venv)
        patch.setattr(environment, "ROOT", venv.parent)
        patch.setattr(environment, "PYTHON", venv / "bin" / "python")
        patch.setattr(environment.state, "VIRTUAL_ENVIRONMENT", venv)
        environment.install(environment.ensure(), "cuda", "100 MB")
        return cuda._prepare_wheels()


@pytest.fixture
def no_other_toolkit(monkeypatch) -> None:
    """Nothing of CUDA in the environment, and no nvcc on the PATH: a wrapper may lie in /usr/local/bin."""
    for name in ("CUDA_HOME", "CUDA_PATH", "CUDACXX", "LIBRARY_PATH", "CPATH", "LD_LIBRARY_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    if shutil.which("nvcc"):
        pytest.skip("skipped: nvcc lies in /usr/bin and cannot be hidden")


def test_nvcc_of_the_wheels_compiles_and_links(toolkit, no_other_toolkit):
    answer = cuda._try_out(toolkit)
    assert "why_not" not in answer, answer
    pinned = (REPOSITORY / "requirements" / "cuda.in").read_text(encoding="utf-8")
    assert f"nvidia-cuda-nvcc=={answer['version']}" in pinned


def test_nvcc_of_the_wheels_takes_everything_from_its_own_folder(toolkit, no_other_toolkit, tmp_path):
    source = tmp_path / "probe.cu"
    source.write_text(cuda.PROBE, encoding="utf-8")
    status, steps = process.captured([toolkit, "--dryrun", "-std=c++17", source, "-o", tmp_path / "probe"])
    assert status == 0, steps
    assert "/usr/local/cuda" not in steps
    assert str(toolkit.parents[1]) in steps


def test_sample_is_built_by_the_wheels_and_runs(toolkit, no_other_toolkit, tmp_path, monkeypatch):
    prefix = tmp_path / "installed"
    source = Path(shutil.copytree(REPOSITORY / "samples" / "vector_add", tmp_path / "vector_add"))
    settings = {
        "CMAKE_PREFIX_PATH": str(prefix),
        "CMAKE_CUDA_COMPILER": str(toolkit),
        "GpuKernels_SOURCE": "",
    }
    project = Project(source, source / "build", settings=settings, seeded=False)
    build = setting("BUILD", str(REPOSITORY / "build" / "test"))
    project.succeed(CMAKE, "--install", build, "--config", setting("CONFIG", "Release"), "--prefix", prefix)

    project.configure()
    project.build()

    monkeypatch.setenv("GPU_DRIVER", "emulator")
    said = subprocess.run(
        [project.program("vector_add")], text=True, stdout=subprocess.PIPE, check=True
    ).stdout
    assert said.splitlines()[-1] == "All 1048576 elements verified correct."
    assert "/usr/local/cuda" not in (project.build_directory / "build.ninja").read_text(encoding="utf-8")
