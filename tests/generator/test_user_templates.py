"""Templates of the user's own, rendered from the manifest."""

from __future__ import annotations

import pytest
from gpu_kernels.cli import main
from recorded_case import RecordedCase

TEMPLATE = """\
# Bindings of {{ name }}.
{% for kernel in kernels %}
def {{ kernel.name | replace("::", "_") }}({{ kernel.parameters | map(attribute="name") | join(", ") }}):
    {% for parameter in kernel.parameters %}
    # {{ parameter.name }}: {{ parameter.type }}, {{ parameter.size }} bytes
    {% endfor %}
    launch("{{ kernel.entry }}")
{% endfor %}
"""
EXPECTED = """\
# Bindings of vector_kernels.
def vector_add(a, b, out, len):
    # a: const float*, 8 bytes
    # b: const float*, 8 bytes
    # out: float*, 8 bytes
    # len: unsigned int, 4 bytes
    launch("vector_add")
"""


@pytest.fixture
def run(tmp_path, make_job):
    """Runs the vector_add job with one template; returns the exit status."""
    case = RecordedCase("golden", "vector_add")
    directory = case.unpack(tmp_path)

    def run_with(template: str) -> int:
        (tmp_path / "bindings.py.jinja").write_text(template)
        pair = {"template": [str(tmp_path / "bindings.py.jinja")], "output": [str(tmp_path / "bindings.py")]}
        return main(
            ["generate", "--job", str(make_job(directory, case.library, case.sources, templates=pair))]
        )

    return run_with


def test_a_template_makes_bindings_of_the_manifest(run, tmp_path) -> None:
    assert run(TEMPLATE) == 0
    assert (tmp_path / "bindings.py").read_text() == EXPECTED


@pytest.mark.parametrize(
    ("template", "message"),
    [
        (
            "\n{{ kernel_count }}",
            "bindings.py.jinja:2: error: rendering failed: 'kernel_count' is undefined; the model has: ",
        ),
        (
            "{{ nothing }}",
            "'nothing' is undefined; the model has: header, hidden_symbols, images, includes, kernels, "
            "library_entries, name, namespace, schema, symbols, types\n",
        ),
        (
            "\n\n{{ kernels[0].absent }}",
            "bindings.py.jinja:3: error: rendering failed: 'dict object' has no attribute 'absent'; each of "
            "images: bytes, ",
        ),
        (
            "{{ kernels[0].parameters[0].absent }}",
            "; each of kernels.parameters: alignment, default, dropped_default, kind, name, size, type",
        ),
        ("{% for %}", "bindings.py.jinja:1: error: not Jinja: "),
        (
            "{% include 'other.jinja' %}",
            "error: the template cannot be read, or includes one that cannot: other.jinja",
        ),
        ("{{ 1 / 0 }}", "bindings.py.jinja:1: error: rendering failed: division by zero"),
    ],
)
def test_a_wrong_template_is_an_error_with_its_line(run, tmp_path, template, message, capfd) -> None:
    assert run(template) == 1
    assert message in capfd.readouterr().err
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "bindings.py").exists()


def test_lists_of_unequal_length(tmp_path, make_job, capfd) -> None:
    case = RecordedCase("golden", "vector_add")
    pair = {"template": ["a"], "output": []}
    job = make_job(case.unpack(tmp_path), case.library, case.sources, templates=pair)
    assert main(["generate", "--job", str(job)]) == 2
    assert "`templates.output` must be as long as `template` (1), found []" in capfd.readouterr().err
