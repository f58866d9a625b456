// Libraries, kernels, launches, and cuGetProcAddress.
#include <cstdlib>
#include <cstring>

#include "state.hpp"

#include <gpu/driver/functions.hpp>

// The functions by their symbols, for the table of cuGetProcAddress.
namespace gpu::driver {
#define FAKE_DECLARE(member, name, symbol, parameters) extern "C" Status symbol parameters;
GPU_KERNELS_DRIVER_FUNCTIONS(FAKE_DECLARE)
#undef FAKE_DECLARE
}  // namespace gpu::driver

using fake::state;
using gpu::Status;
using gpu::driver::FunctionAttribute;

namespace {

int attribute_of(const CUkernel kernel, FunctionAttribute attribute) {
  const auto& attributes = state().kernels[kernel->name].attributes;
  const auto found = attributes.find(attribute);
  if (found != attributes.end()) return found->second;
  switch (attribute) {
    case FunctionAttribute::max_threads_per_block:
      return 1024;
    case FunctionAttribute::num_regs:
      return 32;
    case FunctionAttribute::max_dynamic_shared_size_bytes:
      return 49152 - attribute_of(kernel, FunctionAttribute::shared_size_bytes);
    default:
      return 0;
  }
}

/// What the real driver refuses with a bare CUDA_ERROR_INVALID_VALUE.
bool refuses(const CUkernel kernel, const gpu::driver::LaunchConfig& config) {
  const unsigned long long threads = 1ULL * config.block_x * config.block_y * config.block_z;
  if (threads == 0 || config.grid_x == 0 || config.grid_y == 0 || config.grid_z == 0) return true;
  if (threads >
      static_cast<unsigned long long>(attribute_of(kernel, FunctionAttribute::max_threads_per_block)))
    return true;
  return static_cast<int>(config.shared_bytes) >
         attribute_of(kernel, FunctionAttribute::max_dynamic_shared_size_bytes);
}

Status launch(const CUkernel kernel, const gpu::driver::LaunchConfig& config, void** parameters) {
  if (state().quiet.load(std::memory_order_relaxed)) {
    state().quiet_launches.fetch_add(1, std::memory_order_relaxed);
    return Status::success;
  }
  if (kernel == nullptr) return Status::invalid_handle;
  const CUcontext context =
      config.stream != nullptr ? fake::stream_of(config.stream)->context : fake::current_context();
  if (context == nullptr) return Status::invalid_context;
  const std::lock_guard lock(state().mutex);
  if (refuses(kernel, config)) return Status::invalid_value;
  fake::Launch record{kernel->name,
                      {config.grid_x, config.grid_y, config.grid_z},
                      {config.block_x, config.block_y, config.block_z},
                      config.shared_bytes,
                      config.stream,
                      context,
                      {},
                      {config.attributes, config.attributes + config.attribute_count}};
  const auto& sizes = state().kernels[kernel->name].parameters;
  for (std::size_t index = 0; index < sizes.size(); ++index) {
    const auto* const bytes = static_cast<const unsigned char*>(parameters[index]);
    record.arguments.emplace_back(bytes, bytes + sizes[index]);
  }
  (config.stream != nullptr && config.stream == state().capturing ? state().captured : state().launches)
      .push_back(std::move(record));
  return Status::success;
}

}  // namespace

FAKE_API cuLibraryLoadData(CUlibrary* library, const void* code, gpu::driver::JitOption* options,
                           void** values, unsigned count, gpu::driver::LibraryOption*, void**, unsigned) {
  state().loads.fetch_add(1);
  if (const Status scripted = fake::enter("cuLibraryLoadData"); scripted != Status::success) {
    for (unsigned index = 0; index < count; ++index) {
      if (options[index] == gpu::driver::JitOption::error_log_buffer) {
        std::strcpy(static_cast<char*>(values[index]), state().jit_log.c_str());
      }
    }
    return scripted;
  }
  if (!state().quiet.load(std::memory_order_relaxed)) FAKE_UNSAFE_WHILE_CAPTURING();
  *library = new CUlib_st{static_cast<const char*>(code), false};
  return Status::success;
}

// The linker: what it is given is all that it makes of it.
struct CUlinkState_st {
  std::string code;
};

FAKE_API cuLinkCreate_v2(unsigned count, gpu::driver::JitOption* options, void** values, CUlinkState* link) {
  FAKE_ENTER("cuLinkCreate");
  for (unsigned index = 0; index < count; ++index) {
    if (options[index] == gpu::driver::JitOption::error_log_buffer)
      std::strcpy(static_cast<char*>(values[index]), state().jit_log.c_str());
  }
  *link = new CUlinkState_st;
  return Status::success;
}

