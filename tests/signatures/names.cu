// Names: overloads, hidden kernels, kernels named like other things, default arguments.
#include <shared.hpp>

/// Overloads by type.
__global__ void tell(int* out, int) { *out = 1; }
__global__ void tell(int* out, float) { *out = 2; }
__global__ void tell(int* out, const float*) { *out = 3; }
__global__ void tell(int* out, const int*) { *out = 4; }

/// Overloads by number.
__global__ void count(int* out) { *out = 1; }
__global__ void count(int* out, int a) { *out = 2 + a; }
__global__ void count(int* out, int a, int b) { *out = 3 + a + b; }

/// A template and overloads that are none share their name.
__global__ void pick(int* out) { *out = 1; }
__global__ void pick(int* out, shared::Base base) { *out = base.id; }
template <class T>
__global__ void pick(int* out, T value) {
  *out = static_cast<int>(sizeof value) + 100;
}
template __global__ void pick<short>(int*, short);
template __global__ void pick<shared::Base>(int*, shared::Base);

/// So do two templates.
template <int N>
__global__ void choose(int* out) {
  *out = N;
}
template <class T>
__global__ void choose(int* out) {
  *out = static_cast<int>(sizeof(T));
}
template __global__ void choose<7>(int*);
template __global__ void choose<double>(int*);

/// Default arguments.
__global__ void defaults(float* out, unsigned n = 3, float factor = 2.5, bool minus = true) {
  *out = static_cast<float>(n) * factor * (minus ? -1.0f : 1.0f);
}

namespace names {
inline namespace v2 {
__global__ void versioned(int* out) { *out = 2; }
}  // namespace v2
namespace {
__global__ void hidden(int* out, int) { *out = 21; }
}  // namespace
static __global__ void internal(int* out) { *out = 22; }
namespace entries {
__global__ void library(int* out) { *out = 23; }
}  // namespace entries
__global__ void config(int* config, int launch, int) { *config = launch; }
}  // namespace names

void mention() {
  names::hidden<<<1, 1>>>(nullptr, 0);
  names::internal<<<1, 1>>>(nullptr);
}
