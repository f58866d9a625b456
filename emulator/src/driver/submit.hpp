#pragma once

#include "driver/stream.hpp"

namespace gpu_emulator::driver {

/// Hands work to a stream: asynchronously, or (`wait`) until it is done. Returns the context's error
/// afterwards.
CUresult submit(Stream& stream, Task task, bool wait);

/// Fails with STREAM_CAPTURE_UNSUPPORTED while the stream is being captured.
void refuse_capture(Stream& stream);

}  // namespace gpu_emulator::driver
