struct InSource {
  int n;
};
__device__ float step(float x) { return x + 1.0f; }

template <class T>
__global__ void fill(T* data) {}
template <float (*F)(float)>
__global__ void apply(float* data) {
  *data = F(*data);
}

void launches(float* data) {
  fill<<<1, 1>>>(static_cast<InSource*>(nullptr));
  auto lambda = [] __device__() {};
  fill<<<1, 1>>>(&lambda);
  apply<step><<<1, 1>>>(data);
}

template <float (*F)(float)>
struct Functor {};
template <class F>
__global__ void call(F functor) {}
template __global__ void call(Functor<step>);
