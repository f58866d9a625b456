"""What a parent project sets for its host code stays there; what it sets for device code arrives."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from cmake_project import CMAKE, Project, copy_project, generators, kinds, setting


def device_lines(log: str) -> "list[str]":
    return [line for line in log.splitlines() if re.search(r"\bnvcc\b.* -ptx ", line)]


# A C++ compiler that nvcc has never heard of: it refuses what nvcc would have it preprocess or compile.
STRANGE_COMPILER = """#!/bin/sh
case "$*" in *__CUDACC__*) echo "nvcc ran the project's compiler" >&2; exit 1 ;; esac
exec {compiler} "$@"
"""


@pytest.fixture(params=["g++", "clang++", "strange"])
def compiler(request, tmp_path):
    """A C++ compiler of the project: one of each kind that is there, and one that nvcc does not support."""
    if request.param == "strange":
        path = tmp_path / "strange c++"
        path.write_text(STRANGE_COMPILER.format(compiler=setting("CXX", "c++")))
        path.chmod(0o755)
        return str(path)
    found = shutil.which(request.param)
    if not found:
        pytest.skip(f"no {request.param}")
    return found


@pytest.mark.parametrize("generator", generators("Ninja", "Unix Makefiles"))
def test_settings_of_the_parent(tmp_path, generator, compiler):
    project = Project(
        copy_project("parent", tmp_path / "source"), tmp_path / "build", generator,
        {"CMAKE_CUDA_FLAGS": "-DFROM_FLAGS -lineinfo", "CMAKE_CXX_FLAGS": "-fno-omit-frame-pointer",
         "CMAKE_CXX_COMPILER": compiler},
        seeded=False,
    )  # fmt: skip
    project.configure()
    project.build()
    assert "incompatible redefinition" not in project.log
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


# name: (CMAKE_CUDA_STANDARD, arguments of the call, lines after it, the standard of every pass)
STANDARDS = {
    "unset": ("", "", "", 20),
    "variable": ("17", "", "", 17),
    "feature": ("17", "COMPILE_FEATURES cxx_std_20", "", 20),
    "lower_feature": ("20", "COMPILE_FEATURES cuda_std_17", "", 17),
    "property": ("17", "", "set_property(TARGET property_device PROPERTY CUDA_STANDARD 20)", 20),
    "lower_property": ("", "", "set_property(TARGET lower_property_device PROPERTY CUDA_STANDARD 17)", 17),
    "later_feature": ("14", "", "target_compile_features(later_feature_device PRIVATE cuda_std_17)", 17),
}


@pytest.mark.parametrize("host", ["20", pytest.param("", marks=pytest.mark.matrix)])
@pytest.mark.parametrize(
    "compiler",
    ["g++", *(pytest.param(name, marks=pytest.mark.matrix) for name in ("clang++", "strange"))],
    indirect=True,
)
def test_every_pass_has_the_standard_of_the_device_code(tmp_path, compiler, host):
    """Whatever the host's standard is, and wherever the project says that of device code, after the call too:
    each pass has it, once. Where CMake gives no option, it is nvcc's default, 17."""
    source = copy_project("rebuild", tmp_path / "source")
    lists = source / "CMakeLists.txt"
    lines = lists.read_text().splitlines()[:6]
    for name, (variable, arguments, after, _) in STANDARDS.items():
        lines += [
            f"set(CMAKE_CUDA_STANDARD {variable})",
            f"gpu_add_kernel_library({name} SOURCES scale.cu ARCHITECTURES 75 80 {arguments})",
            after,
        ]
    lists.write_text("\n".join(lines))
    project = Project(source, tmp_path / "build", "Ninja",
                      {"CMAKE_CXX_STANDARD": host, "CMAKE_CXX_COMPILER": compiler}, seeded=False)  # fmt: skip
    project.configure()
    log = project.succeed(CMAKE, "--build", project.build_directory, "--", "-n", "-v")
    found = {name: [] for name in STANDARDS}
    for line in device_lines(log):
        name = re.search(r"CMakeFiles/(\w+?)_(device|device_80|debug)\.dir", line)[1]
        found[name].append(re.findall(r" -std=c\+\+(\d+)", line) or ["17"])
    assert found == {name: [[str(standard)]] * 3 for name, (*_, standard) in STANDARDS.items()}


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


@pytest.mark.parametrize("generator", generators("Ninja", "Unix Makefiles", always="Unix Makefiles"))
def test_any_launcher(tmp_path, generator):
    launcher, launched = tmp_path / "launcher.py", tmp_path / "launched"
    launcher.write_text(
        "import subprocess, sys\n"
        f"open({str(launched)!r}, 'a').write('.')\n"
        "sys.exit(subprocess.call(sys.argv[1:]))\n"
    )
    project = Project(
        copy_project("rebuild", tmp_path / "source"),
        tmp_path / "build",
        generator,
        {"CMAKE_CUDA_COMPILER_LAUNCHER": f"{sys.executable};{launcher}"},
    )
    project.configure()
    commands = project.build()
    assert kinds(commands)["device"] == kinds(commands)["debug"] == 2
    assert launched.read_text() == "...."


def test_editors_see_the_device_code_once(tmp_path):
    project = Project(copy_project("rebuild", tmp_path / "source"), tmp_path / "build", "Ninja")
    project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    entries = (project.build_directory / "compile_commands.json").read_text()
    assert entries.count('scale.cu"') == 1
    assert " -G " not in entries


@pytest.mark.parametrize("config", ["Debug", pytest.param("Release", marks=pytest.mark.matrix)])
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
