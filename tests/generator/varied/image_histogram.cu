// Histograms in shared memory: bins and channels are template arguments.
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace {

template <typename Counter, unsigned Bins, bool Signed = false>
__global__ void histogram(const std::conditional_t<Signed, std::int8_t, std::uint8_t>* __restrict__ pixels,
                          std::size_t count, Counter (*channels)[Bins]) {
  extern __shared__ unsigned char raw[];
  auto* bins = reinterpret_cast<Counter*>(raw);
  for (unsigned i = threadIdx.x; i < Bins; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&bins[pixels[i] % Bins], Counter{1});
  __syncthreads();
  for (unsigned i = threadIdx.x; i < Bins; i += blockDim.x) channels[blockIdx.y][i] = bins[i];
}

}  // namespace

void histograms(const std::uint8_t* in, const std::int8_t* differences, std::size_t n, unsigned (*a)[256],
                unsigned long long (*b)[64]) {
  histogram<unsigned, 256><<<1, 256, 1024>>>(in, n, a);
  histogram<unsigned long long, 64u, true><<<1, 256, 512>>>(differences, n, b);
}
