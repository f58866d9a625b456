"""What the consumer tests share: an installed package, and projects that run on the emulator."""

import shutil
from pathlib import Path

import pytest
from cmake_project import REPOSITORY, Project, install, setting


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """GpuKernels installed, then moved: a package must not know where it was built or installed first."""
    folder = tmp_path_factory.mktemp("package")
    build = setting("BUILD", "")
    project = Project(REPOSITORY, Path(build) if build else folder / "build")
    if not build:
        project.configure(
            "-DCMAKE_BUILD_TYPE=Release", "-DGpuKernels_BUILD_TESTS=OFF", "-DGpuKernels_BUILD_SAMPLES=OFF"
        )
        project.build()
    install(project.build_directory, folder / "first")
    shutil.move(folder / "first", folder / "moved here")
    return folder / "moved here"


@pytest.fixture(scope="session")
def emulator(package):
    """The emulator, for builds that leave it out because it takes long to compile."""
    return str(next(package.glob("lib*/**/libgpu_emulator.so")))
