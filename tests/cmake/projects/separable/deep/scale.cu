__device__ float gain = 2;
__device__ float scaled(float value) { return value * 3; }
