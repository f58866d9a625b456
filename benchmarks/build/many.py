#!/usr/bin/env python3
"""Times the build of many kernels, in kernel libraries, against what it cannot do without.

Made up: --sources CUDA files of --kernels kernels each, in --libraries libraries, and a program of one host
file a library. Everything by Ninja with the same -j, each in turn in every round, so that all share the
machine's moods:
  bare           the nvcc calls of the build (PTX and debug pass) and the compiles of the generated C++, as
                 Ninja has them, without generator, order or link
  clean          the libraries built from nothing; the program is the user's, and left out
  by hand        the same kernels by hand-written CMake: CUDA_PTX_COMPILATION and bin2c; no header, no checks
  null           a build with nothing to do
  plain null     the same for a project of as many sources and libraries, of C++ alone
Each by the clock and in seconds of processor time, which other work on the machine disturbs less.
Then the time of one more library when CMake configures again: with --more libraries and with one.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

KERNEL = """
/// Kernel {index} of its file: a saxpy with a twist.
__global__ void {name}(const float* __restrict__ in, float* __restrict__ out, float factor, unsigned count) {{
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * factor + sinf(in[i]) * {index}.0f;
}}
"""
HEAD = "cmake_minimum_required(VERSION 3.25)\nproject(many LANGUAGES CXX {languages})\n"
OURS = """
add_subdirectory("{root}" gpu_kernels_project)
include(GpuKernels)
set(CMAKE_CUDA_ARCHITECTURES 75-virtual)
"""
BY_HAND = """
add_library({library}_ptx OBJECT {sources})
set_target_properties({library}_ptx PROPERTIES CUDA_PTX_COMPILATION ON CUDA_ARCHITECTURES 75-virtual)
add_custom_command(OUTPUT {library}.c
  COMMAND sh ${{CMAKE_SOURCE_DIR}}/embed.sh {library}.c {library} $<TARGET_OBJECTS:{library}_ptx>
  DEPENDS $<TARGET_OBJECTS:{library}_ptx> COMMAND_EXPAND_LISTS)
add_custom_target({library}_embed DEPENDS {library}.c)
set_source_files_properties({library}.c PROPERTIES LANGUAGE CXX COMPILE_OPTIONS "-include;cstddef")
add_library({library} STATIC {library}.c)
"""
EMBED = """
output=$1 name=$2 index=0
shift 2
for ptx; do
  echo 'extern "C" const unsigned char '${name}_$index'[];'  # else const would keep it inside its file
  bin2c --const --padd 0 --name ${name}_$index "$ptx" || exit 1
  index=$((index + 1))
done > "$output"
"""


class Taken(NamedTuple):
    """What a command took, in seconds: by the clock, and of processors, its children's included."""

    clock: float
    processor: float


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*command: object, cwd: Path | None = None) -> Taken:
    """Runs a command that is to succeed."""
    start, used = time.perf_counter(), processor_seconds()
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    taken = Taken(time.perf_counter() - start, processor_seconds() - used)
    if done.returncode:
        sys.exit(f"failed: {' '.join(str(part) for part in command)}\n{done.stdout}{done.stderr}")
    return taken


WANTED = (("clean", "bare", "≤ 1.05"), ("null", "plain null", "≤ 1.2"), ("clean", "by hand", ""))


class Case:
    """One way to build: a source folder, its build tree, timed by Ninja itself."""

    def __init__(self, folder: Path, libraries: int, jobs: int) -> None:
        self.source, self.build, self.jobs = folder, folder / "build", jobs
        self.libraries = [f"lib{index}" for index in range(libraries)]

    def configure(self) -> Taken:
        return run(
            "cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
            "-DGpuKernels_BUILD_EMULATOR=OFF", f"-DGpuKernels_PYTHON={sys.executable}",
        )  # fmt: skip

    def null(self) -> Taken:
        return run("ninja", f"-j{self.jobs}", cwd=self.build)

    def clean(self) -> Taken:
        run("ninja", "-t", "clean", cwd=self.build)
        taken = run("ninja", f"-j{self.jobs}", *self.libraries, cwd=self.build)
        self.null()
        return taken


