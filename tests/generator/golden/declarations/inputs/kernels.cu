// Comments and default arguments of kernels that are declared before they are defined.
#include <app/kernels.hpp>

#define TILE 16
constexpr int kRows = 2 * TILE;

namespace app {

int pick();

// Fills a range.
template <class T, Mode mode = Mode::fast>
__global__ void fill(T* data, Range range = {0, kRows}, T value = T{}, int rows = kRows);

__global__ void scale(float* data, unsigned n, float by, Mode mode) {
  if (threadIdx.x < n) data[threadIdx.x] *= by;
}

template <class T, Mode mode>
__global__ void fill(T* data, Range range, T value, int rows) {
  data[range.first + threadIdx.x] = value;
}

/// The host cannot evaluate what a function of the source returns.
__global__ void dropped(int* data, int kept_not, int n = pick(), int kept = 3) { *data = n; }

void launch(float* data) { fill<<<1, 1>>>(data); }

}  // namespace app
