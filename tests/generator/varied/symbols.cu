#include <shared/types.hpp>
__constant__ float coefficients[16];
__device__ int counter;
__managed__ double managed;
namespace app { __constant__ lib::Point origin; __device__ lib::Array<int, 4> table[3]; static __device__ int internal_counter; }
__global__ void uses(float* p) { *p = coefficients[threadIdx.x] + counter++ + managed + app::origin.x + app::table[0].data[1] + app::internal_counter++; }
