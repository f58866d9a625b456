extern __shared__ float dynamic[];
__device__ float reach(int i) { return dynamic[i]; }
__device__ float further(int i) { return reach(i) + 1.0f; }
__global__ void direct(float* p) { dynamic[threadIdx.x] = *p; __syncthreads(); *p = dynamic[0]; }
__global__ void indirect(float* p) { *p = further(3); }
__global__ void fixed(float* p) { __shared__ double block[33]; block[threadIdx.x] = *p; __syncthreads(); *p = block[1]; }
__global__ void none(float* p) { *p = 1; }
template <class T> __global__ void typed(T* p) { extern __shared__ unsigned char raw[]; raw[0] = 1; *p = T(raw[1]); }
template __global__ void typed<int>(int*);
