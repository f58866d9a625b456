// corpus: architectures 90
// corpus: refused barrier.cluster.arrive
#include <cooperative_groups.h>
extern "C" __global__ void __cluster_dims__(2, 1, 1) meets(int* out) {
  cooperative_groups::this_cluster().sync();
  *out = 1;
}
