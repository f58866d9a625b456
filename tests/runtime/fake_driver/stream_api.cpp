// Streams, events and memory.
#include <cstdlib>
#include <cstring>

#include "state.hpp"

using fake::state;
using gpu::Status;

namespace {

/// A call on a stream, which must not be gone.
Status use(CUstream stream, const char* call) {
  if (fake::current_context() == nullptr) return Status::invalid_context;
  if (stream->destroyed || (stream->context != nullptr && stream->context->destroyed)) {
    state().misuses.push_back(std::string(call) + " on a stream that is gone");
    return Status::invalid_handle;
  }
  return Status::success;
}

Status queue(CUstream handle, const char* call, std::function<void()> work) {
  const CUstream stream = fake::stream_of(handle);
  const Status status = use(stream, call);
  if (status == Status::success) stream->work.push_back(std::move(work));
  return status;
}

void* host(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

}  // namespace

FAKE_API cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
  FAKE_ENTER("cuStreamCreateWithPriority");
  if (fake::current_context() == nullptr) return Status::invalid_context;
  *stream = new CUstream_st{};
  (*stream)->context = fake::current_context();
  (*stream)->flags = flags;
  (*stream)->priority = priority;
  const std::lock_guard lock(state().mutex);
  state().streams.push_back(*stream);
  return Status::success;
}

FAKE_API cuStreamDestroy_v2(CUstream stream) {
  FAKE_ENTER("cuStreamDestroy");
  const Status status = use(stream, "cuStreamDestroy");
  stream->destroyed = true;
  return status;
}

FAKE_API cuStreamSynchronize(CUstream handle) {
  FAKE_ENTER("cuStreamSynchronize");
  const CUstream stream = fake::stream_of(handle);
  const Status status = use(stream, "cuStreamSynchronize");
  if (status == Status::success) fake::run_all(stream);
  return status;
}

FAKE_API cuStreamQuery(CUstream handle) {
  FAKE_ENTER("cuStreamQuery");
  const CUstream stream = fake::stream_of(handle);
  const Status status = use(stream, "cuStreamQuery");
  return status == Status::success && !stream->work.empty() ? Status::not_ready : status;
}

FAKE_API cuStreamWaitEvent(CUstream stream, CUevent, unsigned) {
  FAKE_ENTER("cuStreamWaitEvent");
  return use(fake::stream_of(stream), "cuStreamWaitEvent");
}

FAKE_API cuStreamGetCtx(CUstream stream, CUcontext* context) {
  FAKE_ENTER("cuStreamGetCtx");
  *context = fake::stream_of(stream)->context;
  return Status::success;
}

FAKE_API cuStreamGetPriority(CUstream stream, int* priority) {
  FAKE_ENTER("cuStreamGetPriority");
  *priority = fake::stream_of(stream)->priority;
  return Status::success;
}

FAKE_API cuEventCreate(CUevent* event, unsigned flags) {
  FAKE_ENTER("cuEventCreate");
  if (fake::current_context() == nullptr) return Status::invalid_context;
  *event = new CUevent_st{fake::current_context(), flags, false, 0};
  return Status::success;
}

FAKE_API cuEventDestroy_v2(CUevent event) {
  FAKE_ENTER("cuEventDestroy");
  if (event->context->destroyed) state().misuses.emplace_back("cuEventDestroy in a context that is gone");
  return Status::success;
}

FAKE_API cuEventRecord(CUevent event, CUstream stream) {
  FAKE_ENTER("cuEventRecord");
  const Status status = use(fake::stream_of(stream), "cuEventRecord");
  if (status == Status::success) {
    event->recorded = true;
    event->time = static_cast<float>(state().calls.size());
  }
  return status;
}

FAKE_API cuEventSynchronize(CUevent) {
  FAKE_ENTER("cuEventSynchronize");
  return Status::success;
}

FAKE_API cuEventQuery(CUevent) {
  FAKE_ENTER("cuEventQuery");
  return Status::success;
}

FAKE_API cuEventElapsedTime(float* milliseconds, CUevent start, CUevent stop) {
  FAKE_ENTER("cuEventElapsedTime");
  const unsigned flags = start->flags | stop->flags;
  if (!start->recorded || !stop->recorded || (flags & gpu::driver::event_disable_timing) != 0) {
    return Status::invalid_handle;
  }
  *milliseconds = stop->time - start->time;
  return Status::success;
}

FAKE_API cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
  FAKE_ENTER("cuMemAlloc");
  FAKE_UNSAFE_WHILE_CAPTURING();
  if (fake::current_context() == nullptr) return Status::invalid_context;
  if (bytes == 0) return Status::invalid_value;
  if (bytes > state().devices[0].memory) return Status::out_of_memory;
  void* const memory = std::malloc(bytes);
  std::memset(memory, 0xcd, bytes);
  *address = reinterpret_cast<CUdeviceptr>(memory);
  const std::lock_guard lock(state().mutex);
  state().memory[*address] = {bytes, fake::current_context()};
  return Status::success;
}

FAKE_API cuMemFree_v2(CUdeviceptr address) {
  FAKE_ENTER("cuMemFree");
  if (fake::current_context() == nullptr) return Status::invalid_context;
  const std::lock_guard lock(state().mutex);
  const auto found = state().memory.find(address);
  if (found == state().memory.end()) {
    state().misuses.emplace_back("cuMemFree of memory that is not allocated");
    return Status::invalid_value;
  }
  if (found->second.second->destroyed) state().misuses.emplace_back("cuMemFree in a context that is gone");
  if (found->second.second != fake::current_context())
    state().misuses.emplace_back("cuMemFree under another context");
  std::free(host(address));
  state().memory.erase(found);
  return Status::success;
}

FAKE_API cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  FAKE_ENTER("cuMemGetInfo");
  if (fake::current_context() == nullptr) return Status::invalid_context;
  *total = state().devices[0].memory;
  *free = *total / 2;
  return Status::success;
}

FAKE_API cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  FAKE_ENTER("cuMemcpyHtoDAsync");
  return queue(stream, "cuMemcpyHtoDAsync", [=] { std::memcpy(host(to), from, bytes); });
}

FAKE_API cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  FAKE_ENTER("cuMemcpyDtoHAsync");
  return queue(stream, "cuMemcpyDtoHAsync", [=] { std::memcpy(to, host(from), bytes); });
}

FAKE_API cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  FAKE_ENTER("cuMemcpyDtoDAsync");
  return queue(stream, "cuMemcpyDtoDAsync", [=] { std::memcpy(host(to), host(from), bytes); });
}

FAKE_API cuMemsetD8Async(CUdeviceptr to, unsigned char value, std::size_t bytes, CUstream stream) {
  FAKE_ENTER("cuMemsetD8Async");
  return queue(stream, "cuMemsetD8Async", [=] { std::memset(host(to), value, bytes); });
}
