"""The Python that runs the generator: where none will do, the remedy fits the machine; the last one tried."""

import pytest
from cmake_project import CMAKE, REPOSITORY, Project, copy_project
from test_misuse import one_line

SCRIPT = """
include("{modules}/find_python.cmake")
set_property(GLOBAL PROPERTY GPU_KERNELS_ROOT "{root}")
_gpu_kernels_find_python()
message(STATUS "chosen: ${{GpuKernels_PYTHON_FOUND}}")
"""


def fake_python(path, answer):
    """A program that answers what the probe of find_python.cmake would print there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{path}|{answer}'\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def find(tmp_path):
    """Runs the search with one interpreter given, below a root with or without scripts/setup."""

    def found(python, with_setup=False) -> str:
        if with_setup:
            (tmp_path / "root" / "scripts").mkdir(parents=True)
            (tmp_path / "root" / "scripts" / "setup").touch()
        script = tmp_path / "find.cmake"
        script.write_text(SCRIPT.format(modules=REPOSITORY / "cmake" / "GpuKernels", root=tmp_path / "root"))
        project = Project(tmp_path, tmp_path)
        project.run(CMAKE, f"-DGpuKernels_PYTHON={python}", "-P", str(script))
        return one_line(project.log)

    return found


def test_pip_where_pip_will_do(find, tmp_path):
    python = fake_python(tmp_path / "bin" / "python3", "3.11.2||pyelftools")
    log = find(python)
    assert f"lacks pyelftools; to add: {python} -m pip install pyelftools" in log
    assert "venv" not in log


def test_virtual_environment_where_pip_refuses(find, tmp_path):
    python = fake_python(tmp_path / "bin" / "python3", "3.11.2|managed|jinja2 pyelftools")
    log = find(python)
    venv = f"{tmp_path}/.venv"
    assert f"{python} -m venv {venv} && {venv}/bin/pip install jinja2 pyelftools" in log
    assert f"-D GpuKernels_PYTHON={venv}/bin/python3" in log
    assert "-m pip install" not in log


@pytest.mark.parametrize("with_setup", [False, True])
def test_set_up_is_named_where_it_exists(find, tmp_path, with_setup):
    log = find(fake_python(tmp_path / "bin" / "python3", "3.8.0||"), with_setup)
    assert "is Python 3.8.0" in log
    assert ("scripts/setup makes a virtual environment" in log) == with_setup


def test_an_installed_package_tries_its_own_last(tmp_path, monkeypatch):
    """Where the shell's python3 lacks the packages: the Python that the package was configured with."""
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    package = Project(REPOSITORY, tmp_path / "build", "Ninja", {"GpuKernels_BUILD_EMULATOR": "OFF"})
    package.configure("-DGpuKernels_BUILD_TESTS=OFF", "-DGpuKernels_BUILD_SAMPLES=OFF")
    package.succeed(CMAKE, "--install", package.build_directory, "--prefix", tmp_path / "package")

    lacking = fake_python(tmp_path / "bin" / "python3", "3.11.2|managed|jinja2 pyelftools")
    user = Project(copy_project("installed", tmp_path / "source"), tmp_path / "user")
    user.settings = {**user.settings, "GpuKernels_PYTHON": "", "CMAKE_PREFIX_PATH": str(tmp_path / "package")}
    user.configure(f"-DCMAKE_PROGRAM_PATH={lacking.parent}")
    assert f"the generator runs under {package.settings['GpuKernels_PYTHON']}" in user.log