FAKE_API cuLinkAddData_v2(CUlinkState link, gpu::driver::JitInput, void* data, std::size_t bytes, const char*,
                          unsigned, gpu::driver::JitOption*, void**) {
  FAKE_ENTER("cuLinkAddData");
  link->code.append(static_cast<const char*>(data), bytes);
  return Status::success;
}

FAKE_API cuLinkComplete(CUlinkState link, void** image, std::size_t* bytes) {
  FAKE_ENTER("cuLinkComplete");
  *image = link->code.data();
  *bytes = link->code.size();
  return Status::success;
}

FAKE_API cuLinkDestroy(CUlinkState link) {
  FAKE_ENTER("cuLinkDestroy");
  delete link;
  return Status::success;
}

FAKE_API cuLibraryUnload(CUlibrary library) {
  FAKE_ENTER("cuLibraryUnload");
  library->unloaded = true;
  return Status::success;
}

FAKE_API cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  FAKE_ENTER("cuLibraryGetKernel");
  if (library->code.find(name) == std::string::npos) return Status::not_found;
  *kernel = new CUkern_st{name, library};
  return Status::success;
}

FAKE_API cuLibraryGetGlobal(CUdeviceptr* address, std::size_t* bytes, CUlibrary, const char* name) {
  FAKE_ENTER("cuLibraryGetGlobal");
  if (fake::current_context() == nullptr) return Status::invalid_context;
  const auto found = state().globals.find(name);
  if (found == state().globals.end()) return Status::not_found;
  CUdeviceptr& known = state().global_addresses[name];
  if (known == 0) known = reinterpret_cast<CUdeviceptr>(std::calloc(1, found->second));
  *address = known;
  *bytes = found->second;
  return Status::success;
}

FAKE_API cuKernelGetAttribute(int* value, FunctionAttribute attribute, CUkernel kernel, CUdevice) {
  if (state().quiet.load(std::memory_order_relaxed)) {
    *value = 0;
    return Status::success;
  }
  FAKE_ENTER("cuKernelGetAttribute");
  FAKE_UNSAFE_WHILE_CAPTURING();
  *value = attribute_of(kernel, attribute);
  return Status::success;
}

FAKE_API cuKernelSetAttribute(FunctionAttribute attribute, int value, CUkernel kernel, CUdevice) {
  FAKE_ENTER("cuKernelSetAttribute");
  state().kernels[kernel->name].attributes[attribute] = value;
  state().allowed_shared[kernel->name].push_back(value);
  return Status::success;
}

FAKE_API cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** parameters, void**) {
  FAKE_ENTER("cuLaunchKernel");
  return launch(reinterpret_cast<CUkernel>(function),
                {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes, stream, nullptr, 0},
                parameters);
}

FAKE_API cuLaunchKernelEx(const gpu::driver::LaunchConfig* config, CUfunction function, void** parameters,
                          void**) {
  FAKE_ENTER("cuLaunchKernelEx");
  return launch(reinterpret_cast<CUkernel>(function), *config, parameters);
}

FAKE_API cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction, int block_threads,
                                                     std::size_t) {
  FAKE_ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
  *blocks = 2048 / block_threads;
  return Status::success;
}

FAKE_API cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction, gpu::driver::BlockToSharedBytes,
                                          std::size_t, int limit) {
  FAKE_ENTER("cuOccupancyMaxPotentialBlockSize");
  *grid = 8;
  *block = limit == 0 ? 768 : limit;
  return Status::success;
}

FAKE_API cuOccupancyMaxPotentialClusterSize(int* blocks, CUfunction, const gpu::driver::LaunchConfig*) {
  FAKE_ENTER("cuOccupancyMaxPotentialClusterSize");
  *blocks = 16;
  return Status::success;
}

FAKE_API cuGetProcAddress_v2(const char* name, void** address, int version, std::uint64_t,
                             gpu::driver::ProcAddressResult* result) {
  *address = nullptr;
  *result = gpu::driver::ProcAddressResult::symbol_not_found;
  if (version != 12000 || state().hidden.count(name) != 0) return Status::success;
#define FAKE_FIND(member, known, symbol, parameters) \
  if (std::strcmp(name, known) == 0) *address = reinterpret_cast<void*>(&gpu::driver::symbol);
  GPU_KERNELS_DRIVER_FUNCTIONS(FAKE_FIND)
#undef FAKE_FIND
  if (*address != nullptr) *result = gpu::driver::ProcAddressResult::success;
  return Status::success;
}
