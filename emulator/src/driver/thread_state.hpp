#pragma once

#include <memory>
#include <vector>

namespace gpu_emulator::driver {

class Context;
class Stream;

/// What the driver keeps of a thread that calls it.
struct ThreadState {
  std::vector<std::shared_ptr<Context>> contexts;  ///< the stack; the last one is current
  std::vector<std::shared_ptr<Stream>> streams;    ///< its default stream of each context it has used

  ThreadState() = default;
  ~ThreadState();  ///< retires the streams
  ThreadState(const ThreadState&) = delete;
  ThreadState& operator=(const ThreadState&) = delete;
};

/// The calling thread's state. It outlives the program's static and thread_local objects, whose
/// destructors may call the driver; a call still later in a thread's end finds a fresh one.
ThreadState& thread_state();

}  // namespace gpu_emulator::driver
