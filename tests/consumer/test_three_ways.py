"""The same consumer project, with GpuKernels taken in by each of CMake's ways, runs right on the emulator."""

import shutil

import pytest
from cmake_project import CONSUMERS, Project

PROGRAMS = ("vector_app", "both_app")


@pytest.mark.parametrize(
    ("way", "generator"),
    [
        ("add_subdirectory", "Ninja"),
        ("FetchContent", "Unix Makefiles"),
        ("find_package", "Ninja"),
        pytest.param("find_package", "Ninja Multi-Config", marks=pytest.mark.matrix),
    ],
)
def test_consumer(tmp_path, package, emulator, way, generator):
    source = tmp_path / "source"
    shutil.copytree(CONSUMERS / "project", source)
    settings = {"WAY": way, "GpuKernels_BUILD_EMULATOR": "OFF"}
    driver = emulator
    if way == "find_package":
        settings["CMAKE_PREFIX_PATH"] = str(package)
        driver = "emulator"  # the package knows where its own is
    project = Project(source, tmp_path / "build", generator, settings)
    project.configure()
    project.build()
    for program in PROGRAMS:
        done = project.run(
            str(
                project.build_directory
                / "apps"
                / project.program(program).relative_to(project.build_directory)
            ),
            environment={"GPU_DRIVER": driver},
        )
        assert done.returncode == 0, done.stdout
        assert f"{program}: right" in done.stdout
    assert project.build() == []
