// Calls a function that no source defines.
__device__ float nowhere(float value);

__global__ void lost(float* value) { *value = nowhere(*value); }
