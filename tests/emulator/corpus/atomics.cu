// Atomic functions of every width, operation and scope, in shared, global and generic memory.
#include "check.cuh"

#include <cuda/atomic>

__device__ unsigned counter32;
__device__ unsigned long long counter64;
__device__ float sum32;
__device__ double sum64;
__device__ int lowest = 1 << 30, highest = -(1 << 30);
__managed__ long long lowest64 = 1ll << 60, highest64 = -(1ll << 60);

/// Every thread of the grid adds to variables that nothing reads before the grid is done: the last block
/// looks.
extern "C" __global__ void check_grid_wide(unsigned* failures) {
  __shared__ bool last;
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&counter64, 3ull);
  atomicAdd(&sum32, 0.5f);
  atomicAdd(&sum64, 0.25);
  atomicMin(&lowest, -i);
  atomicMax(&highest, i);
  atomicMin(&lowest64, (long long)-i);
  atomicMax(&highest64, (long long)i);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&counter32, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  const int n = int(gridDim.x * blockDim.x);
  if (threadIdx.x == 0) {
    CHECK(atomicAdd(&counter64, 0ull) == 3ull * n && atomicAdd(&sum32, 0.0f) == 0.5f * n &&
          atomicAdd(&sum64, 0.0) == 0.25 * n);
    CHECK(atomicMin(&lowest, 0) == 1 - n && atomicMax(&highest, 0) == n - 1);
    CHECK(atomicMin(&lowest64, 0ll) == 1 - n && atomicMax(&highest64, 0ll) == n - 1);
  }
}

template <class T>
__device__ void integer_operations(unsigned* failures, T* cell) {
  if (threadIdx.x == 0) *cell = 0;
  __syncthreads();
  atomicAdd(cell, T(2));
  __syncthreads();
  CHECK(*cell == T(2 * blockDim.x));
  __syncthreads();
  atomicOr(cell, T(1) << (threadIdx.x % 31));
  __syncthreads();
  CHECK((*cell & 0x7fffffff) == 0x7fffffff);
  __syncthreads();
  atomicAnd(cell, ~(T(1) << (threadIdx.x % 8)));
  __syncthreads();
  CHECK((*cell & 255) == 0);
  __syncthreads();
  atomicXor(cell, T(threadIdx.x % 2 + 1));
  __syncthreads();
  CHECK((*cell & 255) == 0);
  __syncthreads();
  atomicMax(cell, T(threadIdx.x + 0x7fffff00));
  __syncthreads();
  CHECK(*cell >= T(0x7fffff00));
  __syncthreads();
  if (threadIdx.x == 0) {
    CHECK(atomicExch(cell, T(5)) >= T(0x7fffff00) && atomicCAS(cell, T(5), T(6)) == 5 &&
          atomicCAS(cell, T(5), T(7)) == 6 && *cell == 6);
    CHECK(atomicMin(cell, T(1)) == 6 && *cell == 1);
  }
  __syncthreads();
  T seen = *cell;
  for (T old; (old = atomicCAS(cell, seen, seen + T(3))) != seen;) seen = old;
  __syncthreads();
  CHECK(*cell == T(1 + 3 * blockDim.x));
  __syncthreads();
}

extern "C" __global__ void check_integers(unsigned* failures) {
  __shared__ int i;
  __shared__ unsigned u;
  __shared__ unsigned long long l;
  __shared__ long long s;
  integer_operations(failures, &u);
  integer_operations(failures, &l);
  if (threadIdx.x == 0) i = 100, s = 100, u = 0;
  __syncthreads();
  atomicSub(&i, 1);
  atomicMin(&s, (long long)(threadIdx.x) - 1000);
  const unsigned ticket = atomicInc(&u, 9u);
  CHECK(ticket < 10);
  __syncthreads();
  CHECK(i == 100 - int(blockDim.x) && s == -1000 && u == blockDim.x % 10);
  __syncthreads();
  atomicDec(&u, 4u);
  __syncthreads();
  CHECK(u <= 6);
  if (threadIdx.x == 0) {
    float f = 1;
    CHECK(atomicExch(&i, 7) == 100 - int(blockDim.x));
    __shared__ float g;
    g = f;
    CHECK(atomicExch(&g, 2.0f) == 1 && g == 2);
  }
  __syncthreads();
  atomicAdd_block(&i, 1), atomicAdd_system(&i, 1), atomicMax_system(&s, 3ll), atomicCAS_block(&u, 0u, 1u);
  __syncthreads();
  CHECK(i == 7 + 2 * int(blockDim.x) && s == 3);
}

