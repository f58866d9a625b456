"""Of several architectures in an image, the one that suits the device best is run."""

import pytest
from cmake_project import Project, copy_project

RUNS = [
    ("PTX", "75;90;100", "which: 900"),
    ("FATBIN", "80-virtual;90-real", "which: 1"),  # the emulator runs PTX: machine code is for GPUs
]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("choice")
    return Project(copy_project("images", folder / "source"), folder / "build", "Ninja")


@pytest.mark.parametrize(("image", "architectures", "expected"), RUNS)
def test_on_the_emulator(project, emulator, image, architectures, expected):
    project.configure(f"-DARCHITECTURES={architectures}", f"-DIMAGE={image}")
    project.build()
    done = project.run(str(project.program("app")), environment={"GPU_DRIVER": emulator})
    assert (done.returncode, done.stdout.strip()) == (0, expected)


def test_machine_code_alone_on_the_emulator(project, emulator):
    project.configure("-DARCHITECTURES=90-real", "-DIMAGE=FATBIN")
    project.build()
    done = project.run(str(project.program("app")), environment={"GPU_DRIVER": emulator})
    assert done.returncode != 0
    assert "CUDA_ERROR_NO_BINARY_FOR_GPU" in done.stdout and "PTX" in done.stdout, done.stdout
