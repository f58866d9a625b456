"""What ptxas makes of each kernel: registers, spills, stack, memory; asked of it for each architecture."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from gpu_kernels.diagnostics import Diagnostics, JobError, Place
from gpu_kernels.entry_names import normalise
from gpu_kernels.job import Assembling, Job
from gpu_kernels.model import Kernel, Library, MachineCode
from gpu_kernels.occupancy import MAX_BLOCK, occupancy

_ENTRY = re.compile(r"Compiling entry function '(.+)' for '(.+)'")
_PROPERTIES = re.compile(r"Function properties for (\S+)")
_FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")
_AMOUNT = re.compile(r"(\d+) bytes (smem|cmem\[\d+\]|cumulative stack size)")


@dataclass(frozen=True)
class Function:
    """What ptxas says of one function; one that is no entry has a frame and nothing else."""

    name: str
    is_entry: bool = False
    registers: int = 0
    stack: int = 0
    spill_stores: int = 0
    spill_loads: int = 0
    shared: int = 0
    constant: int = 0


def read_ptxas(text: str) -> list[Function]:
    """The functions in the output of `ptxas -v`."""
    functions: dict[str, Function] = {}
    entry = name = ""
    for line in text.splitlines():
        if match := _ENTRY.search(line):
            entry = match[1]
            functions[entry] = Function(entry, is_entry=True)
        elif match := _PROPERTIES.search(line):
            name = match[1]
            functions.setdefault(name, Function(name))
        elif (match := _FRAME.search(line)) and name:
            stack, stores, loads = (int(number) for number in match.groups())
            functions[name] = replace(functions[name], stack=stack, spill_stores=stores, spill_loads=loads)
        elif (match := _USED.search(line)) and entry:
            amounts = [(int(number), kind) for number, kind in _AMOUNT.findall(line)]
            functions[entry] = replace(
                functions[entry],
                registers=int(match[1]),
                stack=max(functions[entry].stack, *(n for n, kind in amounts if kind[:2] == "cu"), 0),
                shared=sum(number for number, kind in amounts if kind == "smem"),
                constant=sum(number for number, kind in amounts if kind[:4] == "cmem"),
            )
    return list(functions.values())


def measure(job: Job, library: Library, diagnostics: Diagnostics) -> Library:
    """The library with the machine code of each kernel described; what its limits forbid goes to
    `diagnostics`. Raises JobError where ptxas fails."""
    if job.assembling is None:
        raise JobError("ptxas was not found beside nvcc when the project was configured")
    assembling = job.assembling
    tasks = [
        (source.path, architecture, path)
        for source in job.sources
        for architecture, path in zip(assembling.architectures, source.ptx)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda task: _assemble(task[2], task[1], assembling), tasks))
    kernels = {normalise(kernel.entry): kernel for kernel in library.kernels}
    codes: dict[str, list[MachineCode]] = {name: [] for name in kernels}
    for (path, architecture, _), functions in zip(tasks, found):
        for function in functions:
            kernel = kernels.get(normalise(function.name)) if function.is_entry else None
            if kernel is not None:
                code = _describe(kernel, function, f"sm_{architecture}")
                known = codes[normalise(function.name)]
                if all(one.architecture != code.architecture for one in known):  # SEPARABLE: one of several
                    known.append(code)
            _check(kernel, function, f"sm_{architecture}", assembling, Place(path), diagnostics)
    return replace(
        library,
        kernels=tuple(
            replace(kernel, machine_code=tuple(codes[normalise(kernel.entry)])) for kernel in library.kernels
        ),
    )


def _assemble(ptx: str, architecture: str, assembling: Assembling) -> list[Function]:
    with tempfile.TemporaryDirectory(prefix="gpu-kernels-ptxas-") as folder:
        command = [assembling.ptxas, "-v", f"-arch=sm_{architecture}", "-m64", *_options(assembling.options)]
        command += [ptx, "-o", os.path.join(folder, "out.cubin")]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            raise JobError(f"{assembling.ptxas} does not run: {error.strerror}") from error
    if done.returncode:
        raise JobError(f"{ptx}: ptxas failed for sm_{architecture}: {(done.stderr + done.stdout).strip()}")
    return read_ptxas(done.stderr + done.stdout)


def _options(given: tuple[str, ...]) -> list[str]:
    """Those of nvcc's options that are ptxas's, as compile_device.sh hands them on."""
    options: list[str] = []
    previous = ""
    words = [part for one in given for part in (one[6:].split() if one.startswith("SHELL:") else [one])]
    for option in words:
        name, _, value = option.partition("=")
        if previous in ("-Xptxas", "--ptxas-options"):
            options += option.split(",")
        elif previous in ("-maxrregcount", "--maxrregcount"):
            options.append(f"--maxrregcount={option}")
        elif name in ("-Xptxas", "--ptxas-options") and value:
            options += value.split(",")
        elif name in ("-maxrregcount", "--maxrregcount") and value:
            options.append(f"--maxrregcount={value}")
        elif option in ("-rdc=true", "--relocatable-device-code=true"):
            options.append("-c")
        previous = option
    return options


def _describe(kernel: Kernel, function: Function, architecture: str) -> MachineCode:
    largest = MAX_BLOCK
    for block in (kernel.bounds.max_block, kernel.bounds.required_block):
        threads = 1
        for size in block:
            threads *= size
        largest = min(largest, threads) if block else largest
    filled = occupancy(architecture, function.registers, function.shared, largest)
    return MachineCode(
        architecture=architecture,
        registers=function.registers,
        spill_stores=function.spill_stores,
        spill_loads=function.spill_loads,
        stack=function.stack,
        shared=function.shared,
        constant=function.constant,
        largest_block=filled.largest_block if filled else None,
        best_block=filled.best_block if filled else None,
        occupancy=filled.percent if filled else None,
    )


def _check(
    kernel: Kernel | None,
    function: Function,
    architecture: str,
    allowed: Assembling,
    source: Place,
    diagnostics: Diagnostics,
) -> None:
    what = f"kernel `{kernel.qualified_name}`" if kernel else f"function `{function.name}`"
    place = kernel.place if kernel else source
    if allowed.max_registers and function.registers > allowed.max_registers:
        diagnostics.error(
            place,
            f"{what} uses {function.registers} registers a thread for {architecture}, and MAX_REGISTERS "
            f"allows {allowed.max_registers}: keep fewer values alive, or bound them by __launch_bounds__ or "
            "-maxrregcount",
        )
    if allowed.forbid_spills and (function.spill_stores or function.spill_loads):
        diagnostics.error(
            place,
            f"{what} spills registers for {architecture}, {function.spill_stores} bytes of stores and "
            f"{function.spill_loads} of loads, and FORBID_SPILLS allows none: it has "
            + (f"{function.registers} registers a thread; " if function.registers else "")
            + "a higher bound (__launch_bounds__, -maxrregcount) or fewer live values help",
        )
