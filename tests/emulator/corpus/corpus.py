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

Without --all each file is compiled for compute_90 without options.
The same runs on a GPU: --driver libcuda.so.1.
"""

from __future__ import annotations

import argparse
import ctypes
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


def judge(driver: Driver, source: Source, way: tuple[str, ...], ptx: Path) -> list[str]:
    text = ptx.read_bytes()
    module, log = driver.load(text)
    if (words := source.note("refused")) is not None:
        if module is not None:
            return ["loads, and should be refused"]
        if not re.search(rf"line \d+: .*{re.escape(words)}", log):
            return [f"the log does not name a line and '{words}': {log}"]
        return []
    if module is None:
        return [f"does not load: {log}"]
    kernels = re.findall(r"^\.visible \.entry (check_\w+)\(", text.decode(), re.MULTILINE)
    wrong = []
    if source.runs(way):
        wrong = [found for kernel in kernels if (found := driver.failures(module, kernel))]
    driver.must("cuModuleUnload", module)
    return wrong


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
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    if shutil.which("nvcc") is None:
        print("skipped: nvcc is not on the PATH")
        return 77
    arguments.build.mkdir(parents=True, exist_ok=True)
    driver = Driver(arguments.driver)
    files = arguments.files or sorted(FOLDER.glob("*.cu")) + sorted((FOLDER / "refused").glob("*.cu"))
    jobs = [
        (source, arch, way)
        for source in map(Source, files)
        for arch, way in source.ways(arguments.all)
        if int(arch) <= driver.capability
    ]
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        compiled = [pool.submit(compile_to_ptx, *job, arguments.build) for job in jobs]
        for (source, arch, way), ptx in zip(jobs, compiled):
            try:
                wrong = judge(driver, source, way, ptx.result())
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
