// gcc: use of deleted function 'gpu::DeviceBuffer<T>::operator gpu::DevicePtr<U>() const && [with T = float; U = void]
// gcc: a temporary buffer: its memory would be freed while the kernel runs
// clang: conversion function from 'gpu::DeviceBuffer<float>' to 'gpu::DevicePtr<void>' invokes a deleted function
// clang: a temporary buffer: its memory would be freed while the kernel runs
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::raw(g.config, gpu::DeviceBuffer<float>::zeroed(4));
#else
  kernels::raw(g.config, g.out);
#endif
}
