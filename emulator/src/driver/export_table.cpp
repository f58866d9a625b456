// The private tables of NVIDIA's own libraries: not to be had here.
#include <atomic>
#include <cstdio>

#include "driver/failure.hpp"

using namespace gpu_emulator::driver;

CUresult CUDAAPI cuGetExportTable(const void** ppExportTable, const CUuuid* pExportTableId) {
  return guarded([&] {
    required(ppExportTable) = nullptr;
    required(pExportTableId);
    static std::atomic_flag reported;
    if (!reported.test_and_set()) {
      std::fputs(
          "gpu_emulator: error: the program asks for a private table of NVIDIA's driver (cuGetExportTable), "
          "as "
          "the CUDA runtime library (cudart: cudaMalloc, <<<>>>) does; these tables are not documented, and "
          "the "
          "emulator has none: its calls will fail. Launch the kernels through the driver API "
          "(cuLibraryLoadData, "
          "cuLaunchKernel) or GpuKernels, and run that\n",
          stderr);
    }
    return CUDA_ERROR_NOT_SUPPORTED;
  });
}
