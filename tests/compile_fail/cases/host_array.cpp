// gcc: use of deleted function 'gpu::DevicePtr<T>::DevicePtr(U*)
// gcc: host or device memory? gpu::device_ptr(p) says that p is a device pointer
// clang: conversion function from 'float[4]' to 'gpu::DevicePtr<const float>' invokes a deleted function
// clang: host or device memory? gpu::device_ptr(p) says that p is a device pointer
#include "../stubs.hpp"

void call(Given& g) {
  float host[4] = {};
#ifdef WRONG
  kernels::scale(g.config, host, g.out, g.count);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}
