__device__ int shared_name;
__device__ int step_count;
__global__ void other(int* out) { *out = shared_name + step_count; }
