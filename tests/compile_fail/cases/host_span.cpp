// gcc: use of deleted function 'gpu::DevicePtr<T>::DevicePtr(R&&)
// gcc: host data: gpu::DeviceBuffer<T>::from(r); device data: gpu::device_ptr(r.data())
// clang: conversion function from 'std::span<float>' to 'gpu::DevicePtr<float>' invokes a deleted function
// clang: host data: gpu::DeviceBuffer<T>::from(r); device data: gpu::device_ptr(r.data())
#include "../stubs.hpp"

void call(Given& g) {
  std::span<float> host;
#ifdef WRONG
  kernels::scale(g.config, g.in, host, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}
