// corpus: architectures 90
// corpus: refused cp.async.bulk.tensor.1d
#include <cuda.h>
#include <cuda/barrier>
extern "C" __global__ void copies(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int buffer[128];
  __shared__ unsigned long long barrier;
  cuda::ptx::cp_async_bulk_tensor(cuda::ptx::space_cluster, cuda::ptx::space_global, buffer, &map, {0},
                                  &barrier);
}
