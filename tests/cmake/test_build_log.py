"""What the other tests count with: the commands in a build's log. A rule of any kind is seen when it runs."""

import pytest
from cmake_project import GENERATORS, Project

ALWAYS = "add_custom_target(always ALL COMMAND {command} VERBATIM)"
ONCE = """
add_custom_command(OUTPUT made COMMAND ${CMAKE_COMMAND} -E touch made)
add_custom_target(once ALL DEPENDS made)
"""


def make(folder, generator, *lines):
    folder.joinpath("CMakeLists.txt").write_text(
        "\n".join(["cmake_minimum_required(VERSION 3.25)", "project(log LANGUAGES NONE)", *lines, ""])
    )
    project = Project(folder, folder / "build", generator, seeded=False)
    project.settings = {}
    project.configure()
    return project


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("command", ["sh -c true", "${CMAKE_COMMAND} -E touch stamp", "python3 -c pass"])
def test_a_rule_that_always_runs_is_seen(tmp_path, generator, command):
    project = make(tmp_path, generator, ALWAYS.format(command=command))
    project.build()
    assert [one.kind for one in project.build()] == ["other"]


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_rule_that_ran_is_seen_once(tmp_path, generator):
    project = make(tmp_path, generator, ONCE)
    assert [one.kind for one in project.build()] == ["other"]
    assert project.build() == []


@pytest.mark.parametrize("generator", GENERATORS)
def test_configuring_in_the_build_is_seen(tmp_path, generator):
    project = make(tmp_path, generator, ONCE)
    project.build()
    project.source.joinpath("CMakeLists.txt").touch()
    assert "other" in [one.kind for one in project.build()]
