// Types of the toolkit and of libcu++, by value; the bytes of each come back.
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <pairs.hpp>
#include <shared.hpp>

namespace toolkit {

using Field = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;

__constant__ pairs::Outer stored;

/// A tensor map, read through its own address, beside one that no code uses.
__global__ void tensor_map(const __grid_constant__ CUtensorMap used,
                           const __grid_constant__ CUtensorMap unused, int n, unsigned char* out) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&used);
  for (unsigned i = 0; i < sizeof used; ++i) out[i] = bytes[i];
  out[sizeof used] = static_cast<unsigned char>(n);
}

/// Adds up what small and complex numbers hold.
__global__ void numbers(__nv_bfloat16 brain, __nv_fp8_e4m3 eighth, __nv_fp8_e5m2 other, cuComplex single,
                        cuDoubleComplex twice, float* out) {
  out[0] = __bfloat162float(brain);
  out[1] = static_cast<float>(eighth);
  out[2] = static_cast<float>(other);
  out[3] = single.x - single.y;
  out[4] = static_cast<float>(twice.x - twice.y);
}

/// A struct of pairs of small numbers, which have copy constructors of their own; in constant memory, too.
__global__ void pairs(pairs::Outer outer, int n, const __half2* more, float* out) {
  out[0] = __low2float(outer.inner[1].halves[2]);
  out[1] = __high2float(outer.inner[1].halves[2]);
  out[2] = __bfloat162float(outer.brains.y) + static_cast<float>(outer.count + n);
  out[3] = __high2float(more[1]);
  out[4] = __low2float(stored.inner[0].halves[0]);
}

/// Views and other classes of libcu++.
__global__ void views(Field field, cuda::std::span<const int> numbers, cuda::std::array<short, 3> array,
                      cuda::std::tuple<char, double> tuple, cuda::std::optional<int> some,
                      cuda::std::optional<int> none, float* out) {
  out[0] = field(1, 2);
  out[1] = static_cast<float>(numbers[1] + static_cast<int>(numbers.size()));
  out[2] = array[2];
  out[3] = static_cast<float>(cuda::std::get<0>(tuple) + cuda::std::get<1>(tuple));
  out[4] = static_cast<float>(some.value_or(-1) + none.value_or(-7));
}

/// Integers whose names differ and whose bytes do not, and handles.
__global__ void integers(long a, long long b, unsigned long c, unsigned long long d, std::int64_t e,
                         std::size_t f, volatile long* flag, cudaSurfaceObject_t surface, wchar_t wide,
                         char16_t half, unsigned long long* out) {
  out[0] = static_cast<unsigned long long>(a + b) + c + d + static_cast<unsigned long long>(e) + f;
  out[1] = static_cast<unsigned long long>(*flag);
  out[2] = surface;
  out[3] = static_cast<unsigned long long>(wide) + half;
}

static __device__ float doubled(float x) { return 2 * x; }
static __device__ float halved(float x) { return x / 2; }

/// The function is a template argument.
template <float (*function)(float)>
__global__ void map(float* data) {
  data[threadIdx.x] = function(data[threadIdx.x]);
}

/// The class template is one.
template <template <class, int> class Box, class T>
__global__ void first(Box<T, 3> box, T* out) {
  *out = box.elements[2];
}

void launch(float* data) {
  map<doubled><<<1, 1>>>(data);
  map<halved><<<1, 1>>>(data);
  first<<<1, 1>>>(shared::Vec<float, 3>{}, data);
}

/// More than 4 KB of parameters.
__global__ void wide_list(shared::Vec<unsigned, 1500> many, int n, shared::Vec<short, 1000> more, char last,
                          unsigned* out) {
  out[0] = many.elements[n];
  out[1] = static_cast<unsigned>(more.elements[n]);
  out[2] = static_cast<unsigned>(last);
}

}  // namespace toolkit
