"""The same sources in two folders, built twice, give the same bytes."""

import re
import shutil

import pytest
from cmake_project import Project, copy_project

# nvcc puts hashes, of the file's path and more, and at times its process id into what is static to a file.
HASHED = re.compile(rb"\d+(_GLOBAL__N__|_INTERNAL_)[0-9a-f]{8}_(\d+_\w+?_cu_)(?:[0-9a-f]{8}(?:_\d+)?)?")
STATIC = """
namespace {
__device__ int counter = 1;
__global__ void hidden(int* out) { *out = counter++; }
}  // namespace
"""


def make(folder, **settings):
    return Project(copy_project("images", folder / "source"), folder / "build", "Ninja", settings)


def outputs(project):
    """The generated files, images, library and program of a build."""
    project.configure()
    project.build()
    files = {
        path.relative_to(project.build_directory).as_posix(): path.read_bytes()
        for pattern in ("gpu_kernels/**/kernels*", "images/**/*.*", "app", "libkernels.a")
        for path in project.build_directory.glob(pattern)
        if path.is_file()
    }
    assert len(files) == 8
    return files


def built_twice(project):
    first = outputs(project)
    shutil.rmtree(project.build_directory)
    assert outputs(project) == first
    return first


SETTINGS = {"GpuKernels_IMAGE_DIR": "images", "CMAKE_BUILD_TYPE": "Release"}


@pytest.mark.parametrize(
    ("image", "architectures"),
    [
        pytest.param("PTX", "75", id="PTX", marks=pytest.mark.matrix),
        pytest.param("FATBIN", "75;90-real", id="FATBIN"),
    ],
)
def test_same_bytes_everywhere(tmp_path, image, architectures):
    settings = {**SETTINGS, "IMAGE": image, "ARCHITECTURES": architectures}
    here = make(tmp_path / "here", **settings)
    there = make(tmp_path / "another place" / "there", **settings)
    assert outputs(there) == built_twice(here)


@pytest.mark.matrix
def test_names_that_nvcc_hashes(tmp_path):
    """The header has none of them; elsewhere they are all that differs."""
    found = []
    for name in ("here", "there"):
        project = make(tmp_path / name, **SETTINGS, IMAGE="PTX", ARCHITECTURES="75")
        source = project.source / "other.cu"
        source.write_text(source.read_text() + STATIC)
        found.append(outputs(project))
    here, there = (
        {path: content for path, content in files.items() if path not in ("app", "libkernels.a")}
        for files in found
    )
    header = "gpu_kernels/kernels/include/kernels.hpp"
    assert here[header] == there[header]
    assert here != there
    here, there = (
        {path: HASHED.sub(rb"\1\2", content) for path, content in files.items()} for files in (here, there)
    )
    assert here == there
