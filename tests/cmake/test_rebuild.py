"""Which commands a change runs, counted from the build tool's own log, under each generator."""

import os

import pytest
from cmake_project import Project, copy_project, files, generators, kinds, replace

DEVICE_PASSES = {"device": 1, "debug": 1, "generate": 1}
NO_USER_SOURCE = {**DEVICE_PASSES, "compile": 1, "archive": 1, "link": 1}


@pytest.fixture(scope="module", params=generators(always=("Ninja", "Unix Makefiles")))
def project(request, tmp_path_factory):
    """The project, built once a generator; each test changes something and builds again."""
    folder = tmp_path_factory.mktemp("rebuild")
    project = Project(copy_project("rebuild", folder / "source"), folder / "build", request.param)
    project.configure()
    assert kinds(project.build()) == {
        "device": 2, "debug": 2, "generate": 1, "compile": 3, "archive": 1, "link": 1,
    }  # fmt: skip
    return project


@pytest.fixture(autouse=True)
def build_is_settled(project):
    """Before and after each test, a build has nothing to do."""
    assert project.build() == []
    yield
    assert project.build() == []


def touch(path):
    os.utime(path)


def test_body_of_a_kernel(project):
    replace(project.source / "scale.cu", "values[i] * FACTOR", "FACTOR * values[i] + 1.0f")
    commands = project.build()
    assert kinds(commands) == NO_USER_SOURCE
    assert files(commands, "device") == files(commands, "debug") == ["scale.cu"]
    assert files(commands, "compile") == ["kernels.cpp"]
    assert files(commands, "link") == ["app"]


def test_comment_in_a_body(project):
    replace(project.source / "scale.cu", "may reach past", "can reach past")
    assert kinds(project.build()) == DEVICE_PASSES


def test_kernel_moved_down_its_file(project):
    replace(project.source / "scale.cu", '#include "factor.hpp"\n', '#include "factor.hpp"\n\n\n\n')
    assert kinds(project.build()) == DEVICE_PASSES


def test_host_file(project):
    touch(project.source / "other.cpp")
    commands = project.build()
    assert kinds(commands) == {"compile": 1, "link": 1}
    assert files(commands, "compile") == ["other.cpp"]


def test_device_header_that_changes_the_code(project):
    replace(project.source / "factor.hpp", "2.0f", "3.0f")
    commands = project.build()
    assert kinds(commands) == NO_USER_SOURCE
    assert files(commands, "device") == files(commands, "debug") == ["scale.cu"]


def test_device_header_that_changes_nothing(project):
    touch(project.source / "factor.hpp")
    assert kinds(project.build()) == DEVICE_PASSES


def test_signature(project):
    replace(project.source / "shift.cu", "float amount", "double amount")
    commands = project.build()
    assert files(commands, "device") == files(commands, "debug") == ["shift.cu"]
    assert files(commands, "compile") == ["kernels.cpp", "main.cpp"]


def test_build_settings(project):
    """Another architecture compiles every kernel again, and what holds their code; no user source."""
    project.configure("-DCMAKE_CUDA_ARCHITECTURES=80")
    try:
        commands = project.build()
    finally:
        project.configure("-DCMAKE_CUDA_ARCHITECTURES=75")
        project.build()
    assert kinds(commands) == {**NO_USER_SOURCE, "device": 2, "debug": 2}


def test_configuring_again(project):
    project.configure()
    assert project.build() == []


def test_broken_kernel_then_mended(project):
    """nvcc's error points into the user's file, nothing is generated from it, and mending is enough."""
    source = project.source / "shift.cu"
    text = source.read_text()
    source.write_text(text.replace("values[i] + amount;", "values[i] + nothing;"))
    assert project.try_build().returncode != 0
    assert f'{source}(4): error: identifier "nothing" is undefined' in project.log
    assert "generate" not in kinds(project.commands())
    source.write_text(text)
    assert kinds(project.build())["generate"] == 1
