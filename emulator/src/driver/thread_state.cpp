#include "driver/thread_state.hpp"

#include <pthread.h>

#include <utility>

#include "driver/stream.hpp"

namespace gpu_emulator::driver {
namespace {

// A pointer, as it must have no destructor: those of a thread run in an order that no library can know.
thread_local ThreadState* state = nullptr;

void end_thread(void* /*state*/) { delete std::exchange(state, nullptr); }

// POSIX destroys the values of keys after C++ has destroyed the thread_local objects, and none when the
// process exits.
void free_at_the_end_of_the_thread(ThreadState* value) {
  static const struct Key {
    pthread_key_t key{};
    bool made = pthread_key_create(&key, end_thread) == 0;
  } ends;
  if (ends.made) pthread_setspecific(ends.key, value);
}

}  // namespace

ThreadState::~ThreadState() {
  for (const auto& stream : streams) stream->retire();
}

ThreadState& thread_state() {
  if (state == nullptr) {
    state = new ThreadState;
    free_at_the_end_of_the_thread(state);
  }
  return *state;
}

}  // namespace gpu_emulator::driver
