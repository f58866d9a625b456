#!/usr/bin/env python3
"""What it costs a C++ compiler to embed a large image: string literals, as the generator writes them, against
a byte array, as bin2c writes it. One command prints seconds, memory and the ratio:

    benchmarks/embed/run.py [--megabytes 27] [--compilers g++ clang++] [--whole-array]

The byte array is compiled at a sixteenth of the size and scaled, less what an empty file takes, because
the whole takes a minute and gigabytes; --whole-array compiles all of it. The exit status is 1 if the embedded
bytes differ from the image, or if the literals miss the goal of 2 s and 300 MB at 27 MB under GCC.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "generator"))

from gpu_kernels.model import Image, Library  # noqa: E402
from gpu_kernels.render import render_image  # noqa: E402

MEGABYTE = 1_000_000
ARRAY_FRACTION = 16
GOAL_SECONDS, GOAL_MEGABYTES, GOAL_SIZE = 2.0, 300, 27


def make_ptx(size: int) -> bytes:
    """PTX-like text of exactly `size` bytes: real statements with changing numbers, tabs and comments."""
    head = ".version 8.0\n.target sm_75\n.address_size 64\n\n"
    lines, length, number = [head], len(head), 0
    while length < size:
        number += 1
        line = (
            f"$L__BB0_{number}:\n\tld.global.nc.f32 \t%f{number}, [%rd{number * 3}+{number % 512}];\n"
            f'\tfma.rn.f32 \t%f{number + 1}, %f{number}, %f{number % 97}, 0f3F800000;  // "{number}"\n'
        )
        lines.append(line)
        length += len(line)
    return "".join(lines).encode()[:size]


def literals(ptx: bytes) -> str:
    """The image header that the generator writes."""
    library = Library(
        name="bench",
        namespace="bench",
        header="bench.hpp",
        images=(Image("bench.cu", "8.0", "sm_75", ptx),),
        kernels=(),
        symbols=(),
        hidden_symbols=(),
        layouts=(),
        includes=(),
        library_entries=(),
    )
    return render_image(library)


def byte_array(ptx: bytes) -> str:
    """The same as bin2c writes it: hexadecimal bytes, sixteen a line."""
    rows = [",".join(f"0x{byte:02x}" for byte in ptx[start : start + 16]) for start in range(0, len(ptx), 16)]
    return (
        "namespace bench_image {\nextern const unsigned char image_0[] = {\n"
        + ",\n".join(rows)
        + ",0\n};\n}\n"
    )


def measure(command: list[str]) -> tuple[float, float]:
    """Seconds and megabytes (peak) of a command and what it starts."""
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return time.perf_counter() - start, usage.ru_maxrss * 1024 / MEGABYTE


def check_bytes(compiler: str, directory: pathlib.Path, ptx: bytes) -> bool:
    """Whether the compiled literals are the image, byte by byte, with a NUL behind."""
    (directory / "image.ptx").write_bytes(ptx)
    (directory / "check.cpp").write_text(
        '#include "literals.hpp"\n#include <cstdio>\n#include <cstring>\n#include <vector>\n'
        'int main(int, char** argv) {\n  std::FILE* file = std::fopen(argv[1], "rb");\n'
        f"  std::vector<char> bytes({len(ptx)});\n"
        "  if (!file || std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size()) return 2;\n"
        "  return sizeof bench_image::image_0 == bytes.size() + 1 && bench_image::image_0[bytes.size()] == "
        "0 &&\n"
        "                 std::memcmp(bytes.data(), bench_image::image_0, bytes.size()) == 0\n"
        "             ? 0\n             : 1;\n}\n"
    )
    program = directory / "check"
    measure([compiler, "-std=c++20", str(directory / "check.cpp"), "-o", str(program)])
    child = os.posix_spawn(program, [str(program), str(directory / "image.ptx")], os.environ)
    return os.waitstatus_to_exitcode(os.wait4(child, 0)[1]) == 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--megabytes", type=int, default=GOAL_SIZE)
    parser.add_argument("--compilers", nargs="+", default=["g++", "clang++"])
    parser.add_argument("--whole-array", action="store_true")
    options = parser.parse_args()
    ptx = make_ptx(options.megabytes * MEGABYTE)
    fraction = 1 if options.whole_array else ARRAY_FRACTION
    good = True
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        start = time.perf_counter()
        (directory / "literals.hpp").write_text(literals(ptx))
        print(f"generator: {options.megabytes} MB written in {time.perf_counter() - start:.2f} s")
        (directory / "literals.cpp").write_text(
            '#include "literals.hpp"\nextern const char* const used = bench_image::image_0;\n'
        )
        (directory / "array.cpp").write_text(byte_array(ptx[: len(ptx) // fraction]))
        (directory / "empty.cpp").write_text("")
        for compiler in options.compilers:
            compile_ = [compiler, "-std=c++20", "-O2", "-c", "-o", str(directory / "object.o")]
            seconds, memory = measure([*compile_, str(directory / "literals.cpp")])
            array_seconds, array_memory = measure([*compile_, str(directory / "array.cpp")])
            empty_seconds, empty_memory = measure([*compile_, str(directory / "empty.cpp")])
            array_seconds = empty_seconds + (array_seconds - empty_seconds) * fraction
            array_memory = empty_memory + (array_memory - empty_memory) * fraction
            how = "" if fraction == 1 else f" (1/{fraction} of it compiled, scaled)"
            print(
                f"{compiler}: literals {seconds:.2f} s, {memory:.0f} MB; byte array "
                f"{array_seconds:.1f} s, {array_memory:.0f} MB{how}; ratio {array_seconds / seconds:.0f}"
            )
            if compiler == "g++" and options.megabytes <= GOAL_SIZE:
                good = good and seconds <= GOAL_SECONDS and memory <= GOAL_MEGABYTES
            same = check_bytes(compiler, directory, ptx)
            print(f"{compiler}: the embedded bytes are {'the' if same else 'NOT the'} image's")
            good = good and same
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
