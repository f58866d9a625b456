extern __device__ float gain;
__device__ float scaled(float value);

/// Scales by what another source says.
__global__ void scale(float* values) { values[threadIdx.x] = gain * scaled(values[threadIdx.x]); }
