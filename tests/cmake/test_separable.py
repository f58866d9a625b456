"""SEPARABLE: what is embedded, what a change rebuilds, what the linker says, and what is left after it."""

import json

import pytest
from cmake_project import Project, copy_project, files, generators, kinds, replace


def make(folder, generator="Ninja"):
    return Project(copy_project("separable", folder / "source"), folder / "build", generator)


def image(project: Project) -> dict:
    manifest = next(project.build_directory.glob("gpu_kernels/kernels/**/kernels.json"))
    (only,) = json.loads(manifest.read_text())["images"]
    return only


def contents(image: dict) -> "list[str]":
    return [f"{one['format']} {one['target']}" for one in image.get("contents", ())]


@pytest.mark.parametrize("generator", generators())
def test_what_a_change_rebuilds(tmp_path, generator):
    project = make(tmp_path, generator)
    project.configure("-DMORE=IMAGE;FATBIN;ARCHITECTURES;75-virtual;90-real")
    assert kinds(project.build()) == {
        "device": 4, "debug": 2, "generate": 1, "compile": 2, "archive": 1, "link": 1,
    }  # fmt: skip
    assert project.build() == []

    # A function that another source calls: its own passes, the link, and no source of the user's.
    replace(project.source / "deep" / "scale.cu", "value * 3", "value * 4")
    commands = project.build()
    assert kinds(commands) == {
        "device": 2, "debug": 1, "generate": 1, "compile": 1, "archive": 1, "link": 1,
    }  # fmt: skip
    assert files(commands, "compile") == ["kernels.cpp"]
    assert project.build() == []

    # A variable more is an object more: the header's users are compiled.
    replace(project.source / "deep" / "scale.cu", "float gain = 2;", "float gain = 2;\n__device__ int more;")
    assert files(project.build(), "compile") == ["kernels.cpp", "main.cpp"]
    assert project.build() == []


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return make(tmp_path_factory.mktemp("separable"))


@pytest.mark.parametrize(
    ("more", "linked", "parts"),
    [
        ("", [], []),
        pytest.param("ARCHITECTURES;75;80", [], ["PTX sm_75", "PTX sm_80"], marks=pytest.mark.matrix),
        pytest.param("IMAGE;FATBIN;ARCHITECTURES;90", ["cubin sm_90"], [], marks=pytest.mark.matrix),
        (
            "IMAGE;FATBIN;ARCHITECTURES;75-virtual;80;90a-real",
            ["cubin sm_80", "cubin sm_90a"],
            ["PTX sm_75", "PTX sm_80"],
        ),
    ],
)
def test_what_is_embedded(project, more, linked, parts):
    project.configure(f"-DMORE={more}")
    project.build("kernels")
    found = image(project)
    assert found["format"] == "linked"
    assert contents(found) == linked
    assert [part["source"] for part in found["parts"]] == ["scale.cu", "deep/scale.cu"]
    assert [contents(part) for part in found["parts"]] == [parts, parts]
    assert project.build("kernels") == []


def test_machine_code_alone(project):
    project.configure("-DMORE=IMAGE;FATBIN;ARCHITECTURES;90-real")
    project.build("kernels")
    assert contents(image(project)) == ["cubin sm_90"]
    assert image(project)["parts"] == []


def test_missing_function_in_machine_code(project):
    """nvlink says what is missing, nothing is written, and mending is enough."""
    project.configure("-DMORE=IMAGE;FATBIN;ARCHITECTURES;90")
    project.build("kernels")
    outputs = project.build_directory / "gpu_kernels" / "kernels"
    before = {
        path: path.read_bytes() for path in outputs.rglob("*") if path.suffix in (".cpp", ".hpp", ".json")
    }
    replace(project.source / "deep" / "scale.cu", "float scaled(float", "float scaled(double")
    assert project.try_build("kernels").returncode != 0
    assert (
        "scale.cu: error: nvlink cannot link the sources of this SEPARABLE library for sm_90:\n"
        in project.log
    )
    assert "Undefined reference to '_Z6scaledf' in 'scale.cu.cubin'" in project.log
    assert "`_Z6scaledf` is `scaled(float)`" in project.log
    assert {path: path.read_bytes() for path in before} == before
    assert project.try_build("kernels").returncode != 0, "an error is not forgotten"
    replace(project.source / "deep" / "scale.cu", "float scaled(double", "float scaled(float")
    project.build("kernels")
    assert project.build("kernels") == []


def test_missing_function_in_ptx(project):
    """The driver will say it; the build warns."""
    project.configure("-DMORE=")
    replace(project.source / "deep" / "scale.cu", "float scaled(float", "float scaled(double")
    project.build("kernels")
    assert (
        "scale.cu: warning: `scaled(float)` is used here and defined in no source of the library"
        in project.log
    )
    replace(project.source / "deep" / "scale.cu", "float scaled(double", "float scaled(float")
    project.build("kernels")
    assert "warning" not in project.log


def test_function_of_two_sources(project):
    project.configure("-DMORE=")
    text = (project.source / "scale.cu").read_text()
    replace(project.source / "scale.cu", "scaled(float value);", "scaled(float value) { return value; }")
    assert project.try_build("kernels").returncode != 0
    assert (
        "deep/scale.cu: error: `scaled(float)` is defined in two sources, which SEPARABLE links"
        in project.log
    )
    (project.source / "scale.cu").write_text(text)
    project.build("kernels")


def test_images_as_files_are_for_others(project):
    """GpuKernels_IMAGE_DIR writes no file for a library whose image is linked."""
    project.configure("-DMORE=", "-DGpuKernels_IMAGE_DIR=images")
    project.build("kernels")
    assert not (project.build_directory / "images").exists()
