// What programs ask a context or a device about features that are not there.
#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/library.hpp"
#include "driver/submit.hpp"

using namespace gpu_emulator::driver;

CUresult CUDAAPI cuCtxGetExecAffinity(CUexecAffinityParam* pExecAffinity, CUexecAffinityType type) {
  return api([&] {
    current_context();
    required(pExecAffinity);
    require(type == CU_EXEC_AFFINITY_TYPE_SM_COUNT, CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY);
    *pExecAffinity = {};
    pExecAffinity->type = type;
    pExecAffinity->param.smCount.val = static_cast<unsigned>(the_driver().config.multiprocessors);
  });
}

CUresult CUDAAPI cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget,
                                            CUflushGPUDirectRDMAWritesScope) {
  // Nothing writes to the device's memory from outside.
  return api([] { current_context(); });
}

CUresult CUDAAPI cuModuleGetTexRef(CUtexref* pTexRef, CUmodule hmod, const char* name) {
  // PTX with textures does not load, so no module has one.
  return api([&] {
    current_context();
    find_module(hmod);
    required(pTexRef);
    require(required(name) != '\0');
    return CUDA_ERROR_NOT_FOUND;
  });
}

CUresult CUDAAPI cuModuleGetSurfRef(CUsurfref* pSurfRef, CUmodule hmod, const char* name) {
  return api([&] {
    current_context();
    find_module(hmod);
    required(pSurfRef);
    require(required(name) != '\0');
    return CUDA_ERROR_NOT_FOUND;
  });
}

#if CUDA_VERSION >= 12050
CUresult CUDAAPI cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent) {
  return api([&] {
    const auto context = context_or_current(hCtx);
    const auto event = find_event(hEvent);
    require(&event->context() == context.get(), CUDA_ERROR_INVALID_HANDLE);
    // The legacy default stream, which first waits for the others, stands for the context.
    std::vector<Marker> waits;
    for (const auto& stream : context->streams()) waits.push_back(stream->tail());
    event->record(*context->legacy_stream(), std::move(waits));
  });
}

CUresult CUDAAPI cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent) {
  return api([&] {
    const auto context = context_or_current(hCtx);
    const auto event = find_event(hEvent);
    event->hold_back(*context->legacy_stream());
    for (const auto& stream : context->streams()) event->hold_back(*stream);
  });
}
#endif
