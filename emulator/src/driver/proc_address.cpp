// cuGetProcAddress: entry points by name, version and default-stream flavour.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>
#include <string_view>

#include "driver/failure.hpp"

using namespace gpu_emulator::driver;

extern "C" {
CUresult CUDAAPI cuProfilerInitialize(const char* configFile, const char* outputFile, int outputMode);
CUresult CUDAAPI cuProfilerStart();
CUresult CUDAAPI cuProfilerStop();
}

namespace {

struct EntryPoint {
  std::string_view name;
  int version;  ///< the driver that first had it, as 12040 for 12.4; 0: always
  bool per_thread;
  void* address;
};

// Sorted by name, then per-thread flavour, then version.
#define GPU_EMULATOR_ADDRESS(symbol) reinterpret_cast<void*>(&symbol)
const EntryPoint entry_points[] = {
#include "proc_address.inc"
};
#undef GPU_EMULATOR_ADDRESS

struct Lookup {
  void* address = nullptr;
  bool name_known = false;
};

/// The newest variant that `version` knows; the per-thread one, if there is one and it is wanted.
Lookup look_up(std::string_view name, int version, bool per_thread) {
  Lookup result;
  Lookup fallback;
  const auto first = std::ranges::lower_bound(entry_points, name, {}, &EntryPoint::name);
  for (const EntryPoint* entry = &*first; entry != std::end(entry_points) && entry->name == name; ++entry) {
    result.name_known = true;
    if (entry->version > version) continue;
    (entry->per_thread ? result : fallback).address = entry->address;
  }
  if (!per_thread || result.address == nullptr) result.address = fallback.address;
  return result;
}

CUresult get_proc_address(const char* symbol, void** function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult* status) {
  return guarded([&] {
    required(symbol);
    required(function);
    constexpr cuuint64_t legacy = CU_GET_PROC_ADDRESS_LEGACY_STREAM;
    constexpr cuuint64_t per_thread = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    require((flags & ~(legacy | per_thread)) == 0 && flags != (legacy | per_thread));
    const Lookup found = look_up(symbol, version, flags == per_thread);
    *function = found.address;
    if (found.address != nullptr) {
      store(status, CU_GET_PROC_ADDRESS_SUCCESS);
    } else {
      store(status, found.name_known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                     : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    }
    // The first form has no status to tell with.
    if (status == nullptr && found.address == nullptr) fail(CUDA_ERROR_NOT_FOUND);
  });
}

}  // namespace

CUresult CUDAAPI cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags) {
  return get_proc_address(symbol, pfn, cudaVersion, flags, nullptr);
}

CUresult CUDAAPI cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags,
                                     CUdriverProcAddressQueryResult* symbolStatus) {
  CUdriverProcAddressQueryResult ignored;
  return get_proc_address(symbol, pfn, cudaVersion, flags, symbolStatus != nullptr ? symbolStatus : &ignored);
}
