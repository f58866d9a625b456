"""What is read from ptxas -v, and the occupancy that follows from it."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from gpu_kernels.cli import main
from gpu_kernels.occupancy import MULTIPROCESSORS, Occupancy, blocks_of_multiprocessor, occupancy
from gpu_kernels.resources import Function, _options, read_nvlink, read_ptxas
from recorded_case import RecordedCase
from toolchain import TOOLKIT_INCLUDES, needs_nvcc

OUTPUT = """ptxas info    : 0 bytes gmem, 64 bytes cmem[3]
ptxas info    : Compiling entry function 'm' for 'sm_75'
ptxas info    : Function properties for m
    24 bytes stack frame, 16 bytes spill stores, 20 bytes spill loads
ptxas info    : Used 4 registers, used 0 barriers, 360 bytes cmem[0], 8 bytes cmem[2]
ptxas info    : Compile time = 6.649 ms
ptxas info    : Compiling entry function '_Z1kPf' for 'sm_75'
ptxas info    : Function properties for _Z1kPf
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 168 bytes cumulative stack size, 128 bytes smem, \
364 bytes cmem[0]
ptxas info    : Function properties for _Z1fPfi
    160 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
"""


def test_what_ptxas_says() -> None:
    assert read_ptxas(OUTPUT) == [
        Function("m", True, 4, stack=24, spill_stores=16, spill_loads=20, constant=368),
        Function("_Z1kPf", True, 40, stack=168, shared=128, constant=364),
        Function("_Z1fPfi", stack=160, spill_stores=4, spill_loads=4),
    ]


LINKED = """nvlink warning : Stack size for entry function '_Z1kPf' cannot be statically determined
nvlink info    : 0 bytes gmem
nvlink info    : Function properties for '_Z1kPf':
nvlink info    : used 251 registers, used 1 barriers, 40 stack, {} bytes smem, 544 bytes cmem[0], 0 bytes lmem
nvlink info    : Function properties for 'm':
nvlink info    : used 8 registers, 0 stack, 0 bytes smem, 0 bytes lmem
"""


@pytest.mark.parametrize(("architecture", "said"), [("80", 128), ("90", 1152), ("90a", 1152), ("100", 128)])
def test_what_nvlink_says(architecture: str, said: int) -> None:
    assert read_nvlink(LINKED.format(said), architecture) == {
        "_Z1kPf": Function("_Z1kPf", True, 251, stack=40, shared=128, constant=544),
        "m": Function("m", True, 8),
    }


PTXAS = """#!/bin/sh
cat >&2 <<'END'
ptxas info    : Compiling entry function '_Z3ownPf' for 'sm_75'
ptxas info    : Function properties for _Z3ownPf
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers
ptxas info    : Function properties for _Z1fPfi$2
    8 bytes stack frame, 4 bytes spill stores, 8 bytes spill loads
ptxas info    : Compiling entry function '_ZN3cub10FillKernelIfEEvPT_S1_i' for 'sm_75'
ptxas info    : Function properties for _ZN3cub10FillKernelIfEEvPT_S1_i
    160 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 80 registers, used 0 barriers
END
"""


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("vector_add", ""),
        ("library_entries", " (of this source, or of kernels in include/cub/device_fill.cuh)"),
    ],
)
def test_limits_hold_for_what_users_wrote(name, where, tmp_path, make_job, capsys) -> None:
    """Not for kernels of library headers. Functions have the source's names."""
    case = RecordedCase("golden", name)
    (tmp_path / "ptxas").write_text(PTXAS)
    (tmp_path / "ptxas").chmod(0o755)
    assembling = {"architectures": ["75"], "ptxas": str(tmp_path / "ptxas"), "options": []}
    assembling |= {"max_registers": 40, "forbid_spills": True}
    directory = case.unpack(tmp_path)
    job = make_job(directory, case.library, case.sources, **case.changes, assembling=assembling)
    assert main(["generate", "--job", str(job)]) == 1
    assert [line for line in capsys.readouterr().err.splitlines() if "error: " in line] == [
        f"{directory / case.sources[0]}: error: function `f(float*, int)`{where} spills registers for sm_75, "
        "4 bytes of stores and 8 of loads, and FORBID_SPILLS allows none: a higher bound "
        "(__launch_bounds__, -maxrregcount) or fewer live values help"
    ]


