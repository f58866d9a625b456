// Insertion into an open-addressing hash table by compare-and-swap.
#include <crypto/table.hpp>

namespace crypto {

__host__ __device__ constexpr std::uint64_t mix(std::uint64_t x) { return (x ^ (x >> 31)) * kSeed; }

/// Inserts keys; `failed` counts those that found no slot.
__global__ void insert(Table table, const std::uint64_t* keys, const std::uint32_t* values, std::size_t n,
                       unsigned long long* failed, Table::Policy policy = Table::keep,
                       std::uint64_t seed = kSeed) {
  const std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (i >= n) return;
  Slot* slot = &table.slots[mix(keys[i] ^ seed) % table.capacity];
  if (slot->state && policy == Table::keep) atomicAdd(failed, 1ull);
  else *slot = Slot{keys[i], values[i], 1};
}

__global__ void lookup(const Table table, const unsigned long long* keys, long n, unsigned long* found, long long missing = -1LL,
                       Slot fallback = {}) {
  if (threadIdx.x < n) found[threadIdx.x] = keys[threadIdx.x] ? fallback.value : static_cast<unsigned long>(missing);
}

}  // namespace crypto
