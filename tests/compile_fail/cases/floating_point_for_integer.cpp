// gcc: gpu::Arg<T>::Arg(U) [with T = unsigned int; U = double]'
// gcc: would round or cut off: write 1.0F for a float, or static_cast to the type of the parameter
// clang: conversion function from 'double' to 'gpu::Arg<std::uint32_t>'
// clang: would round or cut off: write 1.0F for a float, or static_cast to the type of the parameter
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, 5.0);
#else
  kernels::scale(g.config, g.in, g.out, g.count);
#endif
}
