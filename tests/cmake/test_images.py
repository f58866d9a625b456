"""IMAGE and ARCHITECTURES: what is embedded, where architectures must agree, what a change rebuilds."""

import json
import os
import re
import shutil
import stat
import subprocess

import pytest
from cmake_project import REPOSITORY, Project, copy_project, files, generators, kinds, replace


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("images")


@pytest.fixture
def make(folder):
    """Makes the project for an image and architectures: a fresh source, in one build tree a generator."""

    def made(architectures: str, image: str = "", generator: str = "Ninja", **settings: str) -> Project:
        shutil.rmtree(folder / "source", ignore_errors=True)
        project = Project(
            copy_project("images", folder / "source"), folder / f"build {generator}", generator, settings
        )
        for path in project.source.iterdir():
            path.touch()
        project.configure(f"-DARCHITECTURES={architectures}", f"-DIMAGE={image}")
        return project

    return made


def images(project: Project) -> "list[dict]":
    manifest = next(project.build_directory.glob("gpu_kernels/kernels/**/kernels.json"))
    return json.loads(manifest.read_text())["images"]


def contents(project: Project) -> "list[str]":
    """What each image holds, such as `PTX sm_75`; the images of all sources hold the same."""
    held = [[f"{one['format']} {one['target']}" for one in image["contents"]] for image in images(project)]
    assert held[0] == held[1]
    return held[0]


@pytest.mark.parametrize(
    ("image", "architectures", "expected"),
    [
        ("FATBIN", "", ["cubin sm_75", "PTX sm_75"]),
        pytest.param("FATBIN", "80", ["cubin sm_80", "PTX sm_80"], marks=pytest.mark.matrix),
        pytest.param("FATBIN", "90-real;80-virtual", ["cubin sm_90", "PTX sm_80"], marks=pytest.mark.matrix),
        ("FATBIN", "90a-real;75", ["cubin sm_75", "cubin sm_90a", "PTX sm_75"]),
        ("PTX", "90;80-real;90-virtual", ["PTX sm_80", "PTX sm_90"]),
    ],
)
def test_what_is_embedded(make, image, architectures, expected):
    project = make(architectures, image)
    project.build("kernels")
    assert contents(project) == expected
    assert {image["format"] for image in images(project)} == {"fatbin"}
    assert project.build("kernels") == []


@pytest.mark.parametrize(
    ("architectures", "settings", "target"),
    [
        ("", {}, "sm_75"),
        ("", {"CMAKE_CUDA_ARCHITECTURES": "86-real"}, "sm_86"),
        ("90", {"CMAKE_CUDA_ARCHITECTURES": "86"}, "sm_90"),
        ("100a-virtual", {}, "sm_100a"),
    ],
)
def test_one_architecture_is_embedded_as_text(make, architectures, settings, target):
    project = make(architectures, **settings)
    project.build("kernels_codegen")
    assert [(image["format"], image["target"]) for image in images(project)] == [("PTX", target)] * 2


@pytest.mark.parametrize("generator", generators("Ninja", "Unix Makefiles"))
def test_what_a_change_rebuilds(make, generator):
    project = make("75;90-real", "FATBIN", generator)
    project.build("kernels")
    replace(project.source / "which.cu", "*out = 900", "*out = 901")
    commands = project.build("kernels")
    assert kinds(commands) == {"device": 2, "debug": 1, "generate": 1, "compile": 1, "archive": 1}
    assert set(files(commands, "device")) == {"which.cu"}
    assert project.build("kernels") == []


def test_parameters_that_depend_on_the_architecture(make):
    project = make("75;90")
    replace(
        project.source / "which.cu", "void which(int* out) {",
        "void which(int* out\n#if __CUDA_ARCH__ >= 900\n, double more\n#endif\n) {",
    )  # fmt: skip
    assert project.try_build("kernels").returncode != 0
    assert re.search(
        r"/source/which\.cu:2: error: kernel `which` takes \(\.u64\) for sm_75 and "
        r"\(\.u64, \.f64\) for sm_90: its parameters must not depend on __CUDA_ARCH__",
        project.log,
    ), project.log


def test_kernel_for_one_architecture_alone(make):
    project = make("75;90")
    source = project.source / "other.cu"
    source.write_text(f"#if __CUDA_ARCH__ >= 900\n{source.read_text()}#endif\n")
    assert project.try_build("kernels").returncode != 0
    assert "other.cu: error: kernel `other` is compiled for sm_90 but not for sm_75" in project.log, (
        project.log
    )


def test_launch_bounds_may_depend_on_the_architecture(make):
    project = make("75;90")
    replace(
        project.source / "other.cu", "__launch_bounds__(64)",
        "\n#if __CUDA_ARCH__ >= 900\n__launch_bounds__(64)\n#else\n__launch_bounds__(128)\n#endif\n",
    )  # fmt: skip
    project.build("kernels")
    header = next(project.build_directory.glob("gpu_kernels/kernels/**/kernels.hpp")).read_text()
    assert "max_threads" not in header


def test_error_of_ptxas_then_mended(make):
    """More shared memory than a block can have: PTX knows no such limit, machine code does."""
    project = make("75-real;75-virtual", "FATBIN")
    project.build("kernels")
    replace(
        project.source / "other.cu",
        "{ *out",
        "{ __shared__ volatile int much[1 << 16]; much[threadIdx.x] = 1; *out",
    )
    assert project.try_build("kernels").returncode != 0
    assert "ptxas error" in project.log
    assert "too much shared data" in project.log
    replace(project.source / "other.cu", "1 << 16", "1 << 4")
    project.build("kernels")
    assert project.build("kernels") == []


def test_options_of_ptxas_reach_it(tmp_path):
    """compile_device.sh hands on those of nvcc's arguments that are ptxas's, and compiles that very PTX."""
    for name, body in {
        "nvcc": 'while [ "$1" != -o ]; do shift; done; echo text > "$2"',
        "ptxas": f'echo "$@" > "{tmp_path}/said"; for last; do :; done; echo code > "$last"',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
        (tmp_path / name).chmod(stat.S_IRWXU)
    output = tmp_path / "a folder" / "x.ptx"
    output.parent.mkdir()
    given = "-Xptxas=-O1,--warn-on-spills -Xptxas -dlcm=cg -maxrregcount=32 --maxrregcount 40 -lineinfo -O3"
    script = REPOSITORY / "cmake" / "GpuKernels" / "compile_device.sh"
    compiler = (tmp_path / "nvcc", *given.split(), "-ptx", "a.cu", "-o", output)
    subprocess.run(
        ["sh", script, f"--ptxas={tmp_path}/ptxas", "--machine=sm_90", "--", *compiler], check=True
    )
    said = (tmp_path / "said").read_text().strip()
    assert said == (
        "-arch=sm_90 -m64 -O1 --warn-on-spills -dlcm=cg --maxrregcount=32 --maxrregcount=40 -lineinfo "
        f"{output}.part -o {output.with_suffix('.cubin')}.part"
    )
    assert sorted(os.listdir(output.parent)) == ["x.cubin", "x.ptx"]