template <cuda::thread_scope scope>
__device__ void references(unsigned* failures) {
  __shared__ int cell;
  __shared__ unsigned long long wide;
  __shared__ float real;
  __shared__ double real64;
  __shared__ short small;
  __shared__ unsigned char byte;
  if (threadIdx.x == 0) cell = 0, wide = 0, real = 0, real64 = 0, small = 0, byte = 0;
  __syncthreads();
  cuda::atomic_ref<int, scope> a(cell);
  cuda::atomic_ref<unsigned long long, scope> b(wide);
  cuda::atomic_ref<float, scope> c(real);
  cuda::atomic_ref<double, scope> d(real64);
  cuda::atomic_ref<short, scope> e(small);
  cuda::atomic_ref<unsigned char, scope> f(byte);
  a.fetch_add(1, cuda::memory_order_relaxed), a.fetch_add(1, cuda::memory_order_acquire),
      a.fetch_add(1, cuda::memory_order_release), a.fetch_add(1, cuda::memory_order_acq_rel),
      a.fetch_add(1, cuda::memory_order_seq_cst);
  b.fetch_sub(1), b.fetch_or(0), b.fetch_and(~0ull), b.fetch_xor(0), b.fetch_max(0),
      b.fetch_min(~0ull, cuda::memory_order_relaxed);
  c.fetch_add(1.0f), d.fetch_add(1.0, cuda::memory_order_relaxed);
  e.fetch_add(1), f.fetch_or((unsigned char)(1u << (threadIdx.x % 8)));
  __syncthreads();
  CHECK(a.load() == 5 * int(blockDim.x) &&
        b.load(cuda::memory_order_acquire) == -(unsigned long long)blockDim.x);
  CHECK(c.load(cuda::memory_order_relaxed) == blockDim.x && d.load() == blockDim.x &&
        e.load() == short(blockDim.x) && f.load() == 255);
  __syncthreads();
  if (threadIdx.x == 0) {
    int expected = 3;
    CHECK(!a.compare_exchange_strong(expected, 4) && expected == 5 * int(blockDim.x) &&
          a.compare_exchange_strong(expected, 4, cuda::memory_order_acq_rel));
    CHECK(a.exchange(9, cuda::memory_order_release) == 4);
    a.store(11, cuda::memory_order_release), a.store(12, cuda::memory_order_relaxed), a.store(13);
    CHECK(a.load() == 13 && a.is_lock_free());
    float was = blockDim.x;
    while (!c.compare_exchange_weak(was, 2.5f)) {
    }
    CHECK(c.load() == 2.5f && c.exchange(1.0f) == 2.5f);
    e.store(-5);
    CHECK(e.exchange(6) == -5);
  }
  __syncthreads();
}
extern "C" __global__ void check_references_block(unsigned* failures) {
  references<cuda::thread_scope_block>(failures);
}
extern "C" __global__ void check_references_device(unsigned* failures) {
  references<cuda::thread_scope_device>(failures);
}
extern "C" __global__ void check_references_system(unsigned* failures) {
  references<cuda::thread_scope_system>(failures);
}

struct Pair {
  unsigned long long a, b;
};
__device__ cuda::atomic<int, cuda::thread_scope_device> stage;

/// Blocks pass a token on in their order: each spins until the one before has stored.
extern "C" __global__ void check_order_of_blocks(unsigned* failures) {
  if (threadIdx.x == 0) {
    while (stage.load(cuda::memory_order_acquire) != int(blockIdx.x)) __nanosleep(20);
    stage.store(int(blockIdx.x) + 1, cuda::memory_order_release);
    stage.notify_all();
  }
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_block);
  cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_system);
  CHECK(stage.load() > int(blockIdx.x) || threadIdx.x != 0);
  __threadfence(), __threadfence_block(), __threadfence_system();
}
