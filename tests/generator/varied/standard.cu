#include <cuda/std/array>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
__global__ void spans(cuda::std::span<float> a, cuda::std::span<const int, 4> b) {}
__global__ void arrays(cuda::std::array<float, 3> a, cuda::std::array<int, 2>* b) {}
__global__ void tuples(cuda::std::tuple<int, float> a, cuda::std::pair<char, double> b) {}
__global__ void optionals(cuda::std::optional<int> a) {}
