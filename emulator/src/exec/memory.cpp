#include "memory.hpp"

#include "launch.hpp"
#include "memory_block.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <shared_mutex>

namespace gpu_emulator {

namespace {
/// From here on an allocation gets pages of its own, which go back to the system when it is freed.
constexpr std::size_t map_threshold = std::size_t{1} << 20;
/// Small freed blocks keep their memory until this much is in quarantine.
constexpr std::size_t quarantine_bytes = std::size_t{32} << 20;
constexpr std::size_t quarantine_blocks = 65536;
/// Bytes behind a small block, so that its end is not the next one's start.
constexpr std::size_t gap = 64;

bool tracked(MemoryKind kind) { return kind == MemoryKind::device; }
}  // namespace

const char* name_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
      return "device memory";
    case MemoryKind::host:
      return "host memory";
    case MemoryKind::managed:
      return "managed memory";
    case MemoryKind::constant:
      return "constant memory";
    case MemoryKind::module:
      return "global variable";
    case MemoryKind::parameter:
      return "kernel parameters";
  }
  return "memory";
}

struct MemoryTable::Implementation {
  mutable std::shared_mutex mutex;
  std::map<Address, std::unique_ptr<Block>> live;       ///< by base
  std::map<Address, std::unique_ptr<Block>> freed;      ///< by base; the newest at an address
  std::deque<std::pair<Address, std::uint64_t>> order;  ///< of freeing: base, serial
  std::size_t quarantined = 0;
  std::uint64_t serial = 0;
  alignas(64) std::atomic<std::uint64_t> generation{0};
  bool track = false;
  std::map<std::pair<MemoryKind, std::uint32_t>, std::size_t> in_use;

  const Block* containing(const std::map<Address, std::unique_ptr<Block>>& blocks, Address address) const {
    auto after = blocks.upper_bound(address);
    if (after == blocks.begin()) return nullptr;
    const Block* block = std::prev(after)->second.get();
    return block->contains(address) ? block : nullptr;
  }

  static void release(Block& block) {
    if (block.backing != nullptr) {
      if (block.mapped)
        munmap(block.backing, block.backing_bytes);
      else
        std::free(block.backing);
      block.backing = nullptr;
    }
    if (block.initialised != nullptr) {
      munmap(block.initialised, block.initialised_bytes);
      block.initialised = nullptr;
    }
  }

  /// Forgets the oldest freed blocks until the quarantine is within its bounds.
  void trim() {
    while (!order.empty() && (quarantined > quarantine_bytes || order.size() > quarantine_blocks)) {
      const auto [base, number] = order.front();
      order.pop_front();
      const auto found = freed.find(base);
      if (found == freed.end() || found->second->facts.serial != number) continue;
      if (!found->second->mapped) quarantined -= found->second->backing_bytes;
      release(*found->second);
      freed.erase(found);
    }
  }

  /// Freed records that overlap a new block are no longer true.
  void forget_overlapping(Address base, std::size_t size) {
    auto at = freed.upper_bound(base + size - 1);
    while (at != freed.begin()) {
      --at;
      Block& block = *at->second;
      if (block.facts.base + std::max<std::size_t>(block.facts.size, 1) <= base) break;
      if (!block.mapped) quarantined -= block.backing_bytes;
      release(block);
      at = freed.erase(at);
    }
  }
};

MemoryTable::MemoryTable() : self_(std::make_unique<Implementation>()) {
  self_->track = Settings::process().initcheck;
}
MemoryTable::~MemoryTable() = default;

MemoryTable& MemoryTable::process() {
  // Never destroyed: worker threads and exit handlers of the program may outlive static destruction.
  static MemoryTable* const table = new MemoryTable;
  return *table;
}

