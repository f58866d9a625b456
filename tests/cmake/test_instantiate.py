"""INSTANTIATE: which source each template is instantiated in, what a change rebuilds, what errors say."""

import json
import re
from contextlib import contextmanager
from pathlib import Path

import pytest
from cmake_project import Project, copy_project, files, generators, kinds, replace

ERROR = r"CMakeLists\.txt: error: gpu_add_kernel_library\(kernels\): INSTANTIATE holds "


def kernels(project: Project) -> "dict[str, tuple]":
    """Image and file of each kernel in the manifest."""
    manifest = next(project.build_directory.glob("gpu_kernels/kernels/**/kernels.json"))
    found = {}
    for kernel in json.loads(manifest.read_text())["kernels"]:
        arguments = kernel["template_arguments"]
        name = kernel["name"] + (f"<{', '.join(arguments)}>" if arguments else "")
        assert name not in found
        found[name] = (kernel["image"], kernel["file"])
    return found


@contextmanager
def edited(path: Path, text: str):
    """A file with another text for the time of a test."""
    before = path.read_text()
    path.write_text(text)
    try:
        yield
    finally:
        path.write_text(before)


def test_white_space_in_a_value(tmp_path):
    """Tabs and line ends, as from a file or a macro, are spaces."""
    project = make(tmp_path)
    text = (project.source / "CMakeLists.txt").read_text()
    values = '"app::scale<\\tfloat,\\n  4 >" "abbreviated<int>"'
    (project.source / "CMakeLists.txt").write_text(
        text.replace("if(INSTANTIATE)", f"set(values {values})\nif(INSTANTIATE)").replace("main.cpp", "a.cpp")
    )
    (project.source / "a.cpp").write_text("int main() {}\n")
    other = project.source / "deep" / "scale.cu"
    other.write_text(f"{other.read_text()}\n__global__ void abbreviated(auto* out) {{ *out = 1; }}\n")
    project.configure("-DMORE=COMPILE_FEATURES;cuda_std_20")
    project.build("kernels")
    found = kernels(project)
    assert found["app::scale<float, 4>"] == (0, "scale.cu")
    assert found["abbreviated<int>"] == (1, "deep/scale.cu")


def make(folder, generator="Ninja"):
    return Project(copy_project("instantiate", folder / "source"), folder / "build", generator)


@pytest.mark.parametrize("generator", generators())
def test_instantiations(tmp_path, generator):
    project = make(tmp_path, generator)
    project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    assert kinds(project.build()) == {
        "templates": 2, "instantiate": 1, "device": 2, "debug": 2, "generate": 1, "compile": 2, "archive": 1,
        "link": 1,
    }  # fmt: skip
    assert kernels(project) == {
        "plain": (1, "deep/scale.cu"),
        "app::scale<float, 4>": (0, "scale.cu"),
        "app::scale<app::Pixel, 2>": (0, "scale.cu"),
        "app::shift<static_cast<app::Mode>(1), true>": (1, "deep/scale.cu"),
        "app::hidden<int>": (1, "deep/scale.cu"),
        "app::apply<app::Twice, 1, 2, 3>": (1, "deep/scale.cu"),
        "app::v1::fill<float>": (0, "shared.cuh"),
    }
    assert project.run(str(project.program("app"))).returncode == 0
    assert project.build() == []

    # A body: the passes over its source, no other source, no source of the user's.
    replace(project.source / "scale.cu", "values[threadIdx.x] * N", "values[threadIdx.x] * N * 2")
    commands = project.build()
    assert kinds(commands) == {
        "templates": 1, "instantiate": 1, "device": 1, "debug": 1, "generate": 1, "compile": 1, "archive": 1,
        "link": 1,
    }  # fmt: skip
    assert files(commands, "device") == ["scale.cu"]
    assert files(commands, "compile") == ["kernels.cpp"]
    assert project.build() == []

    # Another instantiation: the source that has the template, and what includes the header.
    replace(project.source / "CMakeLists.txt", '"::app::hidden<int>"', '"::app::hidden<int>" "plus<float>"')
    plus = "template <class T>\n__global__ void plus(T* values) { *values += 1; }\n"
    replace(project.source / "deep" / "scale.cu", "__global__ void plain", f"{plus}__global__ void plain")
    commands = project.build()
    assert files(commands, "device") == files(commands, "debug") == ["scale.cu"]
    assert files(commands, "compile") == ["kernels.cpp", "main.cpp"]
    assert kernels(project)["plus<float>"] == (1, "deep/scale.cu")
    assert project.build() == []
    if generator != "Ninja Multi-Config":  # it writes one a configuration
        entries = json.loads((project.build_directory / "compile_commands.json").read_text())
        device = [entry for entry in entries if entry["file"].endswith(".cu")]
        assert sorted(entry["file"] for entry in device) == [
            str(project.source / "deep" / "scale.cu"), str(project.source / "scale.cu"),
        ]  # fmt: skip
        assert all("wrappers" not in entry["command"] for entry in device)


