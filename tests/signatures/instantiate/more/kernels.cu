#include "../shared.cuh"
#include "../types.hpp"

#define TEMPLATE_KERNEL(...) \
  template <__VA_ARGS__>     \
  static __global__ void

namespace inst {

template <template <class> class Op, int... Values>
__global__ void apply(int* out) {
  *out = Op<int>::of((0 + ... + Values));
}

/// A macro makes it.
TEMPLATE_KERNEL(class T, class... Rest) sum(T* out, T first, Rest... rest) { *out = (first + ... + rest); }

template <class T>
__global__ void last(typename T::value_type* out);

template <class T, int N>
__global__ void last(int* out, Fixed<T, N> fixed) {
  *out = static_cast<int>(fixed.values[N - 1]);
}

}  // namespace inst
