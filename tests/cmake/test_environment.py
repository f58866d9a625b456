"""What a kernel library needs around it, and the error where that is missing."""

import os
import re
import shutil

import pytest
from cmake_project import CMAKE, REPOSITORY, Project, copy_project, setting
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


def test_called_in_a_function(make):
    """The call may stand in a function, as long as the languages are known outside of it."""
    make("called_in_function").configure()


@pytest.mark.parametrize("case", ["not_included", "included_below", "in_function", "in_block"])
def test_rules_of_the_language_are_unknown_here(make, case):
    expect(
        make(case),
        r"gpu_add_kernel_library\(kernels\): CMake's CUDA rules are not known in this directory. "
        r"Say include\(GpuKernels\) or find_package\(GpuKernels\) in .*/source/CMakeLists.txt",
    )


def test_rules_of_cxx_are_unknown_here(make):
    project = make("no_cxx")
    expect(
        project,
        r"gpu_add_kernel_library\(kernels\): CMake's C\+\+ rules are not known in this directory.* "
        r"Say project\(... LANGUAGES CXX\) or enable_language\(CXX\) in .*/source/CMakeLists.txt",
    )
    assert project.log.count("CMake Error") == 1, project.log


# What stands for an nvcc that cannot be one: its text ("" for a folder, None for nothing), and the complaint.
NO_COMPILERS = {
    "missing": (None, "which cannot be run: [Nn]o such file or directory"),
    "folder": ("", "which cannot be run: "),
    "broken": (
        "#!/bin/sh\necho cannot open libtoolkit; exit 3\n",
        "which does not run: .* ends with status 3 and says 'cannot open libtoolkit'",
    ),
    "other": (
        "#!/bin/sh\necho g++ 12.2.0\necho more\n",
        "which is no CUDA compiler: .* --version says 'g\\+\\+ 12.2.0'",
    ),
}


@pytest.mark.parametrize("source", ["CMAKE_CUDA_COMPILER", pytest.param("CUDACXX", marks=pytest.mark.matrix)])
@pytest.mark.parametrize("case", NO_COMPILERS)
def test_compiler_that_does_not_run(make, tmp_path, monkeypatch, case, source):
    text, complaint = NO_COMPILERS[case]
    program = tmp_path / "given nvcc"
    if text:
        program.write_text(text)
        program.chmod(0o755)
    elif text == "":
        program.mkdir()
    if source == "CUDACXX":
        monkeypatch.setenv("CUDACXX", f"'{program}' -ccbin g++")
    project = make("complete", CMAKE_CUDA_COMPILER=str(program) if source != "CUDACXX" else "")
    expect(project, rf"{source} is .*given nvcc.*, {complaint}.*-D CMAKE_CUDA_COMPILER=/path/to/nvcc")
    assert project.log.count("CMake Error") == 1, project.log


def test_module_without_the_runtime(make):
    expect(
        make("no_runtime"),
        r"the target GpuKernels::runtime is missing. include\(GpuKernels\) alone",
    )


@pytest.mark.parametrize(("versions", "chosen"), [((11.8, 12.4), 1), ((11.8,), 0), ((13.0, 12.4), 0)])
def test_an_old_nvcc_stands_back(tmp_path, monkeypatch, versions, chosen):
    """An nvcc that is too old is taken only where there is no other, so that the error can name it."""
    programs = [tmp_path / f"cuda-{version}" / "nvcc" for version in versions]
    for program, version in zip(programs, versions):
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\necho Cuda compilation tools, release {version}, V{version}.89\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(str(program.parent) for program in programs))
    for name in ("CUDACXX", "CUDA_PATH", "CUDA_HOME"):
        monkeypatch.delenv(name, raising=False)
    script = tmp_path / "find.cmake"
    script.write_text(
        # Nothing is looked for but on this PATH.
        "set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH OFF)\n"
        "set(CMAKE_IGNORE_PATH /usr/local/cuda/bin /opt/cuda/bin)\n"
        f'include("{REPOSITORY}/cmake/GpuKernels/find_cuda.cmake")\n'
        "_gpu_kernels_find_cuda(has_cuda)\n"
        'message(STATUS "chosen: ${has_cuda} ${CMAKE_CUDA_COMPILER}")\n'
    )
    project = Project(tmp_path, tmp_path)
    project.run(shutil.which(CMAKE, path=os.defpath) or CMAKE, "-P", str(script))
    assert f"chosen: ON {programs[chosen]}" in project.log


def test_no_cuda_compiler(make, monkeypatch):
    """With every nvcc hidden, the error comes from the call that needs one, and says how to get one."""
    for variable in ("CUDACXX", "CUDA_PATH", "CUDA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    project = make("complete", CMAKE_CUDA_COMPILER="")
    programs = [path for path in (shutil.which("nvcc"), setting("NVCC", "")) if path]
    folders = {os.path.dirname(path) for one in programs for path in (one, os.path.realpath(one))}
    folders |= {"/usr/local/cuda/bin", "/opt/cuda/bin", "/usr/local/bin", "/usr/bin", "/bin"}
    expect(
        project,
        r"gpu_add_kernel_library\(kernels\): no CUDA compiler was found. Set CMAKE_CUDA_COMPILER .*setup",
        f"-DCMAKE_IGNORE_PATH={';'.join(sorted(folders))}",
        "-DCMAKE_MAKE_PROGRAM=" + shutil.which("ninja"),
        "-DCMAKE_CXX_COMPILER=" + shutil.which("c++"),
    )
