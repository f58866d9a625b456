#pragma once

#include "driver/cuda_api.hpp"
#include "driver/library.hpp"

namespace gpu_emulator::driver {

/// The value of a CU_FUNC_ATTRIBUTE_*; fails with INVALID_VALUE for one that does not exist.
int function_attribute(CUfunction_attribute attribute, const Module& module, const Entry& entry,
                       const FunctionSettings& settings);

/// Changes one; fails with INVALID_VALUE for those that are read-only or a value the device cannot do.
void set_function_attribute(CUfunction_attribute attribute, int value, const Entry& entry,
                            FunctionSettings& settings);

/// The most threads a block of the kernel may have: the product of .maxntid, or the device's limit.
unsigned max_threads(const Entry& entry);

/// How many blocks of the kernel a multiprocessor holds at once.
unsigned active_blocks(const Entry& entry, unsigned threads, std::size_t dynamic_shared);

}  // namespace gpu_emulator::driver
