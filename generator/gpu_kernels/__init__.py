"""Turns what nvcc wrote about CUDA kernels into typed C++ launch stubs, an embedded image and a manifest."""

# The generated headers refuse a runtime whose GPU_KERNELS_INTERFACE differs.
INTERFACE_VERSION = 2
