"""TEMPLATES: what is rendered, who can include it, what is made again when a template changes."""

import pytest
from cmake_project import CMAKE, Project, copy_project, files, generators, kinds, replace


@pytest.mark.parametrize("generator", generators())
def test_templates(tmp_path, generator):
    project = Project(copy_project("templates", tmp_path / "source"), tmp_path / "build", generator)
    project.configure()
    project.build()
    app = project.program("app")
    assert project.run(str(app)).stdout.split() == ["fill", "scale"]
    table = next(project.build_directory.glob("gpu_kernels/kernels/**/include/table.md"))
    assert table.read_text().split() == ["fill:", "1", "scale:", "2"]
    assert project.build() == []

    project.succeed(
        CMAKE, "--install", project.build_directory, "--config", "Debug", "--prefix", tmp_path / "p"
    )
    assert sorted(path.name for path in (tmp_path / "p" / "include").iterdir()) == [
        "kernel_names.hpp", "kernels.hpp",
    ]  # fmt: skip

    replace(project.source / "kernel_names.hpp.jinja", '"{{ kernel.name }}"', '"<{{ kernel.name }}>"')
    commands = project.build()
    assert kinds(commands) == {"generate": 1, "compile": 1, "link": 1}
    assert files(commands, "compile") == ["main.cpp"]
    assert project.run(str(app)).stdout.split() == ["<fill>", "<scale>"]

    # What a template includes, imports or extends, and what those do, counts as the template does.
    table = project.source / "table.md.jinja"
    (project.source / "macros.jinja").write_text("{% macro end() %}{% include 'end.txt' %}{% endmacro %}\n")
    (project.source / "end.txt").write_text("one\n")
    (project.source / "base.jinja").write_text("{% block all %}{% endblock %}\n")
    table.write_text(
        "{% extends 'base.jinja' %}{% import 'macros.jinja' as macros %}\n"
        f"{{% block all %}}{table.read_text()}{{{{ macros.end() }}}}{{% endblock %}}"
    )
    assert kinds(project.build()) == {"generate": 1}
    assert project.build() == []
    for name, old, new in [
        ("end.txt", "one", "two"),
        ("macros.jinja", "{% macro end() %}", "{% macro end() %}end "),
        ("base.jinja", "{% block", "head {% block"),
    ]:
        replace(project.source / name, old, new)
        assert kinds(project.build()) == {"generate": 1}, name
        assert project.build() == []

    replace(project.source / "table.md.jinja", "kernel.parameters", "kernel.nothing")
    assert project.try_build().returncode != 0
    assert "table.md.jinja:3: error: " in project.log
