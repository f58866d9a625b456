#!/usr/bin/env python3
"""Compiles the CUDA sources of this folder with nvcc, loads them through a driver, and runs their checks.

    corpus.py [--driver libgpu_emulator.so] [--build FOLDER] [--all] [FILE.cu ...]

Each kernel named check_* takes the address of a counter and counts there what is wrong. Comment lines
of a file that start with "// corpus:" say what it needs:

    architectures 90            only for these; default: all of 75, 80, 86, 89, 90
    options -rdc=true           further options of nvcc
    refused WORDS               the driver has to refuse the module, with a line and these words in its log
    loads only                  nothing is run
    loads only with OPTION      its results are not those of ordinary arithmetic then

Without --all each file is compiled for compute_90 without options. Each module has a process of its own: a
kernel that fails may take its context with it. The checks behind the failing one then run in another.
The same runs on a GPU: --driver libcuda.so.1.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ARCHITECTURES = ("75", "80", "86", "89", "90")
# nvcc's -O0 to -O3 are for host code: device code is the same (--all checks that). -Ofc reaches device code.
WAYS = ((), ("-G",), ("-lineinfo",), ("-use_fast_math",), ("-Ofc=min",), ("-Ofc=max",))
USUAL = (("90", ()),)
BLOCKS, THREADS, SHARED = 4, 256, 4096
COMPUTE_CAPABILITY_MAJOR, COMPUTE_CAPABILITY_MINOR = 75, 76
JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE = 5, 6
ANSWER = "corpus answer: "  # heads the lines by which a module's process says how it went


class Driver:
    """The calls that are needed, of any driver library."""

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL(path)
        self.must("cuInit", 0)
        self.context = ctypes.c_void_p()
        self.must("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), 0)
        self.must("cuCtxSetCurrent", self.context)
        self.capability = 10 * self.attribute(COMPUTE_CAPABILITY_MAJOR) + self.attribute(
            COMPUTE_CAPABILITY_MINOR
        )

    def call(self, name: str, *arguments: object) -> int:
        return getattr(self.library, name)(*arguments)

    def must(self, name: str, *arguments: object) -> None:
        if result := self.call(name, *arguments):
            raise RuntimeError(f"{name} gives {result}")

    def attribute(self, which: int) -> int:
        value = ctypes.c_int()
        self.must("cuDeviceGetAttribute", ctypes.byref(value), which, 0)
        return value.value

    def load(self, text: bytes) -> tuple[ctypes.c_void_p | None, str]:
        """The module, or none and what the log says."""
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(1 << 16)
        options = (ctypes.c_int * 2)(JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), len(log))
        result = self.call("cuModuleLoadDataEx", ctypes.byref(module), text + b"\0", 2, options, values)
        return (None, f"{result}: {log.value.decode()}") if result else (module, "")

    def failures(self, module: ctypes.c_void_p, kernel: str) -> str:
        """Runs a check; says what went wrong, or nothing."""
        function, counter, count = ctypes.c_void_p(), ctypes.c_uint64(), ctypes.c_uint32()
        self.must("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
        self.must("cuMemAlloc_v2", ctypes.byref(counter), 4)
        self.must("cuMemsetD32_v2", counter, 0, 1)
        arguments = (ctypes.c_void_p * 1)(ctypes.addressof(counter))
        configuration = (function, BLOCKS, 1, 1, THREADS, 1, 1, SHARED, None, arguments)
        if "cooperative" in kernel:
            launched = self.call("cuLaunchCooperativeKernel", *configuration)
        else:
            launched = self.call("cuLaunchKernel", *configuration, None)
        if result := launched or self.call("cuCtxSynchronize"):
            raise RuntimeError(f"{kernel} ends with {result}")
        self.must("cuMemcpyDtoH_v2", ctypes.byref(count), counter, 4)
        self.must("cuMemFree_v2", counter)
        return f"{kernel}: {count.value} checks fail" if count.value else ""


class Source:
    """A file, and what its comments say about it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes = re.findall(r"^// corpus: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)

    def note(self, head: str) -> str | None:
        for note in self.notes:
            if note == head or note.startswith(head + " "):
                return note[len(head) + 1 :]
        return None

    def ways(self, every: bool) -> list[tuple[str, tuple[str, ...]]]:
        allowed = (self.note("architectures") or " ".join(ARCHITECTURES)).split()
        if self.note("refused") is not None:
            return [(allowed[-1], ())]
        wanted = [(arch, way) for arch in ARCHITECTURES for way in WAYS] if every else USUAL
        return [(arch, way) for arch, way in wanted if arch in allowed]

    def runs(self, way: tuple[str, ...]) -> bool:
        if "" in (self.note("loads only"),):
            return False
        return not any(self.note(f"loads only with {option}") is not None for option in way)


def compile_to_ptx(source: Source, arch: str, way: tuple[str, ...], folder: Path) -> Path:
    output = folder / f"{source.path.stem}.{arch}{''.join(way).replace('=', '')}.ptx"
    inputs = (source.path, FOLDER / "check.cuh", Path(__file__))
    if output.exists() and output.stat().st_mtime > max(path.stat().st_mtime for path in inputs):
        return output
    options = (source.note("options") or "").split()
    command = ["nvcc", "-ptx", "-std=c++17", f"-arch=compute_{arch}", *way, *options, f"-I{FOLDER}", "-w"]
    done = subprocess.run(
        [*command, "-o", f"{output}.new", source.path.name],
        cwd=source.path.parent,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-2000:]}")
    os.replace(f"{output}.new", output)
    return output


