// Contexts: primary and created ones, and the stack of each thread.
#include <algorithm>

#include "driver/capture.hpp"
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator::driver;

namespace {

constexpr unsigned known_flags = 0xff;

void check_context_flags(unsigned flags) {
  require((flags & ~known_flags) == 0);
  const unsigned schedule = flags & CU_CTX_SCHED_MASK;
  require((schedule & (schedule - 1)) == 0);
}

void create_context(CUcontext* result, unsigned flags, CUdevice ordinal) {
  required(result);
  Device& device = the_driver().device(ordinal);
  check_context_flags(flags);
  auto context = std::make_shared<Context>(device, false, flags);
  context->publish();
  context_stack().push_back(context);
  *result = context->handle;
}

std::shared_ptr<Context> find_context(CUcontext handle) {
  auto context = the_driver().contexts.find(handle);
  require(context != nullptr, CUDA_ERROR_INVALID_CONTEXT);
  return context;
}

void release_primary(CUdevice ordinal, bool reset) {
  Device& device = the_driver().device(ordinal);
  std::shared_ptr<Context> context;
  {
    const std::scoped_lock lock(device.mutex);
    if (reset) {
      if (device.primary_references == 0) return;
    } else {
      require(device.primary_references > 0, CUDA_ERROR_INVALID_CONTEXT);
      if (--device.primary_references > 0) return;
    }
    context = device.primary;
  }
  context->tear_down();
  if (reset) context->revive();
}

void pop_context(CUcontext* result) {
  auto& stack = context_stack();
  require(!stack.empty(), CUDA_ERROR_INVALID_CONTEXT);
  store(result, stack.back()->handle);
  stack.pop_back();
}

void destroy_context(CUcontext handle) {
  required(handle, CUDA_ERROR_INVALID_CONTEXT);
  auto context = find_context(handle);
  require(!context->primary(), CUDA_ERROR_INVALID_CONTEXT);
  the_driver().contexts.erase(handle);
  context->tear_down();
  auto& stack = context_stack();
  if (!stack.empty() && stack.back() == context) stack.pop_back();
}

}  // namespace

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
  return api([&] {
    required(pctx);
    Device& device = the_driver().device(dev);
    const std::scoped_lock lock(device.mutex);
    if (device.primary == nullptr) {
      device.primary = std::make_shared<Context>(device, true, device.primary_flags);
      device.primary->publish();
    } else if (device.primary_references == 0) {
      device.primary->flags = device.primary_flags;
      device.primary->revive();
    }
    ++device.primary_references;
    *pctx = device.primary->handle;
  });
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
  return api([&] { release_primary(dev, false); });
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice dev) { return cuDevicePrimaryCtxRelease_v2(dev); }

CUresult CUDAAPI cuDevicePrimaryCtxReset_v2(CUdevice dev) {
  return api([&] { release_primary(dev, true); });
}

CUresult CUDAAPI cuDevicePrimaryCtxReset(CUdevice dev) { return cuDevicePrimaryCtxReset_v2(dev); }

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) {
  return api([&] {
    Device& device = the_driver().device(dev);
    check_context_flags(flags);
    const std::scoped_lock lock(device.mutex);
    device.primary_flags = flags;
    if (device.primary != nullptr) device.primary->flags = flags;
  });
}

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
  return cuDevicePrimaryCtxSetFlags_v2(dev, flags);
}

CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
  return api([&] {
    required(flags);
    required(active);
    Device& device = the_driver().device(dev);
    const std::scoped_lock lock(device.mutex);
    *flags = device.primary_flags;
    *active = device.primary_references > 0;
  });
}

CUresult CUDAAPI cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev) {
  return api([&] { create_context(pctx, flags, dev); });
}

CUresult CUDAAPI cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) {
  return api([&] { create_context(pctx, flags, dev); });
}

CUresult CUDAAPI cuCtxCreate_v3(CUcontext* pctx, CUexecAffinityParam*, int numParams, unsigned int flags,
                                CUdevice dev) {
  return api([&] {
    require(numParams == 0, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    create_context(pctx, flags, dev);
  });
}

#if CUDA_VERSION >= 12050
CUresult CUDAAPI cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags,
                                CUdevice dev) {
  return api([&] {
    if (ctxCreateParams != nullptr) {
      require(ctxCreateParams->numExecAffinityParams == 0, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
      require(ctxCreateParams->cigParams == nullptr, CUDA_ERROR_NOT_SUPPORTED);
    }
    create_context(pctx, flags, dev);
  });
}
#endif

CUresult CUDAAPI cuCtxDestroy_v2(CUcontext ctx) {
  return api([&] { destroy_context(ctx); });
}

CUresult CUDAAPI cuCtxDestroy(CUcontext ctx) { return cuCtxDestroy_v2(ctx); }

CUresult CUDAAPI cuCtxAttach(CUcontext* pctx, unsigned int flags) {
  return api([&] {
    required(pctx);
    require(flags == 0);
    const auto context = current_context_even_if_failed();
    ++context->attachments;
    *pctx = context->handle;
  });
}

CUresult CUDAAPI cuCtxDetach(CUcontext ctx) {
  return api([&] {
    const auto context = find_context(ctx);
    require(context == current_context_even_if_failed(), CUDA_ERROR_INVALID_CONTEXT);
    if (--context->attachments == 0) destroy_context(ctx);
  });
}

CUresult CUDAAPI cuCtxPushCurrent_v2(CUcontext ctx) {
  return api([&] { context_stack().push_back(find_context(ctx)); });
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx) { return cuCtxPushCurrent_v2(ctx); }

CUresult CUDAAPI cuCtxPopCurrent_v2(CUcontext* pctx) {
  return api([&] { pop_context(pctx); });
}

CUresult CUDAAPI cuCtxPopCurrent(CUcontext* pctx) { return cuCtxPopCurrent_v2(pctx); }

CUresult CUDAAPI cuCtxSetCurrent(CUcontext ctx) {
  return api([&] {
    auto& stack = context_stack();
    if (ctx == nullptr) {
      if (!stack.empty()) stack.pop_back();
      return;
    }
    auto context = find_context(ctx);
    if (stack.empty()) {
      stack.push_back(std::move(context));
    } else {
      stack.back() = std::move(context);
    }
  });
}

CUresult CUDAAPI cuCtxGetCurrent(CUcontext* pctx) {
  return api([&] {
    const auto& stack = context_stack();
    required(pctx) = stack.empty() ? nullptr : stack.back()->handle;
  });
}

CUresult CUDAAPI cuCtxGetDevice(CUdevice* device) {
  return api([&] { required(device) = current_context_even_if_failed()->device().ordinal; });
}

CUresult CUDAAPI cuCtxGetFlags(unsigned int* flags) {
  return api([&] { required(flags) = current_context_even_if_failed()->flags; });
}

#if CUDA_VERSION >= 12010
CUresult CUDAAPI cuCtxSetFlags(unsigned int flags) {
  return api([&] {
    check_context_flags(flags);
    current_context()->flags = flags;
  });
}
#endif

CUresult CUDAAPI cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) {
  return api([&] {
    required(ctxId);
    *ctxId = context_or_current(ctx)->id();
  });
}

