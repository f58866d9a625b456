"""The code in the guides builds and behaves as they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from installed_package import CMAKE, ROOT, run, setting, succeed

GETTING_STARTED = ROOT / "docs" / "getting-started.md"
README = ROOT / "README.md"


def blocks(guide: Path) -> dict[str, str]:
    """The files of a guide: a line with nothing but the file's name, then its code."""
    text = guide.read_text(encoding="utf-8")
    return dict(re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


@pytest.fixture
def project(tmp_path) -> Path:
    files = blocks(GETTING_STARTED)
    assert sorted(files) == ["CMakeLists.txt", "main.cpp", "scale.cu"]
    for name, code in files.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_getting_started_prints_what_it_says(package, project):
    build = package.build(project)
    said = re.search(r"^It prints `(.*)`\.$", GETTING_STARTED.read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert succeed(build / "scale").strip() == said


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("main.cpp", "1.5f", "1.5"),
        ("main.cpp", "values, 1.5f", "host, 1.5f"),
        ("main.cpp", ", count);\n    stream", ");\n    stream"),
        ("scale.cu", "float* values", "double* values"),
    ],
)
def test_mistakes_of_getting_started_stop_the_build_at_the_call(package, project, file, old, new):
    edit(project / file, old, new)
    build = package.configure(project)
    done = run(CMAKE, "--build", build)
    assert done.returncode != 0
    assert re.search(r"main\.cpp:\d+:\d+: +error:", done.stdout), done.stdout


def test_readme_shows_the_compilers_own_words(package, sample):
    """Of the messages in the README, those of the compiler under test."""
    compiler = "clang++" if "clang" in setting("CXX", "c++") else "g++"
    text = plain_quotes(README.read_text(encoding="utf-8"))
    shown = re.search(rf"^# {re.escape(compiler)}\n(.*?)^(?:#|```)", text, re.MULTILINE | re.DOTALL)[1]
    messages = re.findall(r": (?:error|note): (.*)", shown)
    assert len(messages) == 2
    source = sample("vector_add")
    edit(source / "main.cpp", "}, a,", "}, host_a,")

    done = run(CMAKE, "--build", package.configure(source))

    assert done.returncode != 0
    for message in messages:
        assert message in plain_quotes(done.stdout)


def plain_quotes(text: str) -> str:
    return text.replace("\u2018", "'").replace("\u2019", "'")
