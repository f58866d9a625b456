"""What device code takes from targets: by LINK_LIBRARIES of the call, and by commands on <name>_device."""

import re

import pytest
from cmake_project import Project, copy_project, generators, kinds, replace

AFTER = """
target_compile_definitions(kernels_device PRIVATE LATER=1)
target_compile_options(kernels_device PRIVATE -use_fast_math)
target_include_directories(kernels_device PRIVATE later)
add_library(linked INTERFACE)
target_compile_definitions(linked INTERFACE FROM_LINKED=1)
target_include_directories(linked INTERFACE linked)
target_link_libraries(kernels_device PRIVATE linked)
"""
BEFORE = """
add_library(deeper INTERFACE)
target_compile_definitions(deeper INTERFACE FROM_DEEPER=1)
target_include_directories(deeper INTERFACE deeper)
add_library(settings INTERFACE)
target_link_libraries(settings INTERFACE deeper)
target_compile_definitions(settings INTERFACE FROM_SETTINGS=1)
target_compile_options(
  settings INTERFACE -Wall -Wextra -fno-strict-aliasing -march=x86-64 -pthread -g3 -std=gnu++20 -pedantic
  "$<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>"
)
"""
SOURCE = """
#include <from_deeper.hpp>
#include <from_later.hpp>
#include <from_linked.hpp>
#if !LATER || !FROM_LINKED || !FROM_DEEPER || !FROM_SETTINGS
#error "a definition is missing"
#endif
extern "C" __global__ void scale(float* values) { values[threadIdx.x] *= 2.0f; }
"""


def make(tmp_path, generator):
    project = Project(copy_project("rebuild", tmp_path / "source"), tmp_path / "build", generator)
    lists = project.source / "CMakeLists.txt"
    call = "gpu_add_kernel_library(kernels SOURCES scale.cu shift.cu)"
    replace(lists, call, f"{BEFORE}{call[:-1]} LINK_LIBRARIES settings){AFTER}")
    for folder in ("deeper", "later", "linked"):
        (project.source / folder).mkdir()
        (project.source / folder / f"from_{folder}.hpp").write_text(f"#pragma once\n// {folder}\n")
    (project.source / "scale.cu").write_text(SOURCE)
    project.configure()
    return project


@pytest.mark.parametrize("generator", generators(always="Unix Makefiles"))
def test_both_passes_see_them(tmp_path, generator):
    project = make(tmp_path, generator)
    commands = project.build("kernels_codegen")
    assert kinds(commands) == {"device": 2, "debug": 2, "generate": 1}  # and nothing of the host's
    lines = [line for line in project.log.splitlines() if re.search(r"\bnvcc\b.* -ptx ", line)]
    for line in lines:
        assert "-use_fast_math" in line
        assert ("-lineinfo" in line) == (" -G " not in line), line
        assert not re.search(r" -(Wall|Wextra|fno-|march|pthread|g3|pedantic|std=gnu)", line), line
    project.build()
    assert project.build() == []
    assert " -Wextra " in project.succeed(
        "cmake", "--build", project.build_directory, "--clean-first", "--verbose"
    )  # those who link the library have them


def test_a_header_of_a_linked_target_is_tracked(tmp_path):
    project = make(tmp_path, "Ninja")
    project.build()
    (project.source / "linked" / "from_linked.hpp").write_text("#pragma once\n// linked, edited\n")
    assert kinds(project.build()) == {"device": 1, "debug": 1, "generate": 1}
