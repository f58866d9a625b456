#include "shared.cuh"
#include "types.hpp"

namespace inst {

template <class T, int N = 4>
__global__ void scale(T* out, T value) {
  *out = value * N;
}

template <>
__global__ void scale<short, 4>(short* out, short value) {
  *out = static_cast<short>(value + 1);  // a specialisation is what its arguments name
}

template <Mode M, bool Negative>
__global__ void mode(int* out) {
  *out = Negative ? -static_cast<int>(M) : static_cast<int>(M);
}

namespace {
template <class T>
__global__ void hidden(T* out) {
  *out = T{1, 2};
}
}  // namespace

}  // namespace inst
