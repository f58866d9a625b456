// Convolutions over packs: number of channels, filters and epilogues are open.
#include <ml/ops.hpp>
#include <sparse/csr.hpp>

namespace conv {


template <class... Epilogues>
__global__ void chain(float* data, int n, Epilogues... epilogues) {
  if (threadIdx.x < n) ((data[threadIdx.x] = epilogues(data[threadIdx.x], 1.0f)), ...);
}

template <class T, int... Taps>
__global__ void fir(const T* in, T* out) {
  int i = 0;
  T sum{};
  ((sum += Taps * in[threadIdx.x + i++]), ...);
  out[threadIdx.x] = sum;
}


template <ml::Activation... Activations>
__global__ void fused(float* data, sparse::Plus<float>, const ml::Layer<Activations>*... layers) {
  ((data[threadIdx.x] += layers->bias[0]), ...);
}

}  // namespace conv

void launch(float* d, const double* in, double* out, const ml::Layer<ml::Activation::none>* a, const ml::Layer<ml::Activation::relu>* b) {
  conv::chain<<<1, 1>>>(d, 4);
  conv::chain<<<1, 1>>>(d, 4, sparse::Plus<float>{}, sparse::Times<float>{});
  conv::fir<double, 1, -2, 1><<<1, 1>>>(in, out);
  conv::fused<<<1, 1>>>(d, sparse::Plus<float>{}, a, b);
}
