#include "../shared.cuh"
#include "../types.hpp"
#define TEMPLATE_KERNEL(...) \
  template <__VA_ARGS__>     \
  __global__ void
namespace app {
TEMPLATE_KERNEL(Mode M, bool Up) shift(int* values) {
  values[threadIdx.x] += (M == Mode::twice ? 2 : 1) * (Up ? 1 : -1);
}
namespace {
template <class T>
__global__ void __launch_bounds__(256) hidden(T* values) {
  values[threadIdx.x] += 1;
}
}  // namespace
/// Adds the sum of Addends, through Op.
template <template <class> class Op, int... Addends>
static __global__ void apply(int* values) {
  values[threadIdx.x] = Op<int>::of(values[threadIdx.x]) + (0 + ... + Addends);
}
}  // namespace app
__global__ void plain(int* values) { *values = 1; }
