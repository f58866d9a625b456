// gcc: use of deleted function 'gpu::DevicePtr<T>::DevicePtr(R&&) [with R = std::vector<float>&; T = const float]
// gcc: host data: gpu::DeviceBuffer<T>::from(r); device data: gpu::device_ptr(r.data())
// clang: conversion function from 'std::vector<float>' to 'gpu::DevicePtr<const float>' invokes a deleted function
// clang: host data: gpu::DeviceBuffer<T>::from(r); device data: gpu::device_ptr(r.data())
#include "../stubs.hpp"

void call(Given& g) {
  std::vector<float> host(4);
#ifdef WRONG
  kernels::scale(g.config, host, g.out, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}
