// Bitonic sorting networks, all of them private to this file.
namespace sorting {
namespace {

template <class Key> struct Greater { __device__ bool operator()(Key a, Key b) const { return a > b; } };

__device__ void exchange(unsigned& a, unsigned& b) { const unsigned kept = a; a = b; b = kept; }

__global__ void bitonic_step(unsigned* keys, int stage, int distance) {
  const unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ distance;
  if (other > i && (keys[i] > keys[other]) == ((i & stage) == 0)) exchange(keys[i], keys[other]);
}

}  // namespace

static __global__ void odd_even(unsigned* keys, int parity, bool) {
  const int i = 2 * threadIdx.x + parity;
  if (keys[i] > keys[i + 1]) exchange(keys[i], keys[i + 1]);
}

namespace detail { namespace {
__global__ void bitonic_step(float* keys, int stage, int distance) {
  const unsigned i = threadIdx.x, other = i ^ distance;
  if (other > i && Greater<float>{}(keys[i], keys[other]) == ((i & stage) == 0)) {
    const float kept = keys[i];
    keys[i] = keys[other];
    keys[other] = kept;
  }
}
} }

}  // namespace sorting

void sort(unsigned* keys, float* reals, int n) {
  for (int stage = 2; stage <= n; stage *= 2)
    for (int distance = stage / 2; distance > 0; distance /= 2) {
      sorting::bitonic_step<<<n / 256, 256>>>(keys, stage, distance);
      sorting::detail::bitonic_step<<<n / 256, 256>>>(reals, stage, distance);
    }
  sorting::odd_even<<<1, 256>>>(keys, 0, true);
}
