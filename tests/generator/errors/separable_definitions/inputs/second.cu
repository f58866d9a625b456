namespace app {
__device__ float gain;
__device__ float amplified(float value, int count) { return gain * value * count; }
}  // namespace app
static __device__ int calls;
__global__ void second(float* out) { *out = app::amplified(*out, ++calls); }
extern "C" __global__ void same_name(int* out) { *out = 1; }
