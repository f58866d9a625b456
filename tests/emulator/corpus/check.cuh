// What the kernels of this folder share: each checks itself and counts its failures.
#pragma once

#include <cstdint>
#include <cstdio>

#define CHECK(condition)                                                                                 \
  do {                                                                                                   \
    if (!(condition)) {                                                                                  \
      if (atomicAdd(failures, 1u) < 8u)                                                                  \
        printf("%s:%d: block %d thread %d: %s\n", __FILE__, __LINE__, int(blockIdx.x), int(threadIdx.x), \
               #condition);                                                                              \
    }                                                                                                    \
  } while (false)

/// A value that the compiler cannot see through.
template <class T>
__device__ __forceinline__ T hidden(T value) {
  volatile T copy = value;
  return copy;
}

/// |a - b| within `relative` of b, or `absolute`.
__device__ __forceinline__ bool near(double a, double b, double relative, double absolute = 0) {
  const double difference = a > b ? a - b : b - a;
  const double size = b < 0 ? -b : b;
  return difference <= relative * size || difference <= absolute;
}
