#pragma once

#include <atomic>

#include "driver/cuda_api.hpp"

namespace gpu_emulator::driver {

/// A program's resource that graphs can hold: its destructor is called when the last reference goes.
struct UserObject {
  void* pointer = nullptr;
  CUhostFn destroy = nullptr;
  std::atomic<unsigned> references{0};  ///< the program's own, given and taken by count
  ~UserObject() {
    if (destroy != nullptr) destroy(pointer);
  }
};

}  // namespace gpu_emulator::driver
