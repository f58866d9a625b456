"""Each sample, copied out of the repository, builds against the installed package and passes its own tests."""

import os
import shutil

import pytest
from cmake_project import CMAKE, REPOSITORY, Project

SAMPLES = sorted(path.parent.name for path in (REPOSITORY / "samples").glob("*/CMakeLists.txt"))
CTEST = os.path.join(os.path.dirname(CMAKE), "ctest") if os.path.dirname(CMAKE) else "ctest"


@pytest.mark.parametrize("sample", SAMPLES)
def test_sample_by_itself(tmp_path, package, sample):
    shutil.copytree(REPOSITORY / "samples" / sample, tmp_path / "copied out")
    project = Project(tmp_path / "copied out", tmp_path / "build", "Ninja", {"CMAKE_PREFIX_PATH": str(package)})
    project.configure("-DCMAKE_BUILD_TYPE=Release")
    project.build()
    done = project.run(
        CTEST, "--test-dir", str(project.build_directory), "--output-on-failure", "--no-tests=error",
        environment={"GPU_DRIVER": "emulator"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
