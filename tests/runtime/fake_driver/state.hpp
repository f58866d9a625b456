/// What the parts of the fake driver share.
#pragma once

#include "fake_driver.hpp"

namespace fake {

/// Never destroyed: objects with static storage may come back after main.
Driver& state();

/// Records a call and answers what the script says about it.
gpu::Status enter(const char* call);

/// The contexts of this thread, innermost last.
std::vector<CUcontext>& current_contexts();
CUcontext current_context();

/// The stream behind a handle, with the default streams.
CUstream stream_of(CUstream stream);
void run_all(CUstream stream);

}  // namespace fake

#define FAKE_API extern "C" __attribute__((visibility("default"))) gpu::Status

/// Records the call; returns from the caller when the script makes it fail.
#define FAKE_ENTER(call)                                                                  \
  if (const gpu::Status scripted = fake::enter(call); scripted != gpu::Status::success) { \
    return scripted;                                                                      \
  }
