"""What a parent project sets for its host code stays there; what it sets for device code arrives."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from cmake_project import Project, copy_project, kinds


def device_lines(log: str) -> "list[str]":
    return [line for line in log.splitlines() if re.search(r"\bnvcc\b.* -ptx ", line)]


@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_settings_of_the_parent(tmp_path, generator):
    project = Project(
        copy_project("parent", tmp_path / "source"), tmp_path / "build", generator,
        {"CMAKE_CUDA_FLAGS": "-DFROM_FLAGS -lineinfo", "CMAKE_CXX_FLAGS": "-fno-omit-frame-pointer"},
    )  # fmt: skip
    project.configure()
    project.build()
    lines = device_lines(project.log)
    assert len(lines) == 4
    for line in lines:
        assert "-use_fast_math" in line
        assert not re.search(
            r"-Wall|-Wconversion|-fsanitize|-fno-omit|-fPIC|-fvisibility|-dlto|-rdc", line
        ), line
        assert len(re.findall(r"-std=", line)) <= 1, line  # CMake leaves out nvcc's default
    assert project.run(str(project.program("app"))).returncode == 0, project.log
    assert project.build() == []


def test_compiler_launcher(tmp_path):
    """A launcher is put before each device pass; ccache hits on the second build."""
    ccache = shutil.which("ccache")
    if not ccache:
        pytest.skip("no ccache")
    project = Project(
        copy_project("rebuild", tmp_path / "source"),
        tmp_path / "build",
        "Ninja",
        {"CMAKE_CUDA_COMPILER_LAUNCHER": ccache},
    )
    cache = {"CCACHE_DIR": str(tmp_path / "cache"), "CCACHE_NOHASHDIR": "1"}
    project.configure()
    for expected in ("miss", "hit"):
        project.run("ccache", "--zero-stats", environment=cache)
        project.run("cmake", "--build", str(project.build_directory), "--clean-first", environment=cache)
        statistics = project.run("ccache", "--print-stats", environment=cache).stdout
        hits = int(re.search(r"direct_cache_hit\t(\d+)", statistics)[1]) + int(
            re.search(r"preprocessed_cache_hit\t(\d+)", statistics)[1]
        )
        assert hits == (4 if expected == "hit" else 0), statistics


def test_any_launcher(tmp_path):
    launcher = tmp_path / "launcher.py"
    launcher.write_text(
        "import subprocess, sys; print('LAUNCHED'); sys.exit(subprocess.call(sys.argv[1:]))\n"
    )
    for generator in ("Ninja", "Unix Makefiles"):
        project = Project(
            copy_project("rebuild", tmp_path / generator / "source"),
            tmp_path / generator / "build",
            generator,
            {"CMAKE_CUDA_COMPILER_LAUNCHER": f"{sys.executable};{launcher}"},
        )
        project.configure()
        commands = project.build()
        assert kinds(commands)["device"] == kinds(commands)["debug"] == 2
        assert project.log.count("LAUNCHED\n") == 4


def test_editors_see_the_device_code_once(tmp_path):
    project = Project(copy_project("rebuild", tmp_path / "source"), tmp_path / "build", "Ninja")
    project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    entries = (project.build_directory / "compile_commands.json").read_text()
    assert entries.count('scale.cu"') == 1
    assert " -G " not in entries


@pytest.mark.parametrize("config", ["Debug", "Release"])
def test_configurations_do_not_meet(tmp_path_factory, config):
    """Ninja Multi-Config: each configuration has its own files, in whatever order they are built."""
    folder = tmp_path_factory.mktemp("configs")
    project = Project(copy_project("rebuild", folder / "source"), folder / "build", "Ninja Multi-Config")
    source = project.source / "CMakeLists.txt"
    source.write_text(
        source.read_text()
        + "target_compile_definitions(kernels_device PRIVATE $<$<CONFIG:Debug>:FACTOR=8.0f>)\n"
    )
    header = project.source / "factor.hpp"
    header.write_text("#pragma once\n#ifndef FACTOR\n#define FACTOR 3.0f\n#endif\n")
    project.configure()
    other = {"Debug": "Release", "Release": "Debug"}[config]
    assert kinds(project.build(config=config))["generate"] == 1
    assert kinds(project.build(config=other))["generate"] == 1
    assert project.build(config=config) == project.build(config=other) == []
    images = {
        path.parent.name: path.read_text()
        for path in Path(project.build_directory).glob("gpu_kernels/kernels/*/*_image.hpp")
    }
    assert ("0f41000000" in images["Debug"], "0f40400000" in images["Debug"]) == (True, False)
    assert ("0f41000000" in images["Release"], "0f40400000" in images["Release"]) == (False, True)