def write_kernels(folder: Path, sources: int, kernels: int) -> list[str]:
    names = []
    for source in range(sources):
        text = "".join(
            KERNEL.format(name=f"k{source}_{index}", index=index) for index in range(1, kernels + 1)
        )
        names.append(f"s{source}.cu")
        (folder / names[-1]).write_text(text)
    return names


def shares(names: list[str], libraries: int) -> list[list[str]]:
    return [names[index::libraries] for index in range(libraries)]


def make_ours(folder: Path, chosen: argparse.Namespace, libraries: int) -> Case:
    folder.mkdir()
    names = write_kernels(folder, max(chosen.sources, libraries), chosen.kernels)
    lines = [HEAD.format(languages=""), OURS.format(root=ROOT)]
    for index, part in enumerate(shares(names, libraries)):
        lines.append(f"gpu_add_kernel_library(lib{index} SOURCES {' '.join(part)})\n")
        function = f"const char* use{index}() {{ return lib{index}::k{index}_1.name(); }}"
        (folder / f"use{index}.cpp").write_text(f"#include <lib{index}.hpp>\n{function}\n")
    return finish(folder, lines, libraries, chosen.jobs)


def make_by_hand(folder: Path, chosen: argparse.Namespace) -> Case:
    folder.mkdir()
    names = write_kernels(folder, chosen.sources, chosen.kernels)
    (folder / "embed.sh").write_text(EMBED)
    lines = [HEAD.format(languages="CUDA")]
    for index, part in enumerate(shares(names, chosen.libraries)):
        lines.append(BY_HAND.format(library=f"lib{index}", sources=" ".join(part)))
        (folder / f"use{index}.cpp").write_text(
            f'extern "C" const unsigned char lib{index}_0[];\n'
            f"const char* use{index}() {{ return reinterpret_cast<const char*>(lib{index}_0); }}\n"
        )
    return finish(folder, lines, chosen.libraries, chosen.jobs)


def make_plain(folder: Path, chosen: argparse.Namespace) -> Case:
    folder.mkdir()
    lines = [HEAD.format(languages="")]
    for index in range(chosen.libraries):
        part = [f"s{source}.cpp" for source in range(chosen.sources)[index :: chosen.libraries]]
        lines.append(f"add_library(lib{index} STATIC lib{index}.cpp {' '.join(part)})\n")
        for file in (f"lib{index}.cpp", *part):
            text = f"#include <cmath>\n#include <string>\nint f_{file[:-4]}() {{ return {index}; }}\n"
            (folder / file).write_text(text)
        (folder / f"use{index}.cpp").write_text(f'const char* use{index}() {{ return "k"; }}\n')
    return finish(folder, lines, chosen.libraries, chosen.jobs)


def finish(folder: Path, lines: list[str], libraries: int, jobs: int) -> Case:
    """The program, of one file a library and main."""
    calls = " && ".join(f"use{index}()" for index in range(libraries))
    declarations = "".join(f"const char* use{index}();\n" for index in range(libraries))
    (folder / "main.cpp").write_text(f"{declarations}int main() {{ return ({calls}) ? 0 : 1; }}\n")
    files = " ".join(f"use{index}.cpp" for index in range(libraries))
    linked = " ".join(f"lib{index}" for index in range(libraries))
    lines.append(f"add_executable(app main.cpp {files})\ntarget_link_libraries(app PRIVATE {linked})\n")
    (folder / "CMakeLists.txt").write_text("".join(lines))
    return Case(folder, libraries, jobs)


