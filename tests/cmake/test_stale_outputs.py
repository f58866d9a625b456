"""What a library generated under names that it no longer has is gone: an old header is not included, an old
image not loaded, for neither follows the kernels any more."""

import pytest
from cmake_project import Project, copy_project, generators, kinds, replace

CALL = "SOURCES a.cu TEMPLATES kernel_names.hpp.jinja table.md.jinja"


@pytest.fixture(scope="module", params=generators())
def project(request, tmp_path_factory):
    """A library with a header, two templates and an image as a file, built once a generator."""
    folder = tmp_path_factory.mktemp("stale")
    project = Project(
        copy_project("templates", folder / "a [1] source"),
        folder / "build",
        request.param,
        {"GpuKernels_IMAGE_DIR": str(folder / "images")},
    )
    main = project.source / "main.cpp"
    main.write_text(f"#include <kernels.hpp>\n{main.read_text()}")
    project.configure()
    project.build()
    return project


@pytest.fixture(autouse=True)
def build_is_settled(project):
    """Each test begins and ends with the project as it was copied, and a build that has nothing to do."""
    text = (project.source / "CMakeLists.txt").read_text()
    yield
    (project.source / "CMakeLists.txt").write_text(text)
    project.build()
    assert generated(project) == ["kernel_names.hpp", "kernels.hpp", "table.md"]
    assert images(project) == ["kernels/0.ptx"]
    assert project.build() == []


def call(project, keywords: str) -> None:
    replace(project.source / "CMakeLists.txt", CALL, keywords)


def names_below(folder) -> "list[str]":
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def generated(project) -> "list[str]":
    (folder,) = project.build_directory.glob("gpu_kernels/kernels/**/include")
    return names_below(folder)


def images(project) -> "list[str]":
    (folder,) = [path.parent for path in project.build_directory.parent.glob("images/**/kernels")]
    return names_below(folder)


def test_old_name_of_the_header(project):
    call(project, f"{CALL} HEADER app/new.hpp")
    assert project.try_build().returncode != 0
    assert "kernels.hpp: No such file or directory" in project.log or "'kernels.hpp' file not found" in (
        project.log
    )
    assert generated(project) == ["app/new.hpp", "kernel_names.hpp", "table.md"]
    main = project.source / "main.cpp"
    replace(main, "<kernels.hpp>", "<app/new.hpp>")
    project.build()
    assert project.build() == []
    replace(main, "<app/new.hpp>", "<kernels.hpp>")


def test_header_and_signature_at_once(project):
    """The grave case: the old stub of a kernel that takes something else by now."""
    kernel = project.source / "a.cu"
    text = kernel.read_text()
    kernel.write_text(text.replace("float", "double"))
    call(project, f"{CALL} HEADER new.hpp")
    assert project.try_build().returncode != 0
    assert project.try_build().returncode != 0
    kernel.write_text(text)


def test_template_that_is_gone(project):
    call(project, "SOURCES a.cu TEMPLATES table.md.jinja")
    assert project.try_build().returncode != 0
    assert "kernel_names.hpp" in project.log
    assert generated(project) == ["kernels.hpp", "table.md"]


def test_image_of_another_kind(project):
    call(project, f"{CALL} IMAGE FATBIN")
    project.build("kernels_codegen")
    assert images(project) == ["kernels/0.fatbin"]


def test_images_no_longer_wanted(project):
    """A folder without an image would be an error of the runtime."""
    (folder,) = project.build_directory.parent.glob("images/**/kernels")
    project.configure("-DGpuKernels_IMAGE_DIR=")
    try:
        assert not folder.exists()
    finally:
        project.configure()


def test_configuring_again_keeps_all(project):
    project.configure()
    assert project.build() == []


def test_header_that_is_missing_when_configuring(project):
    (header,) = project.build_directory.glob("gpu_kernels/kernels/**/include/kernels.hpp")
    header.unlink()
    project.configure()
    assert kinds(project.build())["generate"] == 1
    assert header.exists()
