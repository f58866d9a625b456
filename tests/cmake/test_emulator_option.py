"""GpuKernels_BUILD_EMULATOR: a build without the emulator, and when a sub-project's emulator is built."""

import json

import pytest
from cmake_project import CMAKE, CTEST, REPOSITORY, Project, copy_project


def test_the_whole_project_without_emulator(tmp_path):
    """Samples and tests configure, and run on the GPU alone."""
    project = Project(REPOSITORY, tmp_path, "Ninja", {"GpuKernels_BUILD_EMULATOR": "OFF"})
    project.configure()
    listed = project.run(CTEST, "--test-dir", str(tmp_path), "--show-only=json-v1").stdout
    names = [test["name"] for test in json.loads(listed)["tests"]]
    assert "gpu.sample_vector_add" in names
    assert not [name for name in names if name.startswith("emulator.")]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("emulator")
    project = Project(copy_project("emulator_option", folder / "source"), folder / "build")
    project.configure()
    return project


def compiles_emulator(project, target):
    """Whether a build of the target would compile the emulator; nothing is built."""
    log = project.succeed(CMAKE, "--build", project.build_directory, "--target", target, "--", "-n", "-v")
    return "/gpu_emulator.dir/" in log


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("kernels", False),
        ("app", False),
        ("gpu_tests", False),
        ("both_tests", True),
        ("gpu_emulator", True),
    ],
)
def test_what_builds_the_emulator(project, target, expected):
    assert compiles_emulator(project, target) == expected


def test_all_is_what_the_project_asks_for(project):
    assert compiles_emulator(project, "all")  # both_tests is part of it
    project.configure("-DWITH_TESTS=OFF")
    assert not compiles_emulator(project, "all")


def test_warnings_of_a_sub_project_are_the_users_choice(project):
    log = project.succeed(
        CMAKE, "--build", project.build_directory, "--target", "gpu_emulator", "--", "-n", "-v"
    )
    assert "/emulator/src/exec/launch.cpp" in log
    assert "-Wconversion" not in log