class Bare:
    """The commands of a build that is there, as a Ninja file of rules that wait for nothing."""

    def __init__(self, case: Case) -> None:
        self.case = case
        listed = subprocess.run(
            ["ninja", "-t", "commands"], cwd=case.build, capture_output=True, text=True, check=True
        )
        lines = listed.stdout.splitlines()
        self.device = [line for line in lines if re.search(r"\bnvcc .* -ptx ", line)]
        self.generated = [line for line in lines if re.search(r" -c \S*/gpu_kernels/\S+\.cpp$", line)]
        text = ["rule run\n  command = $do\n"]
        for index, line in enumerate([*self.device, *self.generated]):
            text.append(f"build edge{index}: run\n  do = {line.replace('$', '$$')}\n")
        (case.build / "bare.ninja").write_text("".join(text))

    def __call__(self) -> Taken:
        return run("ninja", "-f", "bare.ninja", f"-j{self.case.jobs}", cwd=self.case.build)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sources", type=int, default=100)
    parser.add_argument("--kernels", type=int, default=10, help="a source")
    parser.add_argument("--libraries", type=int, default=10)
    parser.add_argument("--more", type=int, default=21, help="libraries when the time to configure is taken")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    return parser.parse_args()


def time_builds(folder: Path, chosen: argparse.Namespace) -> dict[str, list[Taken]]:
    ours = make_ours(folder / "ours", chosen, chosen.libraries)
    by_hand = make_by_hand(folder / "by_hand", chosen)
    plain = make_plain(folder / "plain", chosen)
    for case in (ours, by_hand, plain):
        case.configure()
        case.null()
    bare = Bare(ours)
    print(f"bare: {len(bare.device)} calls of nvcc, {len(bare.generated)} generated C++ files")
    cases = {"bare": bare, "clean": ours.clean, "by hand": by_hand.clean, "null": ours.null}
    cases["plain null"] = plain.null
    times: dict[str, list[Taken]] = {name: [] for name in cases}
    for _ in range(chosen.rounds):
        for name, case in cases.items():
            repeated = [case() for _ in range(5)] if "null" in name else [case()]
            times[name].append(Taken(*(statistics.median(part) for part in zip(*repeated))))
    return times


def time_configuring(folder: Path, chosen: argparse.Namespace) -> float:
    """Seconds a library beyond the first, of configuring a build tree again."""
    one, more = (make_ours(folder / f"configure{count}", chosen, count) for count in (1, chosen.more))
    seconds: dict[Case, list[float]] = {one: [], more: []}
    for case in (one, more):
        case.configure()
    for _ in range(max(3, chosen.rounds)):
        for case, taken in seconds.items():
            taken.append(case.configure().clock)
    return (statistics.median(seconds[more]) - statistics.median(seconds[one])) / (chosen.more - 1)


def main() -> None:
    chosen = parse()
    print(
        f"{platform.machine()}, -j{chosen.jobs}, {chosen.rounds} rounds: {chosen.sources} sources of "
        f"{chosen.kernels} kernels in {chosen.libraries} libraries"
    )
    with tempfile.TemporaryDirectory(prefix="gpu-kernels-many-") as name:
        os.environ.setdefault("CUDACXX", shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
        os.environ["PATH"] += os.pathsep + str(Path(os.environ["CUDACXX"]).parent)  # bin2c
        times = time_builds(Path(name), chosen)
        configuring = time_configuring(Path(name), chosen)
    for what, taken in times.items():
        clock = [one.clock for one in taken]
        processor = statistics.median(one.processor for one in taken)
        spread = f"({min(clock):.3f} to {max(clock):.3f})"
        print(f"{what:10}  {statistics.median(clock):8.3f} s  {spread}  processors {processor:8.3f} s")
    for above, below, wanted in WANTED:
        pairs = list(zip(times[above], times[below]))
        clock = [one.clock / other.clock for one, other in pairs]
        processor = statistics.median(one.processor / other.processor for one, other in pairs)
        spread = f"({min(clock):.2f} to {max(clock):.2f})"
        line = f"{above} ÷ {below}: {statistics.median(clock):.3f} {spread} {wanted}".rstrip()
        print(f"{line}; processors {processor:.3f}")
    print(f"configuring again, a library beyond the first: {configuring * 1000:.1f} ms ≤ 30 ms")


if __name__ == "__main__":
    main()
