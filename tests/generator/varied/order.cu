__global__ void declared(int early, float* other);
extern "C" __global__ void c_declared(int, float*);
namespace n { __global__ void declared(double); }
template <class T> __global__ void t_declared(T* p, T v);
__device__ int twice(int n) { return 2 * n; }
__global__ void declared(int late, float* p) { *p = static_cast<float>(twice(late)); }
extern "C" __global__ void c_declared(int named, float* p) { *p = 1; }
__global__ void n::declared(double outside) {}
template <class T> __global__ void t_declared(T* target, T value) { *target = value; }
template __global__ void t_declared<int>(int*, int);
__global__ void only_declared(int n);
__global__ void unnamed(int, float*, int = 3) {}
__global__ void defaults(int a, float b = 2.5f, int* c = nullptr) {}
void use() { only_declared<<<1, 1>>>(1); }
