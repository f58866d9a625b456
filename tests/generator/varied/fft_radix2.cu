// Radix-2 butterflies over interleaved complex numbers.
#include <cuComplex.h>

enum class Direction { forward = -1, inverse = +1 };

__device__ cuComplex times(cuComplex a, cuComplex b) { return cuCmulf(a, b); }
__device__ cuDoubleComplex times(cuDoubleComplex a, cuDoubleComplex b) { return cuCmul(a, b); }
__device__ cuComplex plus(cuComplex a, cuComplex b) { return cuCaddf(a, b); }
__device__ cuDoubleComplex plus(cuDoubleComplex a, cuDoubleComplex b) { return cuCadd(a, b); }

/** One stage: `half` butterflies a group. */
template <typename Complex, int Sign>
__global__ void butterfly(Complex* __restrict__ data, const Complex* __restrict__ twiddles, unsigned half, Complex scale)
{
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned group = i / half, k = i % half;
  Complex w = twiddles[k];
  w.y *= Sign;
  const Complex a = data[group * 2 * half + k], b = times(data[group * 2 * half + k + half], w);
  data[group * 2 * half + k] = times(plus(a, b), scale);
}

template __global__ void butterfly<cuComplex, -1>(cuComplex*, const cuComplex*, unsigned, cuComplex);
template __global__ void butterfly<cuComplex, int(Direction::inverse)>(cuComplex*, const cuComplex*, unsigned, cuComplex);
template __global__ void butterfly<cuDoubleComplex, -1>(cuDoubleComplex*, const cuDoubleComplex*, unsigned, cuDoubleComplex);

extern "C" __global__ void bit_reverse(cuFloatComplex* out, cuFloatComplex const* in, unsigned bits) {
  out[__brev(threadIdx.x) >> (32 - bits)] = in[threadIdx.x];
}
