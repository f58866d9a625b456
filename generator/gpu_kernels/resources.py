"""What ptxas makes of each kernel, and nvlink where sources are linked: registers, spills, stack, memory;
asked of them for each architecture."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from gpu_kernels.diagnostics import Diagnostics, InputError, JobError, Place
from gpu_kernels.entry_names import normalise
from gpu_kernels.job import Assembling, Job
from gpu_kernels.model import Kernel, Library, MachineCode
from gpu_kernels.nvlink import link_machine_code
from gpu_kernels.occupancy import MAX_BLOCK, occupancy
from gpu_kernels.paths import PathMap
from gpu_kernels.separable import shown_name

_ENTRY = re.compile(r"Compiling entry function '(.+)' for '(.+)'")
_PROPERTIES = re.compile(r"Function properties for (\S+)")
_FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")
_AMOUNT = re.compile(r"(\d+) bytes (smem|cmem\[\d+\]|cumulative stack size)")
_LINKED = re.compile(r"Function properties for '(.+)'")
_LINKED_USED = re.compile(r"used (\d+) registers")
_LINKED_STACK = re.compile(r"(\d+) stack")
_PART = re.compile(r"\$\d+$")  # a part of a function that ptxas made a function of its own


@dataclass(frozen=True)
class Function:
    """What ptxas says of one function; one that is no entry has a frame and nothing else. `own_registers` are
    those without the functions it calls, where the code is linked; spills are its own in any case."""

    name: str
    is_entry: bool = False
    registers: int = 0
    stack: int = 0
    spill_stores: int = 0
    spill_loads: int = 0
    shared: int = 0
    constant: int = 0
    own_registers: int = 0


@dataclass(frozen=True)
class _Assembled:
    """The machine code of one source for one architecture."""

    path: str
    architecture: str
    cubin: str
    functions: tuple[Function, ...]


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


def read_nvlink(text: str, architecture: str) -> dict[str, Function]:
    """The kernels in the output of `nvlink -v`, with all that they call."""
    functions: dict[str, Function] = {}
    name = ""
    for line in text.splitlines():
        if match := _LINKED.search(line):
            name = match[1]
        elif (match := _LINKED_USED.search(line)) and name:
            stack = _LINKED_STACK.search(line)
            amounts = [(int(number), kind) for number, kind in _AMOUNT.findall(line)]
            shared = sum(number for number, kind in amounts if kind == "smem")
            # Of sm_90 alone it counts what is the system's in every block; occupancy.py adds that itself.
            if re.match(r"90\D?$", architecture):
                shared = max(shared - 1024, 0)
            functions[name] = Function(
                name,
                is_entry=True,
                registers=int(match[1]),
                stack=int(stack[1]) if stack else 0,
                shared=shared,
                constant=sum(number for number, kind in amounts if kind[:4] == "cmem"),
            )
    return functions


def measure(job: Job, library: Library, diagnostics: Diagnostics) -> Library:
    """The library with the machine code of each kernel described; what its limits forbid goes to
    `diagnostics`. Raises JobError where ptxas fails."""
    if job.assembling is None:
        raise _missing("ptxas")
    if job.separable and not job.nvlink:
        raise _missing("nvlink")
    with tempfile.TemporaryDirectory(prefix="gpu-kernels-ptxas-") as folder:
        try:
            found = _machine_code(job, job.assembling, folder)
        except InputError as error:
            diagnostics.error(error.place, error.message)
            return library
    kernels = {normalise(kernel.entry): kernel for kernel in library.kernels}
    codes: dict[str, list[MachineCode]] = {name: [] for name in kernels}
    for one in found:
        architecture = f"sm_{one.architecture}"
        for function in one.functions:
            kernel = kernels.get(normalise(function.name)) if function.is_entry else None
            if function.is_entry and kernel is None:
                continue  # a kernel of a library's header: nobody here can bound it
            if kernel is not None:
                known = codes[normalise(function.name)]
                if all(code.architecture != architecture for code in known):  # SEPARABLE: one of several
                    known.append(_describe(kernel, function, architecture))
            what, place = _shown(kernel, function, library, Place(one.path))
            _check(what, place, function, architecture, job.assembling, diagnostics)
    return replace(
        library,
        kernels=tuple(
            replace(kernel, machine_code=tuple(codes[normalise(kernel.entry)])) for kernel in library.kernels
        ),
    )


def _missing(tool: str) -> JobError:
    # In the words of find_tool.cmake.
    return JobError(
        f"{tool} is needed and did not stand beside nvcc when the project was configured: this CUDA Toolkit "
        "is incomplete. Install the rest of it, or name the nvcc of another one (CMAKE_CUDA_COMPILER)"
    )


def _machine_code(job: Job, assembling: Assembling, folder: str) -> list[_Assembled]:
    """All sources for all architectures, by source; those of a SEPARABLE library with the numbers of the
    linked code."""
    options = _options(assembling.options)
    if job.separable and "-c" not in options:
        options.append("-c")
    tasks = [
        (source.path, architecture, ptx, os.path.join(folder, f"{number}.{architecture}.cubin"))
        for number, source in enumerate(job.sources)
        for architecture, ptx in zip(assembling.architectures, source.ptx)
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda task: _assemble(*task, assembling.ptxas, options), tasks))
        if not job.separable:
            return found
        linked = dict(
            pool.map(lambda name: (name, _link(job, name, found, folder)), assembling.architectures)
        )
    return [
        replace(
            one,
            functions=tuple(
                _with_callees(function, linked[one.architecture].get(function.name))
                for function in one.functions
            ),
        )
        for one in found
    ]


def _assemble(
    path: str, architecture: str, ptx: str, cubin: str, ptxas: str, options: list[str]
) -> _Assembled:
    command = [ptxas, "-v", f"-arch=sm_{architecture}", "-m64", *options, ptx, "-o", cubin]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise JobError(f"{ptxas} does not run: {error.strerror}") from error
    if done.returncode:
        raise JobError(f"{ptx}: ptxas failed for sm_{architecture}: {(done.stderr + done.stdout).strip()}")
    return _Assembled(path, architecture, cubin, tuple(read_ptxas(done.stderr + done.stdout)))


def _link(job: Job, architecture: str, found: list[_Assembled], folder: str) -> dict[str, Function]:
    paths = PathMap(job.base_directory, job.include_directories, job.system_include_directories)
    inputs = {paths.shown(one.path): one.cubin for one in found if one.architecture == architecture}
    place = Place(job.sources[0].path)
    return read_nvlink(link_machine_code(job.nvlink, architecture, inputs, folder, place).log, architecture)


def _with_callees(function: Function, linked: Function | None) -> Function:
    """A kernel as it is linked. nvlink's numbers are sums and maxima over all that it calls."""
    if linked is None or not function.is_entry:
        return function
    return replace(
        function,
        registers=linked.registers,
        own_registers=function.registers,
        stack=max(function.stack, linked.stack),
        shared=max(function.shared, linked.shared),
        constant=max(function.constant, linked.constant),
    )


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


