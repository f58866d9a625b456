"""What must not compile does not, and the compilers say why.

Each file of cases/ is two programs: with WRONG defined it must be refused, with a message that holds every fragment of
its own `// gcc:` or `// clang:` lines; without, it must compile, so that nothing but the fault in question refuses it.
Quotation marks are compared as plain ones, white space as single spaces.

By hand: GPU_KERNELS_TEST_CXX=clang++ python3 -m pytest tests/compile_fail
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent
INCLUDE = FOLDER.parents[1] / "include"
CASES = sorted(path.stem for path in (FOLDER / "cases").glob("*.cpp"))
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", f"-I{INCLUDE}"]
UNUSED = ["-Wno-unused-variable", "-Wno-unused-parameter", "-Wno-unused-but-set-variable"]


def find_compilers() -> dict[str, str]:
    """Both families, as far as installed; the one under test stands in for its family."""
    found = {"gcc": "g++", "clang": "clang++"}
    under_test = os.environ.get("GPU_KERNELS_TEST_CXX", "")
    if under_test:
        about = subprocess.run([under_test, "--version"], capture_output=True, text=True, check=True).stdout
        found["clang" if "clang" in about else "gcc"] = under_test
    return {family: path for family, path in found.items() if shutil.which(path)}


COMPILERS = find_compilers()


@pytest.fixture(scope="session", params=["gcc", "clang"])
def compiler(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, list[str]]:
    """A compiler's family and the command for a case, with the common header compiled ahead."""
    family = request.param
    if family not in COMPILERS:
        pytest.skip(f"no {family} on this system")
    folder = tmp_path_factory.mktemp(family)
    header = folder / "stubs.hpp"
    header.write_text(f'#include "{FOLDER / "stubs.hpp"}"\n')
    flags = [flag for flag in FLAGS if flag != "-fsyntax-only"] + UNUSED
    output = f"{header}.gch" if family == "gcc" else f"{header}.pch"
    command = [COMPILERS[family], *flags, "-x", "c++-header", str(header), "-o", output]
    subprocess.run(command, check=True, timeout=120)
    use = ["-include", str(header)] if family == "gcc" else ["-include-pch", output]
    return family, [COMPILERS[family], *FLAGS, *UNUSED, *use]


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("[‘’]", "'", text))


def expected(source: str, family: str) -> list[str]:
    return re.findall(rf"^// {family}: (.+)$", source, re.MULTILINE)


def compile_case(command: list[str], path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, *more, str(path)], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("name", CASES)
def test_refused_with_its_message(compiler: tuple[str, list[str]], name: str) -> None:
    family, command = compiler
    path = FOLDER / "cases" / f"{name}.cpp"
    fragments = expected(path.read_text(), family)
    assert fragments, f"{path.name} says nothing about what {family} must say"
    done = compile_case(command, path, "-DWRONG")
    assert done.returncode != 0, f"{name} compiles"
    message = plain(done.stderr)
    for fragment in fragments:
        assert fragment in message, f"{name}: {family} does not say:\n  {fragment}\nbut:\n{done.stderr}"


@pytest.mark.parametrize("name", CASES)
def test_its_twin_compiles(compiler: tuple[str, list[str]], name: str) -> None:
    _, command = compiler
    done = compile_case(command, FOLDER / "cases" / f"{name}.cpp")
    assert done.returncode == 0, f"{name}: the right form does not compile:\n{done.stderr}"


def test_every_row_of_the_cases_is_here() -> None:
    assert len(CASES) >= 45
