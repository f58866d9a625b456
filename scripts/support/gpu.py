"""Whether this machine has a GPU that the runtime can use."""

from __future__ import annotations

import os
import sys

from . import process

# Asked in a process of its own: a broken driver must not take the script with it.
QUESTION = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
def call(name, *arguments):
    status = getattr(driver, name)(*arguments)
    if status:
        raise SystemExit(f"{name} answered {status}")
version, count, device = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
call("cuDriverGetVersion", ctypes.byref(version))
call("cuInit", 0)
call("cuDeviceGetCount", ctypes.byref(count))
if count.value == 0:
    raise SystemExit("it counts no device")
name = ctypes.create_string_buffer(256)
call("cuDeviceGet", ctypes.byref(device), 0)
call("cuDeviceGetName", name, 256, device)
print(version.value, name.value.decode())
"""
DRIVER_MINIMUM = 12000


def probe() -> tuple[str | None, str]:
    """Name of the first GPU, or None and the reason why there is none to use."""
    status, output = process.captured([sys.executable, "-c", QUESTION], timeout=60)
    lines = output.strip().splitlines()
    if status != 0 or not lines:
        if "libcuda.so.1" in output:
            return None, "no NVIDIA driver (libcuda.so.1)"
        return None, f"the NVIDIA driver does not work: {lines[-1] if lines else f'exit status {status}'}"
    version, name = lines[-1].split(" ", 1)
    shown_version = f"{int(version) // 1000}.{int(version) % 1000 // 10}"
    if int(version) < DRIVER_MINIMUM:
        return None, f"the driver of {name} speaks CUDA {shown_version}; 12.0 is needed"
    return name, f"driver for CUDA {shown_version}"


def choose_driver() -> tuple[str, str | None]:
    """How to show what programs will run on, and the value for GPU_DRIVER (None: leave it as it is)."""
    wanted = os.environ.get("GPU_DRIVER")
    if wanted:
        return f"GPU_DRIVER={wanted}, as set by you", None
    name, detail = probe()
    if name:
        return f"{name} ({detail})", None
    return f"none ({detail}): the CPU emulator stands in", "emulator"
