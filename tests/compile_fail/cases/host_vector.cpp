// gcc: use of deleted function 'gpu::DevicePtr<T>::DevicePtr(R&&) [with R = std::vector<float>&
// gcc: host memory: gpu::DeviceBuffer<T>::from(range) copies it to the device
// clang: conversion function from 'std::vector<float>' to 'gpu::DevicePtr<const float>' invokes a deleted function
// clang: host memory: gpu::DeviceBuffer<T>::from(range) copies it to the device
#include "../stubs.hpp"

void call(Given& g) {
  std::vector<float> host(4);
#ifdef WRONG
  kernels::scale(g.config, host, g.out, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}
