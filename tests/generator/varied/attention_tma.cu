// Attention blocks that are fed by tensor maps, in clusters.
#include <cuda.h>
#include <ml/ops.hpp>

namespace attention {

template <int HeadDim, bool Causal>
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128, 1)
    forward(const __grid_constant__ CUtensorMap q, const __grid_constant__ CUtensorMap k, __grid_constant__ const CUtensorMap v,
            __nv_bfloat16* out, const float softmax_scale, const int seqlen) {
  extern __shared__ __align__(128) unsigned char smem[];
  smem[threadIdx.x] = reinterpret_cast<const char*>(&k)[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = __float2bfloat16(smem[127 - threadIdx.x] * softmax_scale * (Causal ? seqlen : HeadDim));
}
template __global__ void forward<64, true>(const __grid_constant__ CUtensorMap, const __grid_constant__ CUtensorMap,
                                           const __grid_constant__ CUtensorMap, __nv_bfloat16*, float, int);
void launch(CUtensorMap map, __nv_bfloat16* out) { forward<128, false><<<2, 128>>>(map, map, map, out, 1.0f, 64); }

__global__ void combine(const __grid_constant__ ml::Layer<ml::Activation::none> unused, const float* partial, float* out) {
  *out = *partial;
}

}  // namespace attention
