"""`gpu_kernels templates` and `gpu_kernels instantiate`: what is compiled for INSTANTIATE, and its errors."""

from __future__ import annotations

import json
import os
import pathlib

import pytest
from gpu_kernels.cli import main
from toolchain import NVCC, needs_nvcc


def kernel(name: str, file: pathlib.Path, line: int = 3, head: str = "template <class T>", **changes) -> dict:
    return {
        "name": name, "full_name": name, "file": str(file), "line": line, "head": head, "defined": True,
        **changes,
    }  # fmt: skip


class Run:
    """Plans INSTANTIATE for sources whose kernels are given."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.job = folder / "job.json"
        self.wrappers: list[pathlib.Path] = []

    def plan(self, values: list[str], *kernels: list[dict], **changes) -> int:
        templates = [self.folder / f"{index}.json" for index in range(len(kernels))]
        self.wrappers = [self.folder / "w" / f"{index}.cu" for index in range(len(kernels))]
        for path, found in zip(templates, kernels):
            path.write_text(json.dumps({"kernels": found}))
        content = {
            "schema": 1, "name": "lib", "place": str(self.folder / "CMakeLists.txt"),
            "base_directory": str(self.folder), "include_directories": [],
            "system_include_directories": ["/toolkit/include"], "instantiate": values,
            "sources": [str(self.folder / f"{index}" / "a.cu") for index in range(len(kernels))],
            "templates": list(map(str, templates)), "wrappers": list(map(str, self.wrappers)), **changes,
        }  # fmt: skip
        self.job.write_text(json.dumps(content))
        return main(["instantiate", "--job", str(self.job), "--stamp", str(self.folder / "stamp")])

    def texts(self) -> list[str]:
        return [path.read_text() for path in self.wrappers]


@pytest.fixture
def run(tmp_path):
    return Run(tmp_path)


def test_each_value_goes_to_the_source_that_has_the_template(run, tmp_path):
    here, there, header = tmp_path / "0" / "a.cu", tmp_path / "1" / "a.cu", tmp_path / "h.cuh"
    shared = kernel("app::fill", header, full_name="app::v1::fill")
    values = ["app::scale<float,\n 4>", "::app::v1::fill<int>", "shift< 'x' >"]
    assert (
        run.plan(
            values,
            [kernel("app::scale", here, head='template <class T, char C = "\\"[0]>'), shared],
            [shared, kernel("shift", there, 9), kernel("shift", there, 12, "template <int N>")],
        )
        == 0
    )
    first, second = run.texts()
    assert first == (
        "// Compiled for a.cu, since gpu_add_kernel_library(lib) has INSTANTIATE.\n"
        f'#include "{here}"\n'
        "void gpu_kernels_instantiate_0() { (void)&app::scale<float, 4>; static_assert(true, "
        '"INSTANTIATE of lib must fit 0/a.cu:3: template <class T, char C = \\"\\\\\\"[0]>"); }\n'
        "void gpu_kernels_instantiate_1() { (void)&::app::v1::fill<int>; static_assert(true, "
        '"INSTANTIATE of lib must fit h.cuh:3: template <class T>"); }\n'
    )
    assert second.split("\n", 2)[2] == (
        "void gpu_kernels_instantiate_0() { (void)&shift< 'x' >; static_assert(true, "
        '"INSTANTIATE of lib must fit 1/a.cu:9: template <class T>; 1/a.cu:12: template <int N>"); }\n'
    )
    assert (tmp_path / "stamp").exists()


def test_a_wrapper_is_written_when_its_text_changes(run, tmp_path):
    kernels = [kernel("k", tmp_path / "0" / "a.cu")], [kernel("l", tmp_path / "1" / "a.cu")]
    assert run.plan(["k<int>", "l<int>"], *kernels) == 0
    for path in run.wrappers:
        os.utime(path, (1, 1))
    assert run.plan(["k<int>", "l<char>"], *kernels) == 0
    assert [path.stat().st_mtime == 1 for path in run.wrappers] == [True, False]


def test_errors_are_all_printed_and_nothing_is_written(run, tmp_path, capfd):
    here, there = tmp_path / "0" / "a.cu", tmp_path / "1" / "a.cu"
    first = [
        kernel("k", here), kernel("plain", here, 5, ""), kernel("later", here, 6, defined=False),
        kernel("cub::k", "/toolkit/include/cub.cuh"),
    ]  # fmt: skip
    values = ["k<int>", "plain<int>", "later<int>", "app::k<int>", "nothing<int>", "cub::k<int>"]
    assert run.plan(values, first, [kernel("k", there, 7)]) == 1
    said = capfd.readouterr().err.replace(str(tmp_path), "…")
    start = "…/CMakeLists.txt: error: gpu_add_kernel_library(lib): INSTANTIATE holds"
    assert said == (
        f"{start} `k<int>`, and two sources have a kernel template `k` of their own, so that nobody can tell "
        "which one is meant; rename one, or instantiate it in its source: template __global__ void k<…>(…);\n"
        "…/0/a.cu:3: note: `k` is here\n…/1/a.cu:7: note: `k` is here\n"
        f"{start} `plain<int>`: `plain` is a kernel, but no template: it has a stub without INSTANTIATE\n"
        "…/0/a.cu:5: note: `plain` is here\n"
        f"{start} `later<int>`: the kernel template `later` is declared, but no source defines it\n"
        "…/0/a.cu:6: note: `later` is here\n"
        f"{start} `app::k<int>`: no source has a kernel template `app::k`; is `k` meant? There are `k` "
        "(1/a.cu:7)\n"
        f"{start} `nothing<int>`: no source has a kernel template `nothing`; there are `k` (1/a.cu:7)\n"
        f"{start} `cub::k<int>`: no source has a kernel template `cub::k`; is `k` meant? There are `k` "
        "(1/a.cu:7)\n"
    )
    assert not (tmp_path / "w").exists()
    assert not (tmp_path / "stamp").exists()


def test_library_without_templates(run, capfd):
    assert run.plan(["k<int>"], []) == 1
    assert "no source has a kernel template `k`; there is none at all" in capfd.readouterr().err


def test_job_files_that_are_wrong(run, capfd):
    assert run.plan(["k<int>"], [], wrappers=[]) == 2
    assert "`wrappers` must be as long as `sources` (1), found []" in capfd.readouterr().err
    assert run.plan(["k<int>"], [], templates=["/nothing.json"]) == 2
    assert "/nothing.json: cannot be read" in capfd.readouterr().err
    (run.folder / "text.json").write_text('{"kernels": [1]}')
    assert run.plan(["k<int>"], [], templates=[str(run.folder / "text.json")]) == 2
    assert "text.json: is no list of kernels as `gpu_kernels templates` writes it" in capfd.readouterr().err


@needs_nvcc
def test_templates_of_a_source(tmp_path, monkeypatch):
    (tmp_path / "h x.hpp").write_text("#define KERNEL(...) template <__VA_ARGS__> __global__ void\n")
    (tmp_path / "a.cu").write_text(
        '#include "h x.hpp"\n#include <cub/cub.cuh>\nKERNEL(class T) BOUNDS k(T* v) { *v = 1; }\n'
    )
    monkeypatch.chdir(tmp_path)
    toolkit = pathlib.Path(os.path.realpath(NVCC)).parents[1]
    compile_ = [
        NVCC,
        "-std=c++17",
        "-DBOUNDS=__launch_bounds__(32)",
        "-MD",
        "-MT",
        "t",
        "-MF",
        "d",
        "-ptx",
        "a.cu",
    ]
    assert main(["templates", f"--toolkit={toolkit}", *compile_, "-o", "found"]) == 0
    (found,) = json.loads((tmp_path / "found").read_text())["kernels"]
    assert found == kernel("k", tmp_path / "a.cu", 3)
    depfile = (tmp_path / "d").read_text()
    assert depfile.startswith("t: \\\n")
    assert "  h\\ x.hpp" in depfile
    assert "cub/cub.cuh" in depfile


def test_commands_that_are_no_compile(capfd):
    assert main(["templates", "nvcc", "--version"]) == 2
    assert "no compile with -ptx and -o: nvcc --version" in capfd.readouterr().err