@pytest.mark.matrix
def test_both_configurations(tmp_path):
    """A template that only one configuration has: each plans for itself."""
    project = make(tmp_path, "Ninja Multi-Config")
    source = project.source / "scale.cu"
    text = source.read_text()
    source.write_text(f"#ifdef NDEBUG\n#define scale scale2\n#endif\n{text}")
    project.configure()
    project.build()
    assert project.try_build(config="Release").returncode != 0
    assert re.search(ERROR + r"`app::scale<float>`: no source has", project.log), project.log
    source.write_text(text)
    project.build(config="Release")
    project.build()
    assert project.build() == project.build(config="Release") == []


@pytest.mark.matrix
def test_machine_code_for_several_architectures(tmp_path):
    project = make(tmp_path)
    project.configure("-DMORE=IMAGE;FATBIN;ARCHITECTURES;75;90-real")
    commands = project.build("kernels")
    assert kinds(commands) == {
        "templates": 2, "instantiate": 1, "device": 4, "debug": 2, "generate": 1, "compile": 1, "archive": 1,
    }  # fmt: skip
    assert len(kernels(project)) == 7


@pytest.mark.parametrize("generator", generators("Ninja", "Unix Makefiles", always="Unix Makefiles"))
def test_paths_with_other_characters(tmp_path, generator):
    folder = tmp_path / "it's a + (földer) & @ more"
    folder.mkdir()
    source = copy_project("instantiate", folder / "source")
    project = Project(source, folder / "build", generator)
    project.configure()
    project.build("kernels")
    assert len(kernels(project)) == 7


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """One build tree for the cases that fail."""
    return make(tmp_path_factory.mktemp("instantiate"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            "app::scal<float>",
            ERROR
            + r"`app::scal<float>`: no source has a kernel template `app::scal`; is `app::scale` meant\? "
            r"There are `app::apply` \(deep/scale\.cu:\d+\), `app::fill` \(shared\.cuh:\d+\), `app::hidden` "
            r"\(deep/scale\.cu:\d+\), `app::scale` \(scale\.cu:7\), `app::shift` \(deep/scale\.cu:\d+\)$",
        ),
        ("hidden<float>", ERROR + r"`hidden<float>`: .*; is `app::hidden` meant\? There are "),
        (
            "plain<float>",
            ERROR + r"`plain<float>`: `plain` is a kernel, but no template: it has a stub without",
        ),
        (
            "app::scale<float, float>",
            r"instantiate/0\.cu\(3\): error: .*\"app::scale\".*\n"
            r".*&app::scale<float, float>;.*\"INSTANTIATE of kernels must fit scale\.cu:7: "
            r"template <class T, int N = 4>\"",
        ),
        ("app::scale<app::Mode>", r"source/scale\.cu\(8\): error: "),
    ],
)
def test_errors(project, value, expected):
    project.configure(f"-DINSTANTIATE={value}")
    assert project.try_build("kernels").returncode != 0
    assert re.search(expected, project.log, re.MULTILINE), project.log
    assert "generate" not in kinds(project.commands())


def test_templates_of_two_sources(project):
    """Each source has a template of that name: nobody can tell which one is meant."""
    other = project.source / "deep" / "scale.cu"
    text = other.read_text()
    project.configure("-DINSTANTIATE=app::scale<float>")
    with edited(other, text.replace("void __launch_bounds__(256) hidden", "void scale")):
        assert project.try_build("kernels").returncode != 0
    assert re.search(
        ERROR + r"`app::scale<float>`, and two sources have a kernel template `app::s", project.log
    )
    assert re.search(
        r"source/scale\.cu:7: note: `app::scale` is here\n\S+deep/scale\.cu:\d+: note", project.log
    )
    project.build("kernels")
    assert "app::scale<float, 4>" in kernels(project)


def test_template_that_is_only_declared(project):
    other = project.source / "deep" / "scale.cu"
    project.configure("-DINSTANTIATE=later<float>")
    with edited(other, other.read_text() + "template <class T> __global__ void later(T* values);\n"):
        assert project.try_build("kernels").returncode != 0
    assert re.search(ERROR + r"`later<float>`: the kernel template `later` is declared, but no", project.log)


def test_broken_source(project):
    """What the preprocessor finds is shown as it says it, and once mended the build goes on."""
    source = project.source / "scale.cu"
    project.configure("-DINSTANTIATE=app::scale<float>")
    with edited(source, f"#error not now\n{source.read_text()}"):
        assert project.try_build("kernels").returncode != 0
    assert re.search(r"/source/scale\.cu:1:2: error: #error not now", project.log)
    project.build("kernels")
    assert project.build("kernels") == []
