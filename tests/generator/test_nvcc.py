"""The whole way with the compiler that is here: nvcc's own output of today gives the golden headers."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from gpu_kernels.cli import main
from recorded_case import RecordedCase, case_names
from toolchain import NVCC, needs_nvcc

pytestmark = needs_nvcc


# What nvcc says of these, it says of the others; of those as well where the newest nvcc runs.
ALWAYS = {"c_linkage", "declarations", "shared_names", "symbols", "templates", "types"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in ALWAYS else pytest.mark.matrix) for name in case_names("golden")],
)
def test_nvcc_output_gives_the_golden_header(name, tmp_path, make_job) -> None:
    case = RecordedCase("golden", name)
    directory = case.unpack(tmp_path)
    compile_both_ways(directory, case.sources, [f"-arch={case.architecture}", *case.options])
    job = make_job(directory, case.library, case.sources, **case.changes)
    assert main(["generate", "--job", str(job)]) == 0
    header = f"{case.library}.hpp"
    assert (tmp_path / "out" / header).read_text() == (case.directory / "expected" / header).read_text()


KERNELS = {
    "first": "/// One.\n__global__ void first(float* data) {\n  *data = 1.0f;\n}\n",
    "second": "/// Two.\n__global__ void second(int n, float* data) {\n  *data = n;\n}\n",
}
ORIGINAL = KERNELS["first"] + KERNELS["second"]


@pytest.mark.parametrize(
    ("changed", "same"),
    [
        (ORIGINAL.replace("{\n", "{\n  // a comment in the body\n"), {"a.hpp", "a.cpp", "a_image.hpp"}),
        ("\n\n" + ORIGINAL, {"a.hpp", "a.cpp", "a_image.hpp"}),
        (KERNELS["second"] + KERNELS["first"], {"a.hpp", "a.cpp"}),
        (ORIGINAL.replace("1.0f", "2.0f"), {"a.hpp", "a.cpp", "a.json"}),
        (ORIGINAL.replace("int n", "long n"), set()),
    ],
    ids=["comment in a body", "lines above", "kernels swapped", "body", "signature"],
)
def test_a_change_goes_no_further_than_it_must(changed, same, tmp_path, make_job) -> None:
    made = []
    for text in (ORIGINAL, changed):
        (tmp_path / "kernels.cu").write_text(text)
        compile_both_ways(tmp_path, ["kernels.cu"], ["-arch=compute_75"])
        assert main(["generate", "--job", str(make_job(tmp_path, "a", ["kernels.cu"]))]) == 0
        made.append({path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()})
    before, after = made
    assert {name for name in before if before[name] == after[name]} == same


_compiled: dict[object, dict[str, str]] = {}
_HERE = "/directory/of/the/test/"


def compile_both_ways(directory: pathlib.Path, sources: list[str], options: list[str]) -> None:
    """Compiles as the CMake function does; the same files and options once a session, as the recorded cases
    do: the debug records name files by their paths."""
    here = f"{directory}/"
    inputs = [
        (name, (directory / name).read_bytes())
        for name in sorted(str(path.relative_to(directory)) for path in directory.rglob("*"))
        if name.endswith((".cu", ".cuh", ".h", ".hpp")) and not name.startswith("out/")
    ]
    key = (tuple(inputs), tuple(sources), tuple(option.replace(here, _HERE) for option in options))
    outputs = [f"{source[: -len('.cu')]}{suffix}" for source in sources for suffix in (".ptx", ".debug.ptx")]
    if key not in _compiled:
        _run_nvcc(directory, sources, options)
        _compiled[key] = {name: (directory / name).read_text().replace(here, _HERE) for name in outputs}
    for name, text in _compiled[key].items():
        (directory / name).write_text(text.replace(_HERE, here))


def _run_nvcc(directory: pathlib.Path, sources: list[str], options: list[str]) -> None:
    passes = []
    for source in sources:
        stem = directory / source[: -len(".cu")]
        for mode, suffix in (((), ".ptx"), (("-G",), ".debug.ptx")):
            all_options = ["-ptx", *mode, "-std=c++17", "-w", "-Iinclude", *options]
            command = [NVCC, *all_options, source, "-o", f"{stem}{suffix}"]
            passes.append(subprocess.Popen(command, cwd=directory))
    assert [one.wait() for one in passes] == [0] * len(passes)
