// options: -rdc=true
#include <shared/types.hpp>
namespace a {
namespace {
__global__ void hidden(int n, int* p) { *p = n; }
}  // namespace
static __global__ void internal(lib::Point q, int* p) { *p = static_cast<int>(q.x); }
__global__ void visible(int n) {}
}  // namespace a
extern "C" __global__ void plain(int n) {}
static __device__ int counter;
__global__ void uses(int* p) { *p = counter++; }
void mention() {
  a::hidden<<<1, 1>>>(1, nullptr);
  a::internal<<<1, 1>>>({}, nullptr);
}
