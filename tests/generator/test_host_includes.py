"""HOST_INCLUDES adds to the headers that the generator finds, and takes their place for none."""

from __future__ import annotations

import pathlib
import subprocess

import pytest
from conftest import ROOT
from gpu_kernels.cli import main
from test_nvcc import compile_both_ways
from toolchain import SYSTEM_INCLUDES, needs_nvcc

pytestmark = needs_nvcc

SOURCE = """
#include <cstdint>
#include <app/params.hpp>
struct Local { int n; };
__global__ void scale(float4 factor, app::Params params, float* data, std::uint32_t n) {}
"""
LOCAL_KERNEL = "__global__ void local(Local local) {}\n"


@pytest.fixture
def project(tmp_path: pathlib.Path) -> pathlib.Path:
    include = tmp_path / "include"
    (include / "app").mkdir(parents=True)
    (include / "app" / "params.hpp").write_text(
        "#pragma once\nnamespace app { struct Params { float x; }; }\n"
    )
    (include / "extra.hpp").write_text("#pragma once\nstruct Local { int n; };\n")
    return tmp_path


@pytest.mark.parametrize(
    ("more", "host_includes", "expected"),
    [
        ("", [], {"<cstdint>", "<vector_types.h>", '"app/params.hpp"'}),
        ("", ["extra.hpp"], {"<cstdint>", "<vector_types.h>", '"app/params.hpp"', '"extra.hpp"'}),
        (LOCAL_KERNEL, ["extra.hpp"], {"<cstdint>", "<vector_types.h>", '"app/params.hpp"', '"extra.hpp"'}),
        ("", ["<array>"], {"<cstdint>", "<vector_types.h>", '"app/params.hpp"', "<array>"}),
    ],
)
def test_host_includes_add(more, host_includes, expected, project, make_job) -> None:
    (project / "kernels.cu").write_text(SOURCE + more)
    compile_both_ways(project, ["kernels.cu"], ["-arch=compute_75"])
    job = make_job(project, "a", ["kernels.cu"], host_includes=host_includes)
    assert main(["generate", "--job", str(job)]) == 0
    lines = (project / "out" / "a.hpp").read_text().splitlines()
    found = {line.removeprefix("#include ") for line in lines if line.startswith("#include ")}
    assert {include for include in found if not include.startswith("<gpu/")} == expected
    includes = [f"-I{path}" for path in (project / "include", project / "out", ROOT / "include")]
    command = ["g++", "-std=c++20", "-fsyntax-only", *includes, *SYSTEM_INCLUDES, "out/a.cpp"]
    result = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_type_of_a_source_without_host_includes(project, make_job, capfd) -> None:
    (project / "kernels.cu").write_text(SOURCE + LOCAL_KERNEL)
    compile_both_ways(project, ["kernels.cu"], ["-arch=compute_75"])
    assert main(["generate", "--job", str(make_job(project, "a", ["kernels.cu"]))]) == 1
    assert "name a header that defines the same for the host in HOST_INCLUDES" in capfd.readouterr().err