def test_options_of_ptxas() -> None:
    given = (
        *("-O3", "-Xptxas", "-O1,--warn-on-spills", "-Xptxas=-dlcm=cg", "SHELL:-Xptxas -v"),
        *("-maxrregcount", "32", "--maxrregcount=40", "-rdc=true", "-lineinfo"),
    )
    assert _options(given) == [
        *("-O1", "--warn-on-spills", "-dlcm=cg", "-v", "--maxrregcount=32", "--maxrregcount=40", "-c"),
    ]


@pytest.mark.parametrize(
    ("architecture", "registers", "shared", "max_block", "expected"),
    [
        ("sm_75", 32, 0, 1024, Occupancy(1024, 64, 100)),
        ("sm_75", 128, 0, 1024, Occupancy(512, 32, 50)),
        ("sm_80", 64, 0, 1024, Occupancy(1024, 32, 50)),
        ("sm_80", 255, 0, 1024, Occupancy(256, 32, 12)),
        ("sm_86", 32, 0, 1024, Occupancy(1024, 96, 100)),
        ("sm_86", 32, 0, 64, Occupancy(64, 64, 67)),
        ("sm_90", 32, 49152, 1024, Occupancy(1024, 512, 100)),
        ("sm_90a", 32, 49152, 128, Occupancy(128, 128, 25)),
        ("sm_90", 32, 0, 100, Occupancy(100, 64, 100)),
        ("sm_120", 16, 0, 1024, Occupancy(1024, 64, 100)),
    ],
)
def test_occupancy(architecture, registers, shared, max_block, expected) -> None:
    assert occupancy(architecture, registers, shared, max_block) == expected


def test_limits_that_are_not_known() -> None:
    assert occupancy("sm_999", 32, 0, 1024) is None


REFERENCE = """
#include <cuda_occupancy.h>
#include <cstdio>
int main() {
  int major, minor, warps, shared, reserved, registers, bytes, block;
  while (std::scanf("%d %d %d %d %d %d %d %d", &major, &minor, &warps, &shared, &reserved, &registers, &bytes,
                    &block) == 8) {
    cudaOccDeviceProp device;
    device.computeMajor = major;
    device.computeMinor = minor;
    device.maxThreadsPerBlock = 1024;
    device.maxThreadsPerMultiprocessor = warps * 32;
    device.regsPerBlock = device.regsPerMultiprocessor = 65536;
    device.warpSize = 32;
    device.sharedMemPerBlock = 49152;
    device.sharedMemPerMultiprocessor = shared;
    device.numSms = 1;
    device.sharedMemPerBlockOptin = shared - reserved;
    device.reservedSharedMemPerBlock = reserved;
    cudaOccFuncAttributes kernel;
    kernel.maxThreadsPerBlock = 1024;
    kernel.numRegs = registers;
    kernel.sharedSizeBytes = bytes;
    cudaOccDeviceState state;
    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
    cudaOccResult result;
    const int status = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, block, 0);
    std::printf("%d\\n", status == 0 ? result.activeBlocksPerMultiprocessor : -status);
  }
}
"""


@needs_nvcc
def test_as_nvidia_calculates(tmp_path) -> None:
    """The toolkit's cuda_occupancy.h, asked for every architecture over a grid of kernels and blocks."""
    (tmp_path / "reference.cpp").write_text(REFERENCE)
    command = [shutil.which("c++") or "g++", "-w", *(f"-I{path}" for path in TOOLKIT_INCLUDES)]
    subprocess.run([*command, "reference.cpp", "-o", "reference"], cwd=tmp_path, check=True)
    cases = [
        (number, limits, registers, shared, block)
        for number, limits in MULTIPROCESSORS.items()
        for registers in (1, 8, 31, 32, 40, 64, 100, 128, 168, 255)
        for shared in (0, 1, 1000, 8192, 24576, 49152)
        for block in (1, 32, 33, 64, 96, 128, 200, 256, 384, 512, 768, 1024)
    ]
    lines = [
        " ".join(
            str(part)
            for part in (
                *(*divmod(number, 10), limits.warps, limits.shared, limits.shared_of_system),
                *(registers, shared, block),
            )
        )
        for number, limits, registers, shared, block in cases
    ]  # fmt: skip
    done = subprocess.run(
        [tmp_path / "reference"], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    theirs = [int(line) for line in done.stdout.split()]
    ours = [
        blocks_of_multiprocessor(limits, registers, shared, block)
        for _, limits, registers, shared, block in cases
    ]
    assert [(case, a, b) for case, a, b in zip(cases, ours, theirs) if a != b] == []
