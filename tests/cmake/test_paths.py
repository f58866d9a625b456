"""Folders with odd names and odd places: what nvcc and CMake take, a kernel library takes."""

import os
import shutil
import stat

import pytest
from cmake_project import Project, copy_project, kinds

ODD = "o d(x)+@é"
# nvcc fails on $, CMake on ; and ". CMake makes no file in a folder with #, and its Makefiles know no source folder with it.
# Ninja finds no way back from a depfile with ' or &, also in plain C++ projects: the build is right, but done again each time.
WITH_HASH = ODD + "#"
WITH_QUOTE = ODD + "'&"


def build_twice(project: Project) -> None:
    project.configure()
    assert kinds(project.build())["generate"] == 1
    assert project.build() == []


@pytest.mark.parametrize(
    ("generator", "source_name", "build_name"),
    [
        ("Ninja", WITH_HASH, ODD),
        ("Ninja Multi-Config", ODD, ODD),
        ("Unix Makefiles", WITH_QUOTE, WITH_QUOTE),
    ],
)
def test_odd_characters(tmp_path, generator, source_name, build_name):
    source = copy_project("rebuild", tmp_path / source_name / "source")
    project = Project(source, tmp_path / build_name / "build", generator)
    build_twice(project)
    os.utime(source / "factor.hpp")  # tracked by a depfile with odd names in it
    assert kinds(project.build()) == {"device": 1, "debug": 1, "generate": 1}


def test_quote_under_ninja(tmp_path):
    source = copy_project("rebuild", tmp_path / WITH_QUOTE / "source")
    project = Project(source, tmp_path / WITH_QUOTE / "build", "Ninja")
    project.configure()
    assert kinds(project.build())["generate"] == 1


def test_odd_name_of_a_source(tmp_path):
    source = copy_project("rebuild", tmp_path / "source")
    (source / "scale.cu").rename(source / f"{WITH_HASH}.cu")
    (source / "CMakeLists.txt").write_text(
        (source / "CMakeLists.txt").read_text().replace("SOURCES scale.cu", f'SOURCES "{WITH_HASH}.cu"')
    )
    build_twice(Project(source, tmp_path / "build", "Ninja"))


@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_source_outside_the_project(tmp_path, generator):
    source = copy_project("rebuild", tmp_path / "project" / "source")
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    for name in ("scale.cu", "factor.hpp"):
        shutil.move(source / name, outside / name)
    (source / "CMakeLists.txt").write_text(
        (source / "CMakeLists.txt").read_text().replace("SOURCES scale.cu", "SOURCES ../../elsewhere/scale.cu")
    )
    build_twice(Project(source, tmp_path / "build", generator))


def test_build_inside_the_source(tmp_path):
    source = copy_project("rebuild", tmp_path / "source")
    build_twice(Project(source, source / "build", "Ninja"))


def test_build_is_the_source(tmp_path):
    source = copy_project("rebuild", tmp_path / "source")
    build_twice(Project(source, source, "Unix Makefiles"))


def test_read_only_source(tmp_path):
    source = copy_project("rebuild", tmp_path / "source")
    before = sorted(path.relative_to(source) for path in source.rglob("*"))
    for path in (source, *source.rglob("*")):
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    build_twice(Project(source, tmp_path / "build", "Ninja"))
    assert sorted(path.relative_to(source) for path in source.rglob("*")) == before


def test_symlinked_source(tmp_path):
    copy_project("rebuild", tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    project = Project(tmp_path / "link", tmp_path / "build", "Ninja")
    build_twice(project)
    os.utime(tmp_path / "real" / "factor.hpp")
    assert kinds(project.build()) == {"device": 1, "debug": 1, "generate": 1}
