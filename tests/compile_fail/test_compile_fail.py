"""What must not compile does not, and the compilers say why.

Each file of cases/ is two programs: with WRONG defined it must be refused, with a message that holds every
fragment of its own `// gcc:` or `// clang:` lines; without, it must compile, so that nothing but the fault
in question refuses it. A `// flags: -Werror` line is for what is a warning. Quotation marks are compared as
plain ones, white space as single spaces.

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
    """On one line, with plain quotes and template arguments sorted: their order is that of GCC's version."""
    text = re.sub(r"\s+", " ", re.sub("[\u2018\u2019]", "'", text))
    return re.sub(r"(?<=\[with )[^][]+(?=\])", lambda found: "; ".join(sorted(found[0].split("; "))), text)


def expected(source: str, family: str) -> list[str]:
    return re.findall(rf"^// {family}: (.+)$", source, re.MULTILINE)


def compile_case(command: list[str], path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    flags = " ".join(expected(path.read_text(), "flags")).split()
    return subprocess.run(
        [*command, *flags, *more, str(path)], capture_output=True, text=True, timeout=120, check=False
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


# The refusals that docs/runtime.md promises ("What an argument may be"), and the cases that show each.
PROMISES = {
    "another element type": ["buffer_of_another_element_type", "buffer_of_unsigned_for_float"],
    "const buffer or pointer for T*": [
        "const_buffer_for_written_pointer",
        "const_buffer_for_void",
        "const_device_pointer_for_written_pointer",
    ],
    "raw pointer": ["raw_pointer", "raw_pointer_for_void", "zero_for_pointer", "address_for_pointer"],
    "host range": ["host_vector", "host_span", "host_array"],
    "temporary buffer": [
        "temporary_buffer",
        "temporary_buffer_for_written_pointer",
        "temporary_buffer_for_void",
        "overload_temporary_buffer",
    ],
    "variable of another type": [
        "size_t_variable",
        "size_of_a_vector",
        "int_variable",
        "int_variable_for_size_t",
        "overload_size_t_variable",
    ],
    "constant that does not fit": ["negative_constant", "constant_too_large", "inexact_constant_for_float"],
    "double for float": ["double_constant_for_float", "double_variable_for_float"],
    "fraction for integer": ["floating_point_for_integer"],
    "bool": ["int_for_bool", "text_for_bool"],
    "enumeration": ["int_for_enumeration", "enumeration_for_integer"],
    "struct": [
        "another_struct",
        "derived_struct",
        "derived_struct_beside_a_braced_list",
        "struct_by_conversion_operator",
        "double_for_half",
        "int_for_half",
        "host_only_argument_type",
        "struct_without_a_member",
    ],
    "count, order and name": [
        "too_few_arguments",
        "too_many_arguments",
        "swapped_arguments",
        "misspelt_kernel",
    ],
    "fields of the configuration": ["configuration_with_an_unknown_field", "configuration_out_of_order"],
    "object without a name": [
        "context_without_a_name",
        "stream_without_a_name",
        "event_without_a_name",
        "event_recorded_for_nobody",
        "buffer_without_a_name",
        "graph_without_a_name",
    ],
    "configuration": [
        "no_configuration",
        "configuration_without_grid",
        "configuration_without_block",
        "named_configuration_without_grid",
        "named_configuration_without_block",
        "fractional_grid",
    ],
}


@pytest.mark.parametrize("promise", PROMISES)
def test_every_promise_has_its_cases(promise: str) -> None:
    missing = set(PROMISES[promise]) - set(CASES)
    assert not missing, f"{promise}: no case {', '.join(sorted(missing))}"