Address MemoryTable::allocate(std::size_t size, std::size_t alignment, MemoryKind kind, std::string_view name,
                              std::uint32_t tag) {
  if (size == 0 || size > (std::size_t{1} << 47)) return 0;
  alignment =
      std::max<std::size_t>(alignment, kind == MemoryKind::device || kind == MemoryKind::managed ? 256 : 16);
  auto block = std::make_unique<Block>();
  block->mapped = size >= map_threshold;
  Address base = 0;
  if (block->mapped) {
    const std::size_t page = 4096;
    const std::size_t slack = alignment > page ? alignment : 0;
    block->backing_bytes = (size + gap + page - 1) / page * page + slack;
    void* memory = mmap(nullptr, block->backing_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 0;
    block->backing = memory;
    base = (reinterpret_cast<Address>(memory) + alignment - 1) / alignment * alignment;
  } else {
    block->backing_bytes = (size + gap + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, block->backing_bytes);
    if (memory == nullptr) return 0;
    std::memset(memory, 0, size);
    block->backing = memory;
    base = reinterpret_cast<Address>(memory);
  }
  if (self_->track && tracked(kind)) {
    block->initialised_bytes = size / 8 + 1;
    void* bits = mmap(nullptr, block->initialised_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bits != MAP_FAILED) block->initialised = static_cast<std::uint8_t*>(bits);
  }
  const std::unique_lock lock(self_->mutex);
  block->facts = {base, size, kind, false, false, ++self_->serial, tag, std::string(name)};
  self_->forget_overlapping(base, size);
  self_->in_use[{kind, tag}] += size;
  self_->live.emplace(base, std::move(block));
  return base;
}

bool MemoryTable::adopt(Address base, std::size_t size, MemoryKind kind, std::string_view name,
                        std::uint32_t tag) {
  if (size == 0 || base == 0 || base + size < base) return false;
  const std::unique_lock lock(self_->mutex);
  auto after = self_->live.upper_bound(base + size - 1);
  if (after != self_->live.begin()) {
    const Block& before = *std::prev(after)->second;
    if (before.facts.base + before.facts.size > base) return false;
  }
  auto block = std::make_unique<Block>();
  block->facts = {base, size, kind, false, true, ++self_->serial, tag, std::string(name)};
  self_->forget_overlapping(base, size);
  self_->in_use[{kind, tag}] += size;
  self_->live.emplace(base, std::move(block));
  return true;
}

FreeResult MemoryTable::free(Address base) {
  const std::unique_lock lock(self_->mutex);
  const auto found = self_->live.find(base);
  if (found == self_->live.end()) {
    if (self_->containing(self_->live, base) != nullptr) return FreeResult::interior_pointer;
    return self_->freed.contains(base) ? FreeResult::already_freed : FreeResult::not_an_allocation;
  }
  std::unique_ptr<Block> block = std::move(found->second);
  self_->live.erase(found);
  self_->generation.fetch_add(1, std::memory_order_release);
  self_->in_use[{block->facts.kind, block->facts.tag}] -= block->facts.size;
  block->facts.freed = true;
  if (block->initialised != nullptr) {
    munmap(block->initialised, block->initialised_bytes);
    block->initialised = nullptr;
  }
  if (block->mapped) {
    // The pages go back now; the addresses stay taken, so that nothing else comes to lie there.
    mmap(block->backing, block->backing_bytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  } else if (block->backing != nullptr) {
    self_->quarantined += block->backing_bytes;
  }
  self_->order.emplace_back(base, block->facts.serial);
  self_->freed[base] = std::move(block);
  self_->trim();
  return FreeResult::ok;
}

std::optional<Allocation> MemoryTable::find(Address address) const {
  const std::shared_lock lock(self_->mutex);
  const Block* block = self_->containing(self_->live, address);
  if (block == nullptr) block = self_->containing(self_->freed, address);
  return block == nullptr ? std::nullopt : std::optional(block->facts);
}

bool MemoryTable::contains(Address address, std::size_t size) const {
  const std::shared_lock lock(self_->mutex);
  const Block* block = self_->containing(self_->live, address);
  return block != nullptr && size <= block->facts.size - (address - block->facts.base);
}

std::optional<Allocation> MemoryTable::nearest(Address address) const {
  const std::shared_lock lock(self_->mutex);
  const Block* best = nullptr;
  std::uint64_t best_distance = ~std::uint64_t{0};
  for (const auto* blocks : {&self_->live, &self_->freed}) {
    const auto consider = [&](const Block& block) {
      const Address end = block.facts.base + block.facts.size;
      const std::uint64_t distance = block.contains(address)      ? 0
                                     : address < block.facts.base ? block.facts.base - address
                                                                  : address - end + 1;
      if (distance < best_distance) {
        best = &block;
        best_distance = distance;
      }
    };
    const auto after = blocks->upper_bound(address);
    if (after != blocks->end()) consider(*after->second);
    if (after != blocks->begin()) consider(*std::prev(after)->second);
  }
  return best == nullptr ? std::nullopt : std::optional(best->facts);
}

std::size_t MemoryTable::bytes_in_use(MemoryKind kind, std::uint32_t tag) const {
  const std::shared_lock lock(self_->mutex);
  const auto found = self_->in_use.find({kind, tag});
  return found == self_->in_use.end() ? 0 : found->second;
}

namespace {
void set_bits(std::uint8_t* bits, std::size_t first, std::size_t count) {
  while (count > 0 && first % 8 != 0) {
    __atomic_fetch_or(bits + first / 8, std::uint8_t(1u << first % 8), __ATOMIC_RELAXED);
    ++first;
    --count;
  }
  if (count >= 8) {
    std::memset(bits + first / 8, 0xff, count / 8);
    first += count / 8 * 8;
    count %= 8;
  }
  for (; count > 0; ++first, --count)
    __atomic_fetch_or(bits + first / 8, std::uint8_t(1u << first % 8), __ATOMIC_RELAXED);
}
bool bit_of(const std::uint8_t* bits, std::size_t index) { return bits[index / 8] >> index % 8 & 1; }
}  // namespace

void MemoryTable::mark_initialised(Address address, std::size_t size) {
  if (!self_->track || size == 0) return;
  const std::shared_lock lock(self_->mutex);
  const Block* block = self_->containing(self_->live, address);
  if (block == nullptr || block->initialised == nullptr) return;
  const std::size_t offset = address - block->facts.base;
  set_bits(block->initialised, offset, std::min(size, block->facts.size - offset));
  if (offset == 0 && size >= block->facts.size) block->complete.store(true, std::memory_order_relaxed);
}

void MemoryTable::copy_initialised(Address destination, Address source, std::size_t size) {
  if (!self_->track || size == 0) return;
  const std::shared_lock lock(self_->mutex);
  const Block* to = self_->containing(self_->live, destination);
  if (to == nullptr || to->initialised == nullptr) return;
  // Ranges that workers keep say "complete" until the generation changes.
  if (to->complete.exchange(false, std::memory_order_relaxed))
    self_->generation.fetch_add(1, std::memory_order_release);
  const std::size_t to_offset = destination - to->facts.base;
  size = std::min(size, to->facts.size - to_offset);
  const Block* from = self_->containing(self_->live, source);
  if (from == nullptr || from->initialised == nullptr) return set_bits(to->initialised, to_offset, size);
  const std::size_t from_offset = source - from->facts.base;
  size = std::min(size, from->facts.size - from_offset);
  if (to_offset % 8 == 0 && from_offset % 8 == 0 && size >= 8) {
    std::memmove(to->initialised + to_offset / 8, from->initialised + from_offset / 8, size / 8);
    if (size % 8 == 0) return;
  }
  const std::size_t start = to_offset % 8 == 0 && from_offset % 8 == 0 ? size / 8 * 8 : 0;
  const bool backwards = destination > source;
  for (std::size_t n = start; n < size; ++n) {
    const std::size_t i = backwards ? size - 1 - (n - start) : n;
    const std::uint8_t bit = std::uint8_t(1u << (to_offset + i) % 8);
    if (bit_of(from->initialised, from_offset + i))
      __atomic_fetch_or(to->initialised + (to_offset + i) / 8, bit, __ATOMIC_RELAXED);
    else
      __atomic_fetch_and(to->initialised + (to_offset + i) / 8, std::uint8_t(~bit), __ATOMIC_RELAXED);
  }
}

bool MemoryTable::is_initialised(Address address, std::size_t size) const {
  if (!self_->track) return true;
  const std::shared_lock lock(self_->mutex);
  const Block* block = self_->containing(self_->live, address);
  if (block == nullptr || block->initialised == nullptr) return true;
  const std::size_t offset = address - block->facts.base;
  size = std::min(size, block->facts.size - offset);
  for (std::size_t i = 0; i < size; ++i) {
    if ((offset + i) % 8 == 0 && size - i >= 8 && block->initialised[(offset + i) / 8] == 0xff)
      i += 7;
    else if (!bit_of(block->initialised, offset + i))
      return false;
  }
  return true;
}

void MemoryTable::track_initialised(bool on) { self_->track = on; }
bool MemoryTable::tracks_initialised() const { return self_->track; }

const MemoryTable::Block* MemoryTable::find_live(Address address) const {
  const std::shared_lock lock(self_->mutex);
  return self_->containing(self_->live, address);
}

std::uint64_t MemoryTable::generation() const { return self_->generation.load(std::memory_order_acquire); }
const std::atomic<std::uint64_t>& MemoryTable::generation_counter() const { return self_->generation; }

}  // namespace gpu_emulator
