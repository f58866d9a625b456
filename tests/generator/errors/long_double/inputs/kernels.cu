__global__ void scale(long double factor) {}
__global__ void scale_all(long double* factors) {}
