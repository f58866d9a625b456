#pragma once

#include <memory>

#include "driver/stream.hpp"
#include "driver/work.hpp"

namespace gpu_emulator::driver {

class Event;

/// Gives work to a stream: into its capture if it is being captured, else to run, asynchronously or (`wait`)
/// until it is done, with the context's error as the answer.
CUresult submit(Stream& stream, Work work, bool wait);

/// The same for a task that cannot be captured.
CUresult hand_over(Stream& stream, Task task, bool wait);

/// Records an event in a stream, or in its capture.
void record_event(const std::shared_ptr<Event>& event, Stream& stream);

/// Makes a stream wait for an event, or joins it to the event's capture.
void wait_event(const std::shared_ptr<Event>& event, Stream& stream);

}  // namespace gpu_emulator::driver
