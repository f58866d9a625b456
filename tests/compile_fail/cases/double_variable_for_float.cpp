// gcc: use of deleted function 'gpu::Arg<T>::Arg(U) [with T = float; U = double]'
// gcc: would round or cut off: write 1.0F for a float, or static_cast to the type of the parameter
// clang: conversion function from 'double' to 'gpu::Arg<float>' invokes a deleted function
// clang: would round or cut off: write 1.0F for a float, or static_cast to the type of the parameter
#include "../stubs.hpp"

void call(Given& g) {
  double factor = 1.0;
#ifdef WRONG
  kernels::settings(g.config, factor, g.offset, g.flag, g.mode, g.size, g.pair);
#else
  kernels::settings(g.config, static_cast<float>(factor), g.offset, g.flag, g.mode, g.size, g.pair);
#endif
}
