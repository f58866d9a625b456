#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "driver/cuda_api.hpp"
#include "driver/stream.hpp"

namespace gpu_emulator::driver {

struct Device;
class Library;
class LoadedModule;

/// A context: streams, modules and allocations of one device, and the error that ended it if one did.
class Context : public std::enable_shared_from_this<Context> {
 public:
  Context(Device& device, bool primary, unsigned flags);

  /// Enters the context into the handle table; once, after construction.
  void publish();
  /// Waits for its work, then frees all it holds. A primary context can be used again after revive().
  void tear_down();
  void revive();
  bool alive() const { return alive_.load(std::memory_order_acquire); }

  Device& device() const { return device_; }
  bool primary() const { return primary_; }
  std::uint64_t id() const { return id_; }

  /// The sticky error of a failed kernel, or CUDA_SUCCESS.
  CUresult error() const { return error_.load(std::memory_order_acquire); }
  bool failed() const { return error() != CUDA_SUCCESS; }
  /// Records the first failure; later ones are dropped.
  void set_error(CUresult code);

  std::shared_ptr<Stream> create_stream(unsigned flags, int priority);
  std::shared_ptr<Stream> legacy_stream();
  std::shared_ptr<Stream> per_thread_stream();
  /// The legacy default stream waits for all blocking streams, and they for it.
  void add_implicit_dependencies(const Stream& stream, std::vector<Marker>& waits);
  /// Waits for all work of all its streams.
  void synchronize();
  std::vector<std::shared_ptr<Stream>> streams();

  /// The module that stands for a library in this context, made at first use; throws the load's failure.
  std::shared_ptr<LoadedModule> instance(Library& library);
  void forget_library(std::uint64_t library_id);
  void add_module(CUmodule module);
  void remove_module(CUmodule module);

  CUcontext handle = nullptr;
  std::atomic<unsigned> flags;
  std::atomic<CUfunc_cache> cache_config{CU_FUNC_CACHE_PREFER_NONE};
  std::array<std::atomic<std::size_t>, CU_LIMIT_MAX> limit_values{};
  std::mutex peers_mutex;
  std::vector<int> peers;  ///< ordinals of devices whose memory this context may access
  std::atomic<std::uint64_t> next_grid{1};
  std::atomic<int> attachments{1};  ///< cuCtxAttach; the last cuCtxDetach destroys

 private:
  Device& device_;
  const bool primary_;
  const std::uint64_t id_;
  std::atomic<bool> alive_{true};
  std::atomic<CUresult> error_{CUDA_SUCCESS};
  std::mutex mutex_;
  std::vector<std::shared_ptr<Stream>> streams_;
  std::shared_ptr<Stream> legacy_;
  std::atomic<Stream*> legacy_raw_{nullptr};
  std::mutex libraries_mutex_;
  std::unordered_map<std::uint64_t, std::shared_ptr<LoadedModule>> libraries_;
  std::vector<CUmodule> modules_;
};

/// This thread's current context, checked: INVALID_CONTEXT without one, CONTEXT_IS_DESTROYED, or its sticky
/// error.
std::shared_ptr<Context> current_context();
/// The same without the sticky error: for calls that only ask.
std::shared_ptr<Context> current_context_even_if_failed();
/// A context by handle, null meaning the current one.
std::shared_ptr<Context> context_or_current(CUcontext handle);

/// The stack of contexts of this thread.
std::vector<std::shared_ptr<Context>>& context_stack();

}  // namespace gpu_emulator::driver
