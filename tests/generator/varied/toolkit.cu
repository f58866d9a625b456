#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
__global__ void halves(__half a, __half2 b, __nv_bfloat16 c, __nv_bfloat162 d, half e) {}
__global__ void eighths(__nv_fp8_e4m3 a, __nv_fp8_e5m2 b, const __nv_fp8_e4m3* c) {}
__global__ void half_pointers(const __half* a, __half2* b, __nv_bfloat16* c) {}
__global__ void complexes(cuComplex a, cuDoubleComplex b, const cuFloatComplex* c) {}
__global__ void objects(cudaTextureObject_t a, cudaSurfaceObject_t b) {}
extern "C" __global__ void c_toolkit(__half a, __nv_bfloat16 b, cuComplex c, cudaTextureObject_t d, __half2* e) {}
