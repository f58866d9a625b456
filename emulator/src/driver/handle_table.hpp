#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>
#include <vector>

namespace gpu_emulator::driver {

/// What a handle stands for; part of its value, so that a handle of one kind is never taken for another.
enum class HandleKind : std::uint64_t {
  context = 1,
  stream,
  event,
  module,
  function,
  library,
  kernel,
  link_state,
  memory_pool,
  graph,
  graph_node,
  graph_exec,
  user_object,
  physical_memory,
};

/// The live objects of one kind. A handle is no address: it names a slot and the generation of its use, so a
/// destroyed, foreign or invented handle is found out without touching memory.
template <typename Handle, typename T, HandleKind kind>
class HandleTable {
 public:
  Handle insert(std::shared_ptr<T> object) {
    const std::unique_lock lock(mutex_);
    std::uint64_t index;
    if (free_.empty()) {
      index = slots_.size();
      slots_.emplace_back();
    } else {
      index = free_.back();
      free_.pop_back();
    }
    Slot& slot = slots_[index];
    slot.object = std::move(object);
    return encode(index, slot.generation);
  }

  /// The object, or null where the handle is not of a live one.
  std::shared_ptr<T> find(Handle handle) const {
    const std::shared_lock lock(mutex_);
    const Slot* slot = locate(handle);
    return slot != nullptr ? slot->object : nullptr;
  }

  /// Takes the object out of the table; null where the handle is not of a live one.
  std::shared_ptr<T> erase(Handle handle) {
    const std::unique_lock lock(mutex_);
    Slot* slot = const_cast<Slot*>(locate(handle));
    if (slot == nullptr) return nullptr;
    slot->generation = (slot->generation + 1) & generation_mask;
    free_.push_back(static_cast<std::uint64_t>(slot - slots_.data()));
    return std::exchange(slot->object, nullptr);
  }

  /// Calls `visit` with each live object, outside the table's lock.
  template <typename Visit>
  void for_each(Visit visit) const {
    std::vector<std::shared_ptr<T>> live;
    {
      const std::shared_lock lock(mutex_);
      for (const Slot& slot : slots_) {
        if (slot.object != nullptr) live.push_back(slot.object);
      }
    }
    for (const auto& object : live) visit(object);
  }

 private:
  struct Slot {
    std::shared_ptr<T> object;
    std::uint64_t generation = 0;
  };

  // 5 bits of kind, 16 of generation, 22 of index, 4 zeros: a 47-bit value that looks like an aligned
  // address.
  static constexpr unsigned index_shift = 4;
  static constexpr unsigned generation_shift = 26;
  static constexpr unsigned kind_shift = 42;
  static constexpr std::uint64_t index_mask = (1u << 22) - 1;
  static constexpr std::uint64_t generation_mask = (1u << 16) - 1;

  static Handle encode(std::uint64_t index, std::uint64_t generation) {
    return reinterpret_cast<Handle>(static_cast<std::uint64_t>(kind) << kind_shift |
                                    generation << generation_shift | index << index_shift);
  }

  const Slot* locate(Handle handle) const {
    const auto value = reinterpret_cast<std::uint64_t>(handle);
    const std::uint64_t index = value >> index_shift & index_mask;
    if (index >= slots_.size()) return nullptr;
    const Slot& slot = slots_[index];
    return slot.object != nullptr && encode(index, slot.generation) == handle ? &slot : nullptr;
  }

  mutable std::shared_mutex mutex_;
  std::vector<Slot> slots_;
  std::vector<std::uint64_t> free_;
};

}  // namespace gpu_emulator::driver
