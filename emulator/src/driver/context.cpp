#include "driver/context.hpp"

#include <algorithm>
#include <utility>

#include "driver/allocations.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/host_function.hpp"
#include "driver/library.hpp"
#include "driver/per_thread.hpp"
#include "driver/thread_state.hpp"

namespace gpu_emulator::driver {

thread_local bool PerThreadDefaultStream::active_ = false;
thread_local bool HostFunctionScope::active_ = false;

bool in_host_function() noexcept { return HostFunctionScope::active(); }

namespace {

std::atomic<std::uint64_t> next_context_id{1};

}  // namespace

Context::Context(Device& device, bool primary, unsigned context_flags)
    : flags(context_flags), device_(device), primary_(primary), id_(next_context_id++) {
  limit_values[CU_LIMIT_STACK_SIZE] = 1024;
  limit_values[CU_LIMIT_PRINTF_FIFO_SIZE] = std::size_t{7} << 20;
  limit_values[CU_LIMIT_MALLOC_HEAP_SIZE] = std::size_t{8} << 20;
  limit_values[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2;
  limit_values[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048;
  limit_values[CU_LIMIT_MAX_L2_FETCH_GRANULARITY] = 64;
}

void Context::publish() { handle = the_driver().contexts.insert(shared_from_this()); }

void Context::set_error(CUresult code) {
  CUresult none = CUDA_SUCCESS;
  error_.compare_exchange_strong(none, code, std::memory_order_acq_rel);
}

std::shared_ptr<Stream> Context::create_stream(unsigned stream_flags, int priority) {
  auto stream = std::make_shared<Stream>(shared_from_this(), Stream::Kind::created, stream_flags, priority);
  const std::scoped_lock lock(mutex_);
  std::erase_if(streams_, [](const auto& old) { return old->retired() && old->idle(); });
  streams_.push_back(stream);
  return stream;
}

std::shared_ptr<Stream> Context::legacy_stream() {
  const std::scoped_lock lock(mutex_);
  if (legacy_ == nullptr) {
    legacy_ = std::make_shared<Stream>(shared_from_this(), Stream::Kind::legacy, CU_STREAM_DEFAULT, 0);
    legacy_raw_.store(legacy_.get(), std::memory_order_release);
  }
  return legacy_;
}

std::shared_ptr<Stream> Context::per_thread_stream() {
  auto& known = thread_state().streams;
  std::erase_if(known, [](const auto& stream) { return stream->retired(); });
  for (const auto& stream : known) {
    if (&stream->context() == this) return stream;
  }
  auto stream = std::make_shared<Stream>(shared_from_this(), Stream::Kind::per_thread, CU_STREAM_DEFAULT, 0);
  known.push_back(stream);
  const std::scoped_lock lock(mutex_);
  streams_.push_back(stream);
  return stream;
}

void Context::add_implicit_dependencies(const Stream& stream, std::vector<Marker>& waits) {
  if (stream.kind() != Stream::Kind::legacy) {
    Stream* const legacy = legacy_raw_.load(std::memory_order_acquire);
    if (legacy != nullptr && !legacy->idle()) waits.push_back(legacy->tail());
    return;
  }
  const std::scoped_lock lock(mutex_);
  for (const auto& other : streams_) {
    if (other->blocking() && !other->idle()) waits.push_back(other->tail());
  }
}

std::vector<std::shared_ptr<Stream>> Context::streams() {
  const std::scoped_lock lock(mutex_);
  std::erase_if(streams_, [](const auto& old) { return old->retired() && old->idle(); });
  auto all = streams_;
  if (legacy_ != nullptr) all.push_back(legacy_);
  return all;
}

void Context::synchronize() {
  for (const auto& stream : streams()) stream->synchronize();
}

std::shared_ptr<LoadedModule> Context::instance(Library& library) {
  const std::scoped_lock lock(libraries_mutex_);
  auto& module = libraries_[library.id()];
  if (module == nullptr) module = library.load_for(*this);
  return module;
}

void Context::forget_library(std::uint64_t library_id) {
  std::shared_ptr<LoadedModule> module;
  const std::scoped_lock lock(libraries_mutex_);
  const auto found = libraries_.find(library_id);
  if (found == libraries_.end()) return;
  module = std::move(found->second);
  libraries_.erase(found);
  if (module != nullptr) module->retire();
}

void Context::add_module(CUmodule module) {
  const std::scoped_lock lock(libraries_mutex_);
  modules_.push_back(module);
}

void Context::remove_module(CUmodule module) {
  const std::scoped_lock lock(libraries_mutex_);
  std::erase(modules_, module);
}

void Context::tear_down() {
  alive_.store(false, std::memory_order_release);
  synchronize();
  std::vector<std::shared_ptr<Stream>> ended;
  {
    const std::scoped_lock lock(mutex_);
    ended.swap(streams_);
    if (legacy_ != nullptr) ended.push_back(std::move(legacy_));
    legacy_ = nullptr;
    legacy_raw_.store(nullptr, std::memory_order_release);
  }
  for (const auto& stream : ended) {
    if (stream->handle != nullptr) the_driver().streams.erase(stream->handle);
    stream->retire();
  }
  std::vector<CUmodule> modules;
  {
    const std::scoped_lock lock(libraries_mutex_);
    modules.swap(modules_);
    for (const auto& [id, module] : libraries_) {
      if (module != nullptr) module->retire();
    }
    libraries_.clear();
  }
  for (CUmodule module : modules) {
    if (const auto loaded = the_driver().modules.erase(module)) loaded->retire();
  }
  allocations().free_all(*this);
}

void Context::revive() {
  error_.store(CUDA_SUCCESS, std::memory_order_release);
  alive_.store(true, std::memory_order_release);
}

std::vector<std::shared_ptr<Context>>& context_stack() { return thread_state().contexts; }

std::shared_ptr<Context> current_context_even_if_failed() {
  auto& stack = context_stack();
  if (stack.empty() || stack.back() == nullptr) fail(CUDA_ERROR_INVALID_CONTEXT);
  if (!stack.back()->alive()) fail(CUDA_ERROR_CONTEXT_IS_DESTROYED);
  return stack.back();
}

std::shared_ptr<Context> current_context() {
  auto context = current_context_even_if_failed();
  require(!context->failed(), context->error());
  return context;
}

std::shared_ptr<Context> context_or_current(CUcontext handle) {
  if (handle == nullptr) return current_context_even_if_failed();
  auto context = the_driver().contexts.find(handle);
  require(context != nullptr, CUDA_ERROR_INVALID_CONTEXT);
  require(context->alive(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  return context;
}

std::shared_ptr<Stream> find_stream(CUstream handle) {
  if (handle == nullptr) {
    auto context = current_context();
    return PerThreadDefaultStream::active() ? context->per_thread_stream() : context->legacy_stream();
  }
  if (handle == CU_STREAM_LEGACY) return current_context()->legacy_stream();
  if (handle == CU_STREAM_PER_THREAD) return current_context()->per_thread_stream();
  auto stream = the_driver().streams.find(handle);
  require(stream != nullptr, CUDA_ERROR_INVALID_HANDLE);
  require(stream->context().alive(), CUDA_ERROR_CONTEXT_IS_DESTROYED);
  require(!stream->context().failed(), stream->context().error());
  return stream;
}

}  // namespace gpu_emulator::driver