def _shown(kernel: Kernel | None, function: Function, library: Library, source: Place) -> tuple[str, Place]:
    """A function, as a message names it, and where it is."""
    if kernel is not None:
        return f"kernel `{kernel.qualified_name}`", kernel.place
    what = f"function `{shown_name(_PART.sub('', function.name))}`"
    if library.library_entries:  # ptxas does not tell whose kernels call it
        what += f" (of this source, or of kernels in {', '.join(library.library_headers)})"
    return what, source


def _check(
    what: str,
    place: Place,
    function: Function,
    architecture: str,
    allowed: Assembling,
    diagnostics: Diagnostics,
) -> None:
    if allowed.max_registers and function.registers > allowed.max_registers:
        without = ""
        if 0 < function.own_registers < function.registers:
            without = f" ({function.own_registers} without the functions it calls)"
        diagnostics.error(
            place,
            f"{what} uses {function.registers} registers a thread for {architecture}{without}, and "
            f"MAX_REGISTERS allows {allowed.max_registers}: keep fewer values alive, or bound them by "
            "__launch_bounds__ or -maxrregcount",
        )
    own = function.own_registers or function.registers
    if allowed.forbid_spills and (function.spill_stores or function.spill_loads):
        diagnostics.error(
            place,
            f"{what} spills registers for {architecture}, {function.spill_stores} bytes of stores and "
            f"{function.spill_loads} of loads, and FORBID_SPILLS allows none: "
            + (f"it has {own} registers a thread; " if own else "")
            + "a higher bound (__launch_bounds__, -maxrregcount) or fewer live values help",
        )
