"""What a kernel library needs around it, and the error where that is missing."""

import os
import re
import shutil

import pytest
from cmake_project import Project, copy_project
from test_misuse import one_line


@pytest.fixture
def make(tmp_path):
    """Makes a project with one thing taken away."""

    def made(case: str, **settings: str) -> Project:
        return Project(
            copy_project("environment", tmp_path / "source"),
            tmp_path / "build",
            "Ninja",
            {"CASE": case, **settings},
            seeded=False,
        )

    return made


def expect(project: Project, pattern: str, *arguments: str) -> None:
    assert project.try_configure(*arguments).returncode == 1, project.log
    assert re.search(pattern, one_line(project.log)), project.log


def test_complete(make):
    project = make("complete")
    project.configure()
    assert project.build("kernels")


@pytest.mark.parametrize("case", ["not_included", "included_below"])
def test_rules_of_the_language_are_unknown_here(make, case):
    expect(
        make(case),
        r"gpu_add_kernel_library\(kernels\): CMake's CUDA rules are not known in this directory. "
        r"Say include\(GpuKernels\) or find_package\(GpuKernels\) in .*/source/CMakeLists.txt",
    )


def test_module_without_the_runtime(make):
    expect(
        make("no_runtime"),
        r"the target GpuKernels::runtime is missing. include\(GpuKernels\) alone",
    )


def test_no_cuda_compiler(make):
    """With every nvcc hidden, the error comes from the call that needs one, and says how to get one."""
    project = make("complete", CMAKE_CUDA_COMPILER="")
    folders = {str(os.path.dirname(os.path.realpath(path))) for path in [shutil.which("nvcc")] if path}
    folders |= {"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/local/bin", "/usr/bin", "/bin"}
    expect(
        project,
        r"gpu_add_kernel_library\(kernels\): no CUDA compiler was found. Set CMAKE_CUDA_COMPILER .*setup",
        f"-DCMAKE_IGNORE_PATH={';'.join(sorted(folders))}",
        "-DCMAKE_MAKE_PROGRAM=" + shutil.which("ninja"),
        "-DCMAKE_CXX_COMPILER=" + shutil.which("c++"),
    )
