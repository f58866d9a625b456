"""The code in the guides builds and behaves as they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cmake_project import REPOSITORY, Project, replace, setting
from conftest import Package, run

GETTING_STARTED = REPOSITORY / "docs" / "getting-started.md"
README = REPOSITORY / "README.md"


def written_out(package: Package, folder: Path, files: dict[str, str]) -> Project:
    """A project of the files that a guide shows, configured."""
    assert sorted(files) == sorted(set(files) | {"CMakeLists.txt", "main.cpp"})
    for name, code in files.items():
        (folder / name).write_text(code, encoding="utf-8")
    project = package.project(folder)
    project.configure()
    return project


@pytest.fixture(scope="module")
def getting_started(package, tmp_path_factory) -> Project:
    """The files of the guide: a line with nothing but the file's name, then its code."""
    text = GETTING_STARTED.read_text(encoding="utf-8")
    files = dict(re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    return written_out(package, tmp_path_factory.mktemp("getting-started"), files)


@pytest.fixture(scope="module")
def ten_lines(package, tmp_path_factory) -> Project:
    """The README's example: the CMake block, and the C++ blocks that begin with their file's name."""
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(r"^```cpp\n(// ([\w.]+)\n.*?)^```$", text, re.MULTILINE | re.DOTALL)
    files = {name: block for block, name in blocks}  # with the line of the name, as they are pasted
    files["CMakeLists.txt"] = re.search(r"^```cmake\n(cmake_minimum_required.*?)^```$", text, re.M | re.S)[1]
    return written_out(package, tmp_path_factory.mktemp("ten-lines"), files)


def test_getting_started_prints_what_it_says(getting_started):
    getting_started.build()
    said = re.search(r"^It prints `(.*)`\.$", GETTING_STARTED.read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert run(getting_started.program("scale")).stdout.strip() == said


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("main.cpp", "1.5f", "1.5"),
        ("main.cpp", "values, 1.5f", "host, 1.5f"),
        ("main.cpp", ", count);\n    stream", ");\n    stream"),
        ("scale.cu", "float* values", "double* values"),
    ],
)
def test_mistakes_of_getting_started_stop_the_build_at_the_call(getting_started, file, old, new):
    replace(getting_started.source / file, old, new)
    try:
        assert getting_started.try_build().returncode != 0
        assert re.search(r"main\.cpp:\d+:\d+: +error:", getting_started.log), getting_started.log
    finally:
        replace(getting_started.source / file, new, old)


def test_the_emulator_names_the_source_line_as_getting_started_promises(getting_started):
    text = GETTING_STARTED.read_text(encoding="utf-8")
    plain, with_lines = re.findall(r"^gpu_add_kernel_library\(scale_kernels .*\)$", text, re.MULTILINE)
    kernel = (getting_started.source / "scale.cu").read_text(encoding="utf-8").splitlines()
    line = 1 + next(i for i, code in enumerate(kernel) if "values[i] *=" in code)
    whole = {file: file.read_text(encoding="utf-8") for file in getting_started.source.glob("*.*")}
    replace(getting_started.source / "main.cpp", "1.5f, count", "1.5f, count + 1")
    try:
        getting_started.build()
        assert "COMPILE_OPTIONS -lineinfo" in run(getting_started.program("scale")).stdout
        replace(getting_started.source / "CMakeLists.txt", plain, with_lines)
        getting_started.build()
        report = run(getting_started.program("scale")).stdout
        assert re.search(
            rf"in kernel 'app::scale', thread \(104,0,0\) of block \(7,0,0\), \S*scale\.cu:{line}, ", report
        ), report
    finally:
        for file, text in whole.items():
            file.write_text(text, encoding="utf-8")


def test_the_readmes_ten_lines_build_and_run(ten_lines):
    ten_lines.build()
    assert run(ten_lines.program("app")).returncode == 0


def test_the_readme_shows_lines_of_headers_as_they_are():
    text = README.read_text(encoding="utf-8")
    shown = re.findall(r"^(gpu/\w+\.hpp):(\d+):\d+: note: .*\n(?:\s*\d+ \|)?(.*)$", text, re.MULTILINE)
    assert len(shown) == 2
    for file, number, line in shown:
        lines = (REPOSITORY / "include" / file).read_text(encoding="utf-8").splitlines()
        assert lines[int(number) - 1].strip() == line.strip()


def test_the_readme_shows_the_compilers_own_words(ten_lines):
    """Of the messages in the README, those of the compiler under test."""
    compiler = "clang++" if "clang" in setting("CXX", "c++") else "g++"
    text = plain_quotes(README.read_text(encoding="utf-8"))
    shown = re.search(rf"^# {re.escape(compiler)}\n(.*?)^(?:#|```)", text, re.MULTILINE | re.DOTALL)[
        1
    ].splitlines()
    assert len(shown) == 3
    replace(ten_lines.source / "main.cpp", "}, a, b,", "}, host_a, b,")
    try:
        assert ten_lines.try_build().returncode != 0
        said = plain_quotes(ten_lines.log)
        assert shown[0] in said
        for line in shown[1:]:
            assert re.sub(r"^(gpu/device_ptr\.hpp:\d+:\d+: |\s*\d+ \|\s*)", "", line).strip() in said
    finally:
        replace(ten_lines.source / "main.cpp", "}, host_a, b,", "}, a, b,")


def plain_quotes(text: str) -> str:
    return text.replace("\u2018", "'").replace("\u2019", "'")
