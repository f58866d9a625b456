template <class T>
__global__ void fill(T* data) {}
__global__ void fill(float* data, int n) {}
template <class T, int N>
__global__ void copy(T* data) {}
template <class T>
__global__ void copy(T* data) {}

void launches(float* data) {
  fill<<<1, 1>>>(data);
  copy<float, 4><<<1, 1>>>(data);
  copy<float><<<1, 1>>>(data);
}
