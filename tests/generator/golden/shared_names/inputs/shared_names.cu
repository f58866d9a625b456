#include <app/vec.hpp>

// Fills with zeros.
__global__ void fill(float* data, unsigned n = 1) {
  data[n - 1] = 0;
}

/// Fills with one value.
template <class T>
__global__ void fill(T* data, T value) {
  *data = value;
}
template __global__ void fill<int>(int*, int);
template __global__ void fill<float>(float*, float);
template __global__ void fill<app::Vec>(app::Vec*, app::Vec);

namespace app {

/// A kernel that is no template, of a class, and two that are.
__global__ void copy(Vec* data, Vec value) {
  *data = value;
}

__global__ void copy(Vec* data) {
  *data = Vec{};
}

template <class T, int N>
__global__ void copy(T* data) {
  data[N] = 0;
}

template <class T>
__global__ void copy(T* data, Vec value) {
  *data = value.x;
}

template __global__ void copy<float, 4>(float*);
template __global__ void copy<float>(float*, Vec);

}  // namespace app
