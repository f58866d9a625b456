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

/// A stream is being captured and this thread has not said that its other calls may go on: allocation,
/// loading and synchronisation then fail and spoil the capture.
bool unsafe_while_capturing();

}  // namespace fake

#define FAKE_API extern "C" __attribute__((visibility("default"))) gpu::Status

/// Refuses the call while a stream is captured, as the real driver does for calls that it calls unsafe.
#define FAKE_UNSAFE_WHILE_CAPTURING()               \
  if (fake::unsafe_while_capturing()) {             \
    fake::state().capture_valid = false;            \
    return gpu::Status::stream_capture_unsupported; \
  }

/// Records the call; returns from the caller when the script makes it fail.
#define FAKE_ENTER(call)                                                                  \
  if (const gpu::Status scripted = fake::enter(call); scripted != gpu::Status::success) { \
    return scripted;                                                                      \
  }
