#include <shared/types.hpp>
namespace a {
__global__ void one(int n, int* p) { *p = n; }
namespace b {
__global__ void one(lib::Point q, int* p) {}
}  // namespace b
namespace c::d {
__global__ void one(int n) {}
}  // namespace c::d
inline namespace v2 {
__global__ void two(int n) {}
}  // namespace v2
namespace {
__global__ void hidden(int n, int* p) { *p = n; }
namespace inner {
__global__ void hidden(int n, int* p) { *p = n; }
}  // namespace inner
}  // namespace
static __global__ void internal(int n, int* p) { *p = n; }
struct Mine;
}  // namespace a
namespace lib {
// A namespace that the types live in too.
__global__ void three(Point a, Array<Point> b, const v1::Versioned* c) {}
}  // namespace lib
namespace gpu {
__global__ void in_gpu(int n) {}
}  // namespace gpu
namespace Point {
__global__ void like_a_type(lib::Point p) {}
}  // namespace Point
void mention() {
  a::hidden<<<1, 1>>>(1, nullptr);
  a::inner::hidden<<<1, 1>>>(1, nullptr);
  a::internal<<<1, 1>>>(1, nullptr);
}
