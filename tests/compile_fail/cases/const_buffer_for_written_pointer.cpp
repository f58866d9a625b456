// gcc: use of deleted function 'gpu::DeviceBuffer<T>::operator gpu::DevicePtr<U>() const & [with T = float; U = float]
// gcc: a const buffer: the kernel writes through this parameter; drop the const
// clang: conversion function from 'const gpu::DeviceBuffer<float>' to 'gpu::DevicePtr<float>' invokes a deleted function
// clang: a const buffer: the kernel writes through this parameter; drop the const
#include "../stubs.hpp"

void call(Given& g) {
  const gpu::DeviceBuffer<float> in;
#ifdef WRONG
  kernels::scale(g.config, in, in, g.count);
#else
  kernels::scale(g.config, in, g.out, g.count);
#endif
}
