// gcc: use of deleted function 'gpu::DeviceBuffer<T>::operator gpu::DevicePtr<U>() const & [with T = float; U = void]
// gcc: a const buffer: the kernel writes through this parameter; drop the const
// clang: conversion function from 'const gpu::DeviceBuffer<float>' to 'gpu::DevicePtr<void>' invokes a deleted function
// clang: a const buffer: the kernel writes through this parameter; drop the const
#include "../stubs.hpp"

void call(Given& g) {
  const gpu::DeviceBuffer<float> values;
#ifdef WRONG
  kernels::raw(g.config, values);
#else
  kernels::scale(g.config, values, g.out, g.count);
#endif
}
