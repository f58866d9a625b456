#include <cuda_fp16.h>

#include <app/params.hpp>

#define DEFINE_KERNEL(name) __global__ void name

/** Every builtin scalar.
 *
 *  - characters
 *  - integers
 */
__global__ void scalars(bool b, char c, signed char sc, unsigned char uc, wchar_t w, char16_t c16, char32_t c32,
                        short s, unsigned short us, int i, unsigned u, long l, unsigned long ul, long long ll,
                        unsigned long long ull, float f, double d) {}

// Names of <cstdint> and <cstddef> stay as written.
__global__ void named_integers(std::uint8_t u8, int16_t i16, std::uint32_t u32, std::int64_t i64, size_t n,
                               std::ptrdiff_t offset, std::uintptr_t address, const std::uint64_t constant) {}

__global__ void pointers(const float* __restrict__ in, float* out, void* any, const void* const_any,
                         volatile int* flag, const volatile unsigned short* both, float** rows,
                         const float* const* const_rows, int (*matrix)[4], int values[7], void (*callback)(int)) {}

__global__ void vectors(float4 f4, const int2* i2, dim3 size, __half h, __half2* h2, cudaTextureObject_t texture) {}

/// Unnamed parameters and names that clash with the stub's own.
__global__ void names(int, float, int config, int launch, int name) {}

// Default arguments of literals stay.
__global__ void defaults(float* data, unsigned n = 1024, float factor = 2.5, double offset = 0.5, bool on = true,
                         signed char tag = 3, long long big = -1, float* more = nullptr) {}

namespace app {

/// Structs, unions and enumerations by value.
__global__ void records(Params params, Mode mode, Plain plain, detail::Aligned aligned, detail::Aligned::Inner inner,
                        Vec<float, 4> vec, Number number, Packed packed, Global global, GlobalMode global_mode) {}

__global__ void record_pointers(const Params* params, Vec<Sample, 3>* vecs, Opaque* opaque, Real* reals) {}

inline namespace v2 {
/// In an inline namespace.
__global__ void versioned(int n) {}
}  // namespace v2

namespace {
/// Its name holds a hash.
__global__ void unnamed_namespace(int n) {}
}  // namespace

}  // namespace app

/// Not visible outside its image, but launched all the same.
static __global__ void internal(int n) {}

DEFINE_KERNEL(by_macro)(int n) {}

// nvcc drops static kernels that nothing mentions.
void mention() {
  internal<<<1, 1>>>(1);
  app::unnamed_namespace<<<1, 1>>>(1);
}
