#!/usr/bin/env python3
"""Write the C++ that makes every entry point of a CUDA Toolkit's cuda.h a symbol of the emulator.

Read from the toolkit, so that the result fits whichever version the emulator is built with:
  cuda.h, preprocessed with __CUDA_API_VERSION_INTERNAL: every exported symbol under its own name, with
    its prototype;
  cudaTypedefs.h: which version of the driver brought which variant of a function (PFN_<name>_v<version>).

Written:
  missing.cpp: a weak definition of each symbol that answers CUDA_ERROR_NOT_SUPPORTED and names itself; a
    real definition elsewhere in the library takes its place at link time;
  per_thread.cpp: each _ptds/_ptsz symbol: its base function with the per-thread default stream as the null
    stream;
  proc_address.inc: rows {name, version, per-thread, symbol} for cuGetProcAddress.

The cuProfiler functions live in a header of their own that compiler-only toolkits leave out; they are added
by name.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROFILER = ("cuProfilerInitialize", "cuProfilerStart", "cuProfilerStop")
SUFFIX = re.compile(r"(?:_v(?P<version>\d+))?(?P<thread>_ptds|_ptsz)?$")


@dataclass(frozen=True)
class Prototype:
    """One exported function: its symbol and its parameters, each as (declaration, name)."""

    symbol: str
    parameters: tuple[tuple[str, str], ...]

    @property
    def base(self) -> str:
        """The symbol without its per-thread suffix."""
        return re.sub(r"_pt[ds][sz]$", "", self.symbol)

    @property
    def per_thread(self) -> bool:
        return self.base != self.symbol


def preprocess(compiler: str, header: Path) -> str:
    text = f'#define __CUDA_API_VERSION_INTERNAL\n#include "{header}"\n'
    command = [compiler, "-E", "-P", "-w", "-x", "c++", f"-I{header.parent}", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"entry_points.py: error: {' '.join(command)} failed:\n{done.stderr}")
    return done.stdout


def split_parameters(text: str) -> tuple[tuple[str, str], ...]:
    text = " ".join(text.split())
    if text in ("", "void"):
        return ()
    parameters = []
    for part in text.split(","):
        match = re.search(r"(\w+)(?:\s*\[\s*\w*\s*\])?\s*$", part)
        if match is None:
            sys.exit(f"entry_points.py: error: no parameter name in '{part.strip()}'")
        parameters.append((part.strip(), match.group(1)))
    return tuple(parameters)


def read_prototypes(preprocessed: str) -> list[Prototype]:
    found = {symbol: Prototype(symbol, ()) for symbol in PROFILER}
    for match in re.finditer(r"\bCUresult\s+(cu[A-Z]\w*)\s*\(([^;{]*?)\)\s*;", preprocessed):
        found[match.group(1)] = Prototype(match.group(1), split_parameters(match.group(2)))
    return [found[symbol] for symbol in sorted(found)]


def variant_order(symbol: str) -> int:
    match = SUFFIX.search(symbol)
    return int(match.group("version") or 1) if match else 1


def proc_address_rows(symbols: list[str], typedefs: str) -> list[tuple[str, int, bool, str]]:
    """Pair the versions of each name, in order, with its symbols, in the order of their _v suffixes."""
    versions: dict[tuple[str, bool], set[int]] = {}
    for name, version, thread in re.findall(r"\*PFN_(cu\w+?)_v(\d+)(_ptds|_ptsz)?\)", typedefs):
        versions.setdefault((name, bool(thread)), set()).add(int(version))
    variants: dict[tuple[str, bool], list[str]] = {}
    for symbol in symbols:
        match = SUFFIX.search(symbol)
        name = symbol[: match.start()] if match else symbol
        variants.setdefault((name, bool(match and match.group("thread"))), []).append(symbol)
    rows = []
    for (name, thread), found in sorted(variants.items()):
        ordered = sorted(found, key=variant_order)
        known = sorted(versions.get((name, thread), ()))
        # A symbol that the typedefs do not know (cuGetProcAddress leaves some out) counts as always there.
        known = [0] * (len(ordered) - len(known)) + known[-len(ordered) :]
        rows += [(name, version, thread, symbol) for version, symbol in zip(known, ordered)]
    return rows


def render_missing(prototypes: list[Prototype]) -> str:
    lines = ["// Written by entry_points.py from the toolkit's cuda.h.", '#include "driver/missing.hpp"', ""]
    lines += [
        f"GPU_EMULATOR_MISSING({prototype.symbol})" for prototype in prototypes if not prototype.per_thread
    ]
    return "\n".join(lines) + "\n"


def render_per_thread(prototypes: list[Prototype]) -> str:
    lines = [
        "// Written by entry_points.py from the toolkit's cuda.h.",
        '#include "driver/per_thread.hpp"',
        "",
    ]
    for prototype in prototypes:
        if prototype.per_thread:
            declared = ", ".join(declaration for declaration, _ in prototype.parameters)
            given = ", ".join(name for _, name in prototype.parameters)
            lines += [
                f"CUresult CUDAAPI {prototype.symbol}({declared}) {{",
                "  const gpu_emulator::driver::PerThreadDefaultStream scope;",
                f"  return {prototype.base}({given});",
                "}",
            ]
    return "\n".join(lines) + "\n"


def render_proc_address(rows: list[tuple[str, int, bool, str]]) -> str:
    lines = ["// Written by entry_points.py from the toolkit's cuda.h and cudaTypedefs.h."]
    lines += [
        f'{{"{name}", {version}, {"true" if thread else "false"}, GPU_EMULATOR_ADDRESS({symbol})}},'
        for name, version, thread, symbol in rows
    ]
    return "\n".join(lines) + "\n"


def write_if_changed(path: Path, text: str) -> None:
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cuda-include", type=Path, required=True, help="the folder that holds cuda.h")
    parser.add_argument("--compiler", required=True, help="a C++ compiler, to preprocess cuda.h")
    parser.add_argument("--output", type=Path, required=True, help="the folder to write into")
    arguments = parser.parse_args()
    header = arguments.cuda_include / "cuda.h"
    if not header.exists():
        sys.exit(
            f"entry_points.py: error: {header} does not exist; --cuda-include takes the folder of cuda.h"
        )
    typedefs = arguments.cuda_include / "cudaTypedefs.h"
    prototypes = read_prototypes(preprocess(arguments.compiler, header))
    if len(prototypes) < 300:
        sys.exit(f"entry_points.py: error: only {len(prototypes)} prototypes in {header}; expected hundreds")
    rows = proc_address_rows(
        [prototype.symbol for prototype in prototypes], typedefs.read_text() if typedefs.exists() else ""
    )
    arguments.output.mkdir(parents=True, exist_ok=True)
    write_if_changed(arguments.output / "missing.cpp", render_missing(prototypes))
    write_if_changed(arguments.output / "per_thread.cpp", render_per_thread(prototypes))
    write_if_changed(arguments.output / "proc_address.inc", render_proc_address(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
