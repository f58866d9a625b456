#include "driver/submit.hpp"

#include <utility>

#include "driver/capture.hpp"
#include "driver/context.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"

namespace gpu_emulator::driver {

CUresult hand_over(Stream& stream, Task task, bool wait) {
  refuse_while_capturing(stream);
  refuse_implicit_dependency(stream);
  const Marker done = stream.enqueue(std::move(task), wait ? Handover::waiter : Handover::worker);
  if (!wait) return CUDA_SUCCESS;
  done.wait();
  return stream.context().error();
}

CUresult submit(Stream& stream, Work work, bool wait) {
  if (stream.capturing()) {
    if (wait) refuse_while_capturing(stream);
    capture_work(stream, std::move(work));
    return CUDA_SUCCESS;
  }
  Task task;
  task.host_function = std::holds_alternative<HostWork>(work);
  task.run = [work = std::move(work), &context = stream.context()] { run(work, context); };
  return hand_over(stream, std::move(task), wait);
}

void record_event(const std::shared_ptr<Event>& event, Stream& stream) {
  if (stream.capturing()) {
    capture_record(event, stream);
  } else {
    refuse_implicit_dependency(stream);
    forget_capture(*event);
    event->record(stream);
  }
}

void wait_event(const std::shared_ptr<Event>& event, Stream& stream) {
  if (!capture_wait(event, stream)) event->hold_back(stream);
}

}  // namespace gpu_emulator::driver
