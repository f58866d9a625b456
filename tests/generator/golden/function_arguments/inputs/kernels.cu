// Template arguments that are functions, variables and class templates.
#include <app/reduce.hpp>

static __device__ float relu(float x) { return x > 0 ? x : 0; }

namespace app {
__device__ float scale(float x, float by) { return x * by; }
__device__ double scale(double x, double by) { return x * by; }
__device__ float table[4];

/// Applies a function to every element.
template <float (*function)(float), class T = float>
__global__ void map(T* data) {
  data[threadIdx.x] = function(data[threadIdx.x]);
}

template <class T, T (*combine)(T, T)>
__global__ void zip(T* data, T by) {
  data[threadIdx.x] = combine(data[threadIdx.x], by);
}

template <const float* values>
__global__ void lookup(float* out) {
  out[threadIdx.x] = values[threadIdx.x];
}

template <template <class> class Operation, class T>
__global__ void reduce(Operation<T> operation, T* out) {
  *out = operation.start;
}

void launches(float* f, double* d) {
  map<relu><<<1, 4>>>(f);
  zip<float, scale><<<1, 4>>>(f, 2.0f);
  zip<double, scale><<<1, 4>>>(d, 2.0);
  lookup<table><<<1, 4>>>(f);
  reduce<<<1, 1>>>(Sum<float>{1}, f);
}

}  // namespace app
