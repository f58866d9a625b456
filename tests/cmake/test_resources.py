"""<name>_report, MAX_REGISTERS and FORBID_SPILLS."""

import json
import re

import pytest
from cmake_project import Project, copy_project, generators, kinds, replace

# Forty values that live at once.
HUNGRY = """
template <int N>
__device__ float sum(const float* in) {
  float values[N];
#pragma unroll
  for (int i = 0; i < N; ++i) values[i] = in[i * threadIdx.x];
  __syncthreads();
  float total = 0.0f;
#pragma unroll
  for (int i = 0; i < N; ++i) total += values[i] * values[(i * 7) % N];
  return total;
}

namespace app {
/// Needs many registers.
__global__ void hungry(const float* in, float* out) { *out = sum<40>(in); }
}  // namespace app
"""


def make(tmp_path, arguments, generator="Ninja"):
    project = Project(copy_project("rebuild", tmp_path / "source"), tmp_path / "build", generator)
    (project.source / "hungry.cu").write_text(HUNGRY)
    replace(project.source / "CMakeLists.txt", "shift.cu)", f"hungry.cu {arguments})")
    project.configure()
    return project


def manifest(project, name="kernels.json"):
    return json.loads(next(project.build_directory.glob(f"gpu_kernels/kernels/**/{name}")).read_text())


def machine_code(kernel):
    return {code["architecture"]: code for code in kernel["resources"]["machine_code"]}


@pytest.mark.parametrize("generator", generators(always="Unix Makefiles"))
def test_report(tmp_path, generator):
    project = make(tmp_path, "ARCHITECTURES 75 90-virtual COMPILE_OPTIONS -maxrregcount=32", generator)
    project.build("kernels_report")
    row = r"^(app::hungry|scale) +(sm_75|sm_90) +(\d+) .* (\d+) +(\d+) % \(\d+\)$"
    rows = sorted(re.findall(row, project.log, re.MULTILINE))
    names = ("app::hungry", "scale")
    assert [row[:2] for row in rows] == [(name, code) for name in names for code in ("sm_75", "sm_90")]
    kernels = {
        kernel["name"]: machine_code(kernel) for kernel in manifest(project, "*_report.json")["kernels"]
    }
    for name, architecture, registers, largest, occupancy in rows:
        code = kernels[name][architecture]
        assert (code["registers"], code["largest_block"], code["occupancy_percent"]) == (
            int(registers), int(largest), int(occupancy),
        )  # fmt: skip
    assert all(code["registers"] <= 32 for code in kernels["app::hungry"].values())
    assert all(code["spill_store_bytes"] > 0 for code in kernels["app::hungry"].values())
    assert "machine_code" not in manifest(project)["kernels"][0]["resources"]  # nobody asked in the build


def test_too_many_registers(tmp_path):
    project = make(tmp_path, "ARCHITECTURES 75 90 MAX_REGISTERS 24")
    assert project.try_build().returncode != 0
    for architecture in ("sm_75", "sm_90"):
        assert re.search(
            r"/source/hungry\.cu:\d+: error: kernel `app::hungry` uses \d+ registers a thread for "
            rf"{architecture}, and MAX_REGISTERS allows 24: ",
            project.log,
        ), project.log
    assert "`scale`" not in project.log
    assert not list(project.build_directory.glob("gpu_kernels/kernels/**/*.hpp"))

    replace(project.source / "hungry.cu", "sum<40>", "sum<2>")
    project.build()
    kernels = manifest(project)["kernels"]
    assert all(code["registers"] <= 24 for kernel in kernels for code in machine_code(kernel).values())
    assert project.build() == []


def test_spills(tmp_path):
    project = make(tmp_path, "FORBID_SPILLS COMPILE_OPTIONS -maxrregcount=24")
    assert project.try_build().returncode != 0
    assert re.search(
        r"hungry\.cu:\d+: error: kernel `app::hungry` spills registers for sm_75, \d+ bytes of stores and "
        r"\d+ of loads, and FORBID_SPILLS allows none",
        project.log,
    ), project.log
    replace(project.source / "CMakeLists.txt", " COMPILE_OPTIONS -maxrregcount=24", "")
    assert kinds(project.build())["generate"] == 1


def test_an_excess_leaves_what_was_there(tmp_path):
    project = make(tmp_path, "MAX_REGISTERS 100")
    project.build()
    folder = next(project.build_directory.glob("gpu_kernels/kernels"))
    before = {path: path.read_bytes() for path in folder.rglob("kernels*") if path.is_file()}
    replace(project.source / "hungry.cu", "sum<40>", "sum<200>")
    assert project.try_build().returncode != 0
    assert "MAX_REGISTERS allows 100" in project.log
    assert {path: path.read_bytes() for path in folder.rglob("kernels*") if path.is_file()} == before
