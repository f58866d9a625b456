// gcc: use of deleted function 'gpu::DeviceBuffer<T>::operator gpu::DevicePtr<U>() const &&
// gcc: a temporary buffer: its memory would be freed while the kernel runs
// clang: conversion function from 'gpu::DeviceBuffer<float>' to 'gpu::DevicePtr<const float>' invokes a deleted function
// clang: a temporary buffer: its memory would be freed while the kernel runs
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale(g.config, gpu::DeviceBuffer<float>::zeroed(4), g.out, g.count);
#else
  auto buffer = gpu::DeviceBuffer<float>::zeroed(4);
  kernels::scale(g.config, buffer, g.out, g.count);
#endif
}
