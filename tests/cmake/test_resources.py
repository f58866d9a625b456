"""<name>_report, MAX_REGISTERS and FORBID_SPILLS."""

import json
import re
import subprocess

import pytest
from cmake_project import CMAKE, REPOSITORY, Project, copy_project, generators, kinds, replace
from test_misuse import one_line

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


# Few registers of its own; `far` is in another source.
CALLER = """
__device__ float far(const float* in);
namespace app {
__global__ void caller(const float* in, float* out) { *out = far(in); }
__global__ void alone(const float* in, float* out) { *out = in[1]; }
}  // namespace app
"""
FAR = (
    HUNGRY[: HUNGRY.index("namespace app")] + "__device__ float far(const float* in) { return sum<40>(in); }"
)


@pytest.mark.parametrize(
    "image",
    [
        "ARCHITECTURES;75;90",
        pytest.param("IMAGE;FATBIN;ARCHITECTURES;75-virtual;90-real", marks=pytest.mark.matrix),
    ],
)
def test_callee_in_another_source(tmp_path, image):
    """Registers are counted in the linked code, of PTX too, by the check and by the report; spills where they
    are. Names are those of the source."""
    project = Project(copy_project("separable", tmp_path / "source"), tmp_path / "build")
    (project.source / "scale.cu").write_text(CALLER)
    (project.source / "deep" / "scale.cu").write_text(FAR)
    project.configure(f"-DMORE={image};MAX_REGISTERS;32")
    assert project.try_build("kernels").returncode != 0
    for architecture in ("sm_75", "sm_90"):
        assert re.search(
            r"scale\.cu:\d+: error: kernel `app::caller` uses \d+ registers a thread for "
            rf"{architecture} \(\d+ without the functions it calls\), and MAX_REGISTERS allows 32: ",
            project.log,
        ), project.log
    assert "alone" not in project.log

    replace(project.source / "deep" / "scale.cu", "sum<40>", "sum<2>")
    project.build("kernels")
    codes = {kernel["name"]: machine_code(kernel) for kernel in manifest(project)["kernels"]}
    assert all(0 < codes["app::caller"][name]["registers"] <= 32 for name in ("sm_75", "sm_90"))

    replace(project.source / "deep" / "scale.cu", "sum<2>", "sum<40>")
    project.configure(f"-DMORE={image}")
    project.build("kernels_report")
    rows = re.findall(r"^(app::\w+) +(sm_\d+) +(\d+) ", project.log, re.MULTILINE)
    counts = {(name, architecture): int(count) for name, architecture, count in rows}
    for architecture in ("sm_75", "sm_90"):
        assert counts["app::caller", architecture] > 32 > counts["app::alone", architecture]

    project.configure(f"-DMORE={image};FORBID_SPILLS;COMPILE_OPTIONS;-maxrregcount=24")
    assert project.try_build("kernels").returncode != 0
    assert re.search(
        r"deep/scale\.cu: error: function `far\(const float\*\)` spills registers for sm_90, \d+ bytes",
        project.log,
    ), project.log


@pytest.mark.parametrize(
    ("nvcc", "missing", "arguments", "expected"),
    [
        ("real", "", "", r"found '.*/real/ptxas' '.*/real/nvlink'"),
        ("link", "", "", r"found '.*/real/ptxas' '.*/real/nvlink'"),
        ("link", "ptxas", "", "found '' '.*/real/nvlink'"),
        ("link", "nvlink", "", "found '.*/real/ptxas' ''"),
        (
            "link",
            "ptxas",
            "MAX_REGISTERS",
            "ptxas is needed and does not stand .*MAX_REGISTERS and",
        ),
        (
            "real",
            "nvlink",
            "FORBID_SPILLS",
            "nvlink is needed .*CMAKE_CUDA_COMPILER.* without them it",
        ),
        ("real", "nvlink", "embedded_machine_code", "nvlink is needed .* IMAGE PTX does without"),
    ],
)
def test_tools_beside_nvcc(tmp_path, nvcc, missing, arguments, expected):
    """A linked nvcc has the tools of the real one; where one is missing, only what needs it fails."""
    for folder in ("real", "link"):
        (tmp_path / folder).mkdir()
    for tool in ("nvcc", "ptxas", "nvlink"):
        if tool != missing:
            (tmp_path / "real" / tool).touch()
    (tmp_path / "link" / "nvcc").symlink_to(tmp_path / "real" / "nvcc")
    setting = f"set(arg_{arguments} 9)\nset({arguments} 9)\n" if arguments else ""
    (tmp_path / "find.cmake").write_text(
        f'file(GLOB parts "{REPOSITORY}/cmake/GpuKernels/*.cmake")\n'
        "foreach(part IN LISTS parts)\n  include(${part})\nendforeach()\n"
        f'set(name kernels)\nset(CMAKE_CUDA_COMPILER "{tmp_path}/{nvcc}/nvcc")\n{setting}'
        "_gpu_kernels_describe_assembling(text)\n"
        'string(REGEX MATCH [["ptxas": "([^"]*)"]] _ "${text}")\nset(ptxas "${CMAKE_MATCH_1}")\n'
        "_gpu_kernels_find_nvlink(nvlink)\n"
        "message(STATUS \"found '${ptxas}' '${nvlink}'\")\n"
    )
    done = subprocess.run([CMAKE, "-P", tmp_path / "find.cmake"], capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == expected.startswith("found"), done.stderr
    assert re.search(expected, one_line(done.stdout + done.stderr)), done.stdout + done.stderr
