struct Params {
  int n;
};
enum Mode { slow, fast };

namespace {
struct Hidden {
  int n;
};
}  // namespace

__global__ void by_value(Params params, Mode mode) {}
__global__ void by_pointer(const Params* params) {}
static __global__ void unnamed(Hidden hidden) {}

void mention() { unnamed<<<1, 1>>>({}); }
