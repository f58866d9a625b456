// Streams: creation, order, host functions.
#include <algorithm>

#include "driver/capture.hpp"
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/host_function.hpp"
#include "driver/submit.hpp"

using namespace gpu_emulator::driver;

namespace {

constexpr int greatest_priority = -5;

void create_stream(CUstream* result, unsigned flags, int priority) {
  required(result);
  const auto context = current_context();
  require((flags & ~static_cast<unsigned>(CU_STREAM_NON_BLOCKING)) == 0);
  const auto stream = context->create_stream(flags, std::clamp(priority, greatest_priority, 0));
  stream->handle = the_driver().streams.insert(stream);
  *result = stream->handle;
}

/// For calls that only ask: a failed context is no obstacle.
CUresult failure_of(const Stream& stream) { return stream.context().error(); }

}  // namespace

CUresult CUDAAPI cuStreamCreate(CUstream* phStream, unsigned int Flags) {
  return api([&] { create_stream(phStream, Flags, 0); });
}

CUresult CUDAAPI cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) {
  return api([&] { create_stream(phStream, flags, priority); });
}

CUresult CUDAAPI cuStreamDestroy_v2(CUstream hStream) {
  return api([&] {
    const auto stream = the_driver().streams.erase(hStream);
    require(stream != nullptr, CUDA_ERROR_INVALID_HANDLE);
    stream->retire();
    return failure_of(*stream);
  });
}

CUresult CUDAAPI cuStreamDestroy(CUstream hStream) { return cuStreamDestroy_v2(hStream); }

CUresult CUDAAPI cuStreamSynchronize(CUstream hStream) {
  return api([&] {
    const auto stream = find_stream(hStream);
    refuse_while_capturing(*stream);
    refuse_implicit_dependency(*stream);
    stream->synchronize();
    // The legacy default stream stands for all blocking streams.
    if (stream->kind() == Stream::Kind::legacy) {
      for (const auto& other : stream->context().streams()) {
        if (other->blocking()) other->synchronize();
      }
    }
    return failure_of(*stream);
  });
}

CUresult CUDAAPI cuStreamQuery(CUstream hStream) {
  return api([&] {
    const auto stream = find_stream(hStream);
    refuse_while_capturing(*stream);
    refuse_implicit_dependency(*stream);
    bool idle = stream->idle();
    if (stream->kind() == Stream::Kind::legacy) {
      for (const auto& other : stream->context().streams())
        idle = idle && (!other->blocking() || other->idle());
    }
    if (failure_of(*stream) != CUDA_SUCCESS) return failure_of(*stream);
    return idle ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
  });
}

CUresult CUDAAPI cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return api([&] {
    const auto event = find_event(hEvent);
    const auto stream = find_stream(hStream);
    require((Flags & ~1u) == 0);
    wait_event(event, *stream);
  });
}

CUresult CUDAAPI cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) {
  return api([&] {
    require(fn != nullptr);
    const auto stream = find_stream(hStream);
    return submit(*stream, HostWork{fn, userData}, false);
  });
}

CUresult CUDAAPI cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData,
                                     unsigned int flags) {
  return api([&] {
    require(callback != nullptr && flags == 0);
    const auto stream = find_stream(hStream);
    Task task;
    // Unlike a host function, a callback is told of the context's failure.
    task.run = [context = stream->shared_context(), hStream, callback, userData] {
      const HostFunctionScope scope;
      callback(hStream, context->error(), userData);
    };
    task.host_function = true;
    task.always = true;
    return hand_over(*stream, std::move(task), false);
  });
}

CUresult CUDAAPI cuStreamGetPriority(CUstream hStream, int* priority) {
  return api([&] {
    required(priority);
    *priority = find_stream(hStream)->priority();
  });
}

CUresult CUDAAPI cuStreamGetFlags(CUstream hStream, unsigned int* flags) {
  return api([&] {
    required(flags);
    *flags = find_stream(hStream)->flags();
  });
}

CUresult CUDAAPI cuStreamGetId(CUstream hStream, unsigned long long* streamId) {
  return api([&] {
    required(streamId);
    *streamId = find_stream(hStream)->id();
  });
}

CUresult CUDAAPI cuStreamGetCtx(CUstream hStream, CUcontext* pctx) {
  return api([&] {
    required(pctx);
    *pctx = find_stream(hStream)->context().handle;
  });
}

#if CUDA_VERSION >= 12050
CUresult CUDAAPI cuStreamGetCtx_v2(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) {
  return api([&] {
    required(pCtx);
    *pCtx = find_stream(hStream)->context().handle;
    store(pGreenCtx, nullptr);
  });
}
#endif

#if CUDA_VERSION >= 12080
CUresult CUDAAPI cuStreamGetDevice(CUstream hStream, CUdevice* device) {
  return api([&] {
    required(device);
    *device = find_stream(hStream)->context().device().ordinal;
  });
}
#endif

CUresult CUDAAPI cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr, size_t, unsigned int) {
  // Managed memory has one address and is reachable from everywhere at any time: nothing to attach.
  return api([&] { find_stream(hStream); });
}
