#include <app/state.hpp>

/// Filter coefficients, set by the host before the first launch.
__constant__ float coefficients[16];
__device__ int counter;
/** Seen by host and device alike. */
__managed__ double total;
__device__ const int table[3] = {1, 2, 3};
__constant__ float matrix[4][8];
__device__ float* buffer;

namespace app {
/// The simulation's state.
__device__ State state;
__constant__ State initial[2];
__device__ Phase phase;
static __device__ unsigned ticks;
namespace {
__device__ std::uint64_t seeds[4];
}
}  // namespace app

struct Local {
  int n;
};
__device__ Local local;

__device__ int shared_name;
template <class T>
__device__ T zero = T{};

__global__ void step(float* out) {
  static __device__ int calls = 0;
  out[0] = coefficients[threadIdx.x] + counter++ + total + table[threadIdx.x % 3] + matrix[1][threadIdx.x] + *buffer;
  app::state.steps += app::initial[0].steps + static_cast<int>(app::phase) + app::ticks++ + app::seeds[0] + local.n;
  out[1] = shared_name + calls++ + zero<float>;
}
