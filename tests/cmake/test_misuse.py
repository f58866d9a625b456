"""Each wrong call stops the configure step, with a message that says what was wrong and what is accepted."""

import re
from pathlib import Path

import pytest
from cmake_project import Project

FOLDER = Path(__file__).parent / "misuse"
CASES = sorted(path.stem for path in (FOLDER / "cases").glob("*.cmake"))


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """One build tree for all cases: the compilers are looked at once."""
    return Project(FOLDER, tmp_path_factory.mktemp("misuse"))


def one_line(log: str) -> str:
    """CMake breaks and indents its messages at will; a message is compared without that."""
    return re.sub(r"\s+", " ", log)


@pytest.mark.parametrize("case", CASES)
def test_misuse(project, case):
    expected = re.findall(r"^# expect: (.+)$", (FOLDER / "cases" / f"{case}.cmake").read_text(), re.MULTILINE)
    assert expected, "the case says nothing to expect"
    assert project.try_configure(f"-DCASE={case}").returncode == 1, project.log
    assert project.log.count("CMake Error") == 1, project.log
    for pattern in expected:
        assert re.search(pattern, one_line(project.log)), project.log
