// The C++ library of the toolkit in device code.
#include "check.cuh"

#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstring>
#include <cuda/std/latch>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/semaphore>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>

extern "C" __global__ void check_vocabulary(unsigned* failures) {
  const int t = hidden(int(threadIdx.x));
  cuda::std::array<int, 9> values{};
  for (int i = 0; i < 9; ++i) values[i] = (t * 31 + i * 17) % 23;
  for (int i = 0; i < 9; ++i)
    for (int k = 0; k < i; ++k)
      if (values[i] < values[k]) cuda::std::swap(values[i], values[k]);
  for (int i = 0; i < 8; ++i) CHECK(values[i] <= values[i + 1]);
  const cuda::std::optional<int> maybe = t % 2 ? cuda::std::optional<int>(t) : cuda::std::nullopt;
  CHECK(maybe.value_or(-1) == (t % 2 ? t : -1));
  cuda::std::variant<int, float, double> either;
  if (t % 3 == 0)
    either = t;
  else if (t % 3 == 1)
    either = float(t);
  else
    either = double(t);
  CHECK(cuda::std::visit([](auto x) { return int(x); }, either) == t);
  const auto tuple = cuda::std::make_tuple(t, 2.5f, 'c');
  CHECK(cuda::std::get<0>(tuple) == t && cuda::std::get<1>(tuple) == 2.5f);
  const cuda::std::span<int> span(values.data(), 9);
  CHECK(span.subspan(3, 2).size() == 2 && cuda::std::popcount(unsigned(t)) == __popc(t) &&
        cuda::std::countl_zero(1u) == 31 && cuda::std::rotl(1u, 33) == 2);
  CHECK(cuda::std::bit_cast<unsigned>(1.0f) == 0x3f800000u &&
        cuda::std::numeric_limits<double>::max() > 1e300);
}

extern "C" __global__ void check_complex(unsigned* failures) {
  const cuda::std::complex<float> a(hidden(threadIdx.x * 0.1f), 2), b(1, hidden(-0.5f));
  const auto product = a * b, quotient = product / b;
  CHECK(near(quotient.real(), a.real(), 1e-5, 1e-5) && near(quotient.imag(), 2, 1e-5) &&
        near(abs(b), 1.118034, 1e-5));
  const cuda::std::complex<double> c(0, 3.14159265358979323846);
  CHECK(near(exp(c).real(), -1, 1e-12) &&
        near(cuda::std::sqrt(cuda::std::complex<double>(-4, 0)).imag(), 2, 1e-12) &&
        near(cuda::std::pow(a, 2.0f).real(), a.real() * a.real() - 4, 1e-3, 1e-3));
}

extern "C" __global__ void check_time_and_semaphores(unsigned* failures) {
  __shared__ cuda::std::counting_semaphore<4>* semaphore;
  __shared__ alignas(cuda::std::counting_semaphore<4>) char room[sizeof(cuda::std::counting_semaphore<4>)];
  __shared__ int inside;
  if (threadIdx.x == 0) semaphore = new (room) cuda::std::counting_semaphore<4>(2), inside = 0;
  __syncthreads();
  if (threadIdx.x % 64 == 0) {
    semaphore->acquire();
    CHECK(atomicAdd(&inside, 1) < 2);
    atomicSub(&inside, 1);
    semaphore->release();
  }
  const auto now = cuda::std::chrono::system_clock::now();
  CHECK(now.time_since_epoch().count() > 0);
}
