#include <app/vec.hpp>

/// Fills with one value.
__global__ void fill(float* data, float value) {}
/// Fills with one value, integers.
__global__ void fill(int* data, int value) {}

namespace app {
/// The overloads of `scale` differ in number.
__global__ void scale(float* data) {}
__global__ void scale(float* data, float factor) {}
__global__ void scale(float* data, float factor, int n) {}

/// Instantiations of one template may overload each other too.
template <class T>
__global__ void copy(const T* in, T* out) {}
template <class T>
__global__ void copy(const T* in, T* out, int n) {}
template __global__ void copy<float>(const float*, float*);
template __global__ void copy<float>(const float*, float*, int);
template __global__ void copy<Vec>(const Vec*, Vec*);
}  // namespace app
