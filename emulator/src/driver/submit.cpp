#include "driver/submit.hpp"

#include <utility>

#include "driver/context.hpp"
#include "driver/failure.hpp"

namespace gpu_emulator::driver {

CUresult submit(Stream& stream, Task task, bool wait) {
  const Marker done = stream.enqueue(std::move(task), wait ? Handover::waiter : Handover::worker);
  if (!wait) return CUDA_SUCCESS;
  done.wait();
  return stream.context().error();
}

void refuse_capture(Stream& stream) {
  const std::scoped_lock lock(stream.capture_mutex);
  require(stream.capture == nullptr, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
}

}  // namespace gpu_emulator::driver
