// Waves on multidimensional views.
#include <grids/config.hpp>

using grids::Field;

__global__ void leapfrog(Field<const float> now, Field<const float> before, Field<float> after, float courant) {
  const int i = blockIdx.x + 1, j = threadIdx.x + 1;
  after(i, j) = 2 * now(i, j) - before(i, j) + courant * courant * (now(i + 1, j) + now(i - 1, j) - 2 * now(i, j));
}

template <class T, int Rows, int Columns>
__global__ void gather(grids::Tile<const T, Rows, Columns> tile, cuda::std::span<T, Rows> sums,
                       cuda::std::tuple<int, cuda::std::span<const T>> weights) {
  T sum{};
  for (int j = 0; j < Columns; ++j) sum += tile(threadIdx.x, j) * cuda::std::get<1>(weights)[j];
  sums[threadIdx.x] = sum;
}
template __global__ void gather<double, 4, 8>(grids::Tile<const double, 4, 8>, cuda::std::span<double, 4>,
                                              cuda::std::tuple<int, cuda::std::span<const double>>);

// Hand-shaken between host and device: volatile, and integers of every spelling.
__global__ void progress(volatile int* flag, const volatile long* ticks, long long* wide, unsigned long long int bound,
                         long int tight, std::ptrdiff_t offset, int volatile value) {
  while (*flag == 0 && *ticks < tight) {
  }
  wide[offset] = static_cast<long long>(bound) + value;
}