def capability_of(driver: str) -> int:
    """Asked by a process of its own: a driver that is loaded does not survive a fork."""
    command = [sys.executable, __file__, "--driver", driver, "--capability"]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{driver}: {done.stdout[-2000:]}")
    return int(done.stdout.split()[-1])


def run_checks(path: str, ptx: Path, kernels: list[str]) -> None:
    """Loads a module, runs its checks until one ends with an error, and prints what came of each step."""

    def say(**what: str) -> None:
        sys.stdout.flush()
        print(f"\n{ANSWER}{json.dumps(what)}", flush=True)

    driver = Driver(path)
    module, log = driver.load(ptx.read_bytes())
    say(refused=log) if module is None else say(loaded="")
    for kernel in kernels if module is not None else []:
        say(begins=kernel)
        say(ran=kernel, wrong=driver.failures(module, kernel))
    if module is not None:
        driver.must("cuModuleUnload", module)
        say(unloaded="")


def in_a_process(driver: str, ptx: Path, kernels: list[str]) -> tuple[list[dict[str, str]], str]:
    """What run_checks says in a process of its own, and the last line of whatever else was printed."""
    command = [sys.executable, __file__, "--driver", driver, "--run", str(ptx), *kernels]
    try:
        done = subprocess.run(
            command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600
        )
    except subprocess.TimeoutExpired:
        return [], "does not end within 600 s"
    lines = done.stdout.split("\n")
    answers = [json.loads(line[len(ANSWER) :]) for line in lines if line.startswith(ANSWER)]
    others = [line for line in lines if line.strip() and not line.startswith(ANSWER)]
    return answers, others[-1] if others else f"the process ends with {done.returncode}"


def outcomes(driver: str, ptx: Path, kernels: list[str]) -> list[str]:
    """What is wrong with a module that has to load: nothing, or a line a check."""
    wrong: list[str] = []
    left = list(kernels)
    while True:
        answers, last = in_a_process(driver, ptx, left)
        if not answers or "refused" in answers[0]:
            return [*wrong, f"does not load: {answers[0]['refused'] if answers else last}"]
        wrong += [answer["wrong"] for answer in answers if answer.get("wrong")]
        if "unloaded" in answers[-1]:
            return wrong
        failing = answers[-1].get("begins", "")
        wrong.append(f"{failing or 'cuModuleUnload'}: {last}")
        if failing not in left:
            return wrong
        left = left[left.index(failing) + 1 :]


def judge(driver: str, source: Source, way: tuple[str, ...], ptx: Path) -> list[str]:
    if (words := source.note("refused")) is not None:
        answers, last = in_a_process(driver, ptx, [])
        if not answers or "refused" not in answers[0]:
            return ["loads, and should be refused" if answers else last]
        log = answers[0]["refused"]
        if not re.search(rf"line \d+: .*{re.escape(words)}", log):
            return [f"the log does not name a line and '{words}': {log}"]
        return []
    kernels = re.findall(r"^\.visible \.entry (check_\w+)\(", ptx.read_text(), re.MULTILINE)
    return outcomes(driver, ptx, kernels if source.runs(way) else [])


def same_at_every_level(source: Source, folder: Path) -> list[str]:
    """-O0 to -O3 give the same PTX but for the comments of its head."""
    arch = source.ways(True)[-1][0]
    texts = {
        re.sub(r"(?m)^//.*$", "", compile_to_ptx(source, arch, (f"-O{level}",), folder).read_text())
        for level in range(4)
    }
    return [] if len(texts) == 1 else ["-O0 to -O3 give different PTX"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--driver", default="libcuda.so.1")
    parser.add_argument("--build", type=Path, default=Path("build/corpus"))
    parser.add_argument("--all", action="store_true", help="every architecture with every option")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--capability", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--run", type=Path, metavar="PTX", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    if arguments.capability:
        print(Driver(arguments.driver).capability)
        return 0
    if arguments.run:
        run_checks(arguments.driver, arguments.run, [str(kernel) for kernel in arguments.files])
        return 0
    if shutil.which("nvcc") is None:
        print("skipped: nvcc is not on the PATH")
        return 77
    arguments.build.mkdir(parents=True, exist_ok=True)
    capability = capability_of(arguments.driver)
    files = arguments.files or sorted(FOLDER.glob("*.cu")) + sorted((FOLDER / "refused").glob("*.cu"))
    jobs = [
        (source, arch, way)
        for source in map(Source, files)
        for arch, way in source.ways(arguments.all)
        if int(arch) <= capability
    ]
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        compiled = [pool.submit(compile_to_ptx, *job, arguments.build) for job in jobs]
        for (source, arch, way), ptx in zip(jobs, compiled):
            try:
                wrong = judge(arguments.driver, source, way, ptx.result())
                if arguments.all and (arch, way) == source.ways(True)[0]:
                    wrong += same_at_every_level(source, arguments.build)
            except RuntimeError as error:
                wrong = [str(error)]
            name = f"{source.path.name} compute_{arch} {' '.join(way)}".strip()
            print("\n    ".join([f"{'FAILED' if wrong else 'ok'}  {name}", *wrong]), flush=True)
            failed += bool(wrong)
    print(f"{len(jobs) - failed} of {len(jobs)} modules are right")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
