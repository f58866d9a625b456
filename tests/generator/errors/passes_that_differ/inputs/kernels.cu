#ifdef __CUDACC_DEBUG__
extern "C" __global__ void c_kernel(int n, double x) {}
__global__ void kernel(int n) {}
#else
extern "C" __global__ void c_kernel(int n, float x) {}
__global__ void kernel(unsigned n) {}
#endif
