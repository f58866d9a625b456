// gcc: use of deleted function 'gpu::DeviceBuffer<T>::operator gpu::DevicePtr<U>() const && [with T = float; U = float]
// gcc: a temporary buffer: its memory would be freed while the kernel runs
// clang: conversion function from 'gpu::DeviceBuffer<float>' to 'gpu::DevicePtr<float>' invokes a deleted function
// clang: a temporary buffer: its memory would be freed while the kernel runs
#include "../stubs.hpp"

void call(Given& g) {
  auto buffer = gpu::DeviceBuffer<float>::zeroed(4);
#ifdef WRONG
  kernels::scale(g.config, g.in, gpu::DeviceBuffer<float>::zeroed(4), g.count);
#else
  kernels::scale(g.config, g.in, buffer, g.count);
#endif
}