CUresult CUDAAPI cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) {
  return api([&] {
    required(version);
    context_or_current(ctx);
    *version = 3020;
  });
}

CUresult CUDAAPI cuCtxSynchronize() {
  return api([&] {
    const auto context = current_context();
    refuse_unsafe_call();
    context->synchronize();
    return context->error();
  });
}

#if CUDA_VERSION >= 13000
CUresult CUDAAPI cuCtxGetDevice_v2(CUdevice* device, CUcontext ctx) {
  return api([&] { required(device) = context_or_current(ctx)->device().ordinal; });
}

CUresult CUDAAPI cuCtxSynchronize_v2(CUcontext ctx) {
  return api([&] {
    const auto context = context_or_current(ctx);
    context->synchronize();
    return context->error();
  });
}
#endif

CUresult CUDAAPI cuCtxSetLimit(CUlimit limit, size_t value) {
  return api([&] {
    const auto context = current_context();
    require(static_cast<unsigned>(limit) < CU_LIMIT_MAX);
    if (limit == CU_LIMIT_STACK_SIZE) {
      require(value <= 512 * 1024);
      value = (value + 15) / 16 * 16;
    }
    if (limit == CU_LIMIT_MAX_L2_FETCH_GRANULARITY) require(value <= 128);
    require(limit <= CU_LIMIT_PERSISTING_L2_CACHE_SIZE, CUDA_ERROR_UNSUPPORTED_LIMIT);
    context->limit_values[limit] = limit == CU_LIMIT_PERSISTING_L2_CACHE_SIZE ? 0 : value;
  });
}

CUresult CUDAAPI cuCtxGetLimit(size_t* pvalue, CUlimit limit) {
  return api([&] {
    required(pvalue);
    const auto context = current_context();
    require(static_cast<unsigned>(limit) < CU_LIMIT_MAX);
    require(limit <= CU_LIMIT_PERSISTING_L2_CACHE_SIZE, CUDA_ERROR_UNSUPPORTED_LIMIT);
    *pvalue = context->limit_values[limit];
  });
}

CUresult CUDAAPI cuCtxGetCacheConfig(CUfunc_cache* pconfig) {
  return api([&] { required(pconfig) = current_context()->cache_config; });
}

CUresult CUDAAPI cuCtxSetCacheConfig(CUfunc_cache config) {
  return api([&] {
    require(config >= CU_FUNC_CACHE_PREFER_NONE && config <= CU_FUNC_CACHE_PREFER_EQUAL);
    current_context()->cache_config = config;
  });
}

CUresult CUDAAPI cuCtxGetSharedMemConfig(CUsharedconfig* pConfig) {
  return api([&] {
    current_context();
    required(pConfig) = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  });
}

CUresult CUDAAPI cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return api([&] {
    require(config >= CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE &&
            config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
    current_context();
  });
}

CUresult CUDAAPI cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return api([&] {
    current_context();
    store(leastPriority, 0);
    store(greatestPriority, -5);
  });
}

CUresult CUDAAPI cuCtxResetPersistingL2Cache() {
  return api([&] { current_context(); });
}

CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
  return api([&] {
    const auto context = current_context();
    require(Flags == 0);
    const auto peer = find_context(peerContext);
    require(peer->device().ordinal != context->device().ordinal, CUDA_ERROR_INVALID_DEVICE);
    const std::scoped_lock lock(context->peers_mutex);
    const int ordinal = peer->device().ordinal;
    require(std::ranges::find(context->peers, ordinal) == context->peers.end(),
            CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
    context->peers.push_back(ordinal);
  });
}

CUresult CUDAAPI cuCtxDisablePeerAccess(CUcontext peerContext) {
  return api([&] {
    const auto context = current_context();
    const int ordinal = find_context(peerContext)->device().ordinal;
    const std::scoped_lock lock(context->peers_mutex);
    require(std::erase(context->peers, ordinal) != 0, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED);
  });
}
