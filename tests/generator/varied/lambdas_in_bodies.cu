#include <shared/types.hpp>
__global__ void with_lambda(int* p, int n) {
  auto add = [=](int k) { struct Local { int v; }; return Local{k + n}.v; };
  *p = add(3);
}
