// Kernels that write the bytes of their parameters, one behind the other, to `out`.
#include <cuda_fp16.h>

#include <shared.hpp>

namespace {

/// Appends the bytes of a value.
template <class T>
__device__ unsigned char* put(unsigned char* out, const T& value) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  for (unsigned i = 0; i < sizeof(T); ++i) *out++ = bytes[i];
  return out;
}

}  // namespace

namespace forms {

/// Any number of arguments of any types.
template <class... Ts>
__global__ void dump(unsigned char* out, Ts... values) {
  ((out = put(out, values)), ...);
}

void instantiate() {
  dump<<<1, 1>>>(nullptr, float4{}, uchar3{}, int2{}, double2{}, dim3{}, longlong2{});
  dump<<<1, 1>>>(nullptr, __half{}, __half2{}, cudaTextureObject_t{});
  dump<<<1, 1>>>(nullptr, shared::Border{}, shared::Plain{}, shared::Packed{}, shared::Aligned{},
                 shared::Derived{});
  dump<<<1, 1>>>(nullptr, shared::Vec<float, 3>{}, shared::Vec<shared::Vec<char, 2>, 2>{}, shared::Number{});
  dump<<<1, 1>>>(nullptr, shared::Bits{}, true, 'x', 1LL, -1.5f);
  dump<<<1, 1>>>(nullptr, __int128{}, 'y', static_cast<unsigned __int128>(0));
  dump<<<1, 1>>>(nullptr);
}

/// Template arguments that are values.
template <shared::Border border, int N, bool Twice, class T = float>
__global__ void constants(T* out) {
  out[0] = static_cast<T>(border);
  out[1] = static_cast<T>(N * (Twice ? 2 : 1));
}
template __global__ void constants<shared::Border::clamp, 5, true>(float*);
template __global__ void constants<shared::Border::wrap, -4, false, double>(double*);

/// Calls a function object.
template <class F>
__global__ void apply(F f, float* data, unsigned n) {
  if (threadIdx.x < n) data[threadIdx.x] = f(data[threadIdx.x]);
}
template __global__ void apply<shared::Scale>(shared::Scale, float*, unsigned);

/// A struct in constant memory, beside one that no code uses.
__global__ void grid_constant(const __grid_constant__ shared::Derived used,
                              const __grid_constant__ shared::Aligned unused, int n, float* out) {
  out[0] = used.weight + static_cast<float>(used.inner[1].codes[n]);
}

/// Pointers to pointers, to arrays, and to structs.
__global__ void pointers(float** rows, const int (*pairs)[2], const shared::Derived* records, void* any) {
  rows[1][0] = static_cast<float>(pairs[1][1] + records[1].id);
  *static_cast<int*>(any) = 17;
}

/// Arrays, which are pointers, and pointers of every depth and qualification.
__global__ void qualified(float row[4], const int table[3][2], const float* const* rows, float*** deep,
                          volatile int* flag, const float* __restrict__ in, int* const __restrict__ out,
                          const short value) {
  row[3] = static_cast<float>(table[2][1]) + rows[1][2];
  ***deep = in[1];
  *flag = *flag + 1;
  *out = value;
}

__device__ int doubled(int x) { return 2 * x; }
__device__ int negated(int x) { return -x; }
using Function = int (*)(int);
__device__ Function functions[2] = {doubled, negated};

/// Functions that other device code gave the addresses of.
__global__ void call(Function one, int (*other)(int), int x, int* out) {
  out[0] = one(x);
  out[1] = other(x);
}

/// A list as long as the limit allows: 8 + 32,756 bytes.
__global__ void longest(unsigned* out, shared::Vec<unsigned, 8189> all) {
  for (unsigned i = threadIdx.x; i < 8189; i += blockDim.x) out[i] = all.elements[i];
}

/// One byte more than the 4 KB of old, with a neighbour behind.
__global__ void beyond_4k(unsigned char* out, shared::Vec<unsigned char, 4089> all, unsigned char last) {
  for (unsigned i = threadIdx.x; i < 4089; i += blockDim.x) out[i] = all.elements[i];
  if (threadIdx.x == 0) out[4089] = last;
}

}  // namespace forms
