"""Folders with odd names and odd places: what nvcc and CMake take, a kernel library takes."""

import os
import shutil
import stat

import pytest
from cmake_project import Project, copy_project, generators, kinds

ODD = "o d(x)+@é"
# nvcc fails on $, CMake on ; and ". CMake makes no file in a folder with #, and its Makefiles know no source
# folder with it. The others are built right, but again each time under Ninja: nvcc writes # unescaped into
# depfiles, and Ninja reads no ' and & in them, in plain C++ projects either.
HARD = ODD + "'&"
HARDEST = HARD + "#"


def build_twice(project: Project) -> None:
    project.configure()
    assert kinds(project.build())["generate"] == 1
    assert project.build() == []


@pytest.mark.parametrize(
    ("generator", "name"),
    [
        ("Ninja", ODD),
        pytest.param("Ninja Multi-Config", ODD, marks=pytest.mark.matrix),
        ("Unix Makefiles", HARD),
    ],
)
def test_odd_characters(tmp_path, generator, name):
    source = copy_project("rebuild", tmp_path / name / "source")
    project = Project(source, tmp_path / name / "build", generator)
    build_twice(project)
    os.utime(source / "factor.hpp")  # tracked by a depfile with odd names in it
    assert kinds(project.build()) == {"device": 1, "debug": 1, "generate": 1}
    header = next(project.build_directory.glob("gpu_kernels/kernels/**/kernels.hpp")).read_text()
    assert (
        "/// Multiplies each element." in header
    )  # the sources were found under the names in the debug record


def test_characters_that_ninja_or_nvcc_put_wrong_into_depfiles(tmp_path):
    source = copy_project("rebuild", tmp_path / HARDEST / "source")
    (source / "scale.cu").rename(source / f"{HARDEST}.cu")
    (source / "CMakeLists.txt").write_text(
        (source / "CMakeLists.txt").read_text().replace("SOURCES scale.cu", f'SOURCES "{HARDEST}.cu"')
    )
    project = Project(source, tmp_path / HARD / "build", "Ninja")
    project.configure()
    assert kinds(project.build())["generate"] == 1
    assert (
        "/// Multiplies each element."
        in (project.build_directory / "gpu_kernels/kernels/include/kernels.hpp").read_text()
    )


@pytest.mark.parametrize("generator", generators("Ninja", "Unix Makefiles"))
def test_source_outside_the_project(tmp_path, generator):
    source = copy_project("rebuild", tmp_path / "project" / "source")
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    for name in ("scale.cu", "factor.hpp"):
        shutil.move(source / name, outside / name)
    (source / "CMakeLists.txt").write_text(
        (source / "CMakeLists.txt")
        .read_text()
        .replace("SOURCES scale.cu", "SOURCES ../../elsewhere/scale.cu")
    )
    build_twice(Project(source, tmp_path / "build", generator))


# The places below under a plain name in every run, under odd ones in the matrix.
placed = pytest.mark.parametrize(
    ("generator", "name"),
    [
        ("Ninja", "source"),
        pytest.param("Ninja", ODD, marks=pytest.mark.matrix),
        pytest.param("Unix Makefiles", HARD, marks=pytest.mark.matrix),
    ],
)


@placed
def test_build_inside_the_source(tmp_path, generator, name):
    source = copy_project("rebuild", tmp_path / name)
    build_twice(Project(source, source / "build", generator))


@pytest.mark.matrix
def test_build_is_the_source(tmp_path):
    source = copy_project("rebuild", tmp_path / "source")
    build_twice(Project(source, source, "Unix Makefiles"))


@placed
def test_read_only_source(tmp_path, generator, name):
    source = copy_project("rebuild", tmp_path / name)
    before = sorted(path.relative_to(source) for path in source.rglob("*"))
    for path in (source, *source.rglob("*")):
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    build_twice(Project(source, tmp_path / "build", generator))
    assert sorted(path.relative_to(source) for path in source.rglob("*")) == before


@placed
def test_symlinked_source(tmp_path, generator, name):
    copy_project("rebuild", tmp_path / "real" / name)
    (tmp_path / name).symlink_to(tmp_path / "real" / name)
    project = Project(tmp_path / name, tmp_path / "build", generator)
    build_twice(project)
    os.utime(tmp_path / "real" / name / "factor.hpp")
    assert kinds(project.build()) == {"device": 1, "debug": 1, "generate": 1}
