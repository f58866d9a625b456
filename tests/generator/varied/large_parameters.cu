#include <shared/types.hpp>
__global__ void large(lib::Array<double, 500> a, int n) {}
