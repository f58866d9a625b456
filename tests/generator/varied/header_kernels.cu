#include <shared/kernels.cuh>
void launches(float* p, int* q) {
  from_header<<<1, 1>>>(p, 3);
  static_from_header<<<1, 1>>>(3, q);
}
