// samples/vector_add as nvcc alone has it: one source, the runtime API, <<<>>>. What the build benchmark
// compares with.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

extern "C" __global__ void __launch_bounds__(256)
    vector_add(const float* a, const float* b, float* out, std::uint32_t len) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < len) out[i] = a[i] + b[i];
}

namespace {

constexpr std::uint32_t length = 1'048'576;
constexpr std::uint32_t threads_per_block = 256;

void check(cudaError_t status) {
  if (status != cudaSuccess) {
    std::cerr << cudaGetErrorString(status) << '\n';
    std::exit(EXIT_FAILURE);
  }
}

float* upload(const std::vector<float>& host) {
  float* device = nullptr;
  check(cudaMalloc(&device, host.size() * sizeof(float)));
  check(cudaMemcpy(device, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice));
  return device;
}

}  // namespace

int main() {
  std::vector<float> host_a(length);
  std::vector<float> host_b(length);
  for (std::uint32_t i = 0; i < length; ++i) {
    host_a[i] = static_cast<float>(i);
    host_b[i] = static_cast<float>(2 * i);
  }
  float* a = upload(host_a);
  float* b = upload(host_b);
  float* out = upload(std::vector<float>(length));
  cudaStream_t stream = nullptr;
  check(cudaStreamCreate(&stream));
  vector_add<<<(length + threads_per_block - 1) / threads_per_block, threads_per_block, 0, stream>>>(
      a, b, out, length);
  check(cudaGetLastError());
  check(cudaStreamSynchronize(stream));

  std::vector<float> host_out(length);
  check(cudaMemcpy(host_out.data(), out, length * sizeof(float), cudaMemcpyDeviceToHost));
  for (std::uint32_t i = 0; i < length; ++i) {
    const float expected = host_a[i] + host_b[i];
    if (host_out[i] != expected) {
      std::cerr << "Element " << i << " is wrong: got " << host_out[i] << ", expected " << expected << '\n';
      return EXIT_FAILURE;
    }
  }
  std::cout << "All " << length << " elements verified correct.\n";
  check(cudaFree(a));
  check(cudaFree(b));
  check(cudaFree(out));
}
