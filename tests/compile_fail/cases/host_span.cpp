// gcc: use of deleted function 'gpu::DevicePtr<T>::DevicePtr(R&&)
// gcc: host memory: gpu::DeviceBuffer<T>::from(range) copies it to the device
// clang: conversion function from 'std::span<float>' to 'gpu::DevicePtr<float>' invokes a deleted function
// clang: host memory: gpu::DeviceBuffer<T>::from(range) copies it to the device
#include "../stubs.hpp"

void call(Given& g) {
  std::span<float> host;
#ifdef WRONG
  kernels::scale(g.config, g.in, host, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}
