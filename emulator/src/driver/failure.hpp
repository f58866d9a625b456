#pragma once

#include <cstddef>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

#include "driver/cuda_api.hpp"

namespace gpu_emulator::driver {

/// Thrown inside an entry point to make it return `code`; never leaves the library.
struct Failure {
  CUresult code;
};

[[noreturn]] inline void fail(CUresult code) { throw Failure{code}; }

inline void require(bool condition, CUresult code = CUDA_ERROR_INVALID_VALUE) {
  if (!condition) fail(code);
}

/// A pointer argument that must not be null.
template <typename T>
T& required(T* pointer, CUresult code = CUDA_ERROR_INVALID_VALUE) {
  if (pointer == nullptr) fail(code);
  return *pointer;
}

/// Writes an optional output.
template <typename T, typename Value>
void store(T* output, Value&& value) {
  if (output != nullptr) *output = std::forward<Value>(value);
}

/// What api() may be called under, beyond an initialised driver.
bool initialised() noexcept;
/// True while this thread runs a host function of a stream, where the driver API is not permitted.
bool in_host_function() noexcept;

/// Runs the body of an entry point that works before cuInit.
template <typename Body>
CUresult guarded(Body&& body) noexcept {
  try {
    if constexpr (std::is_same_v<std::invoke_result_t<Body>, CUresult>) {
      return std::forward<Body>(body)();
    } else {
      std::forward<Body>(body)();
      return CUDA_SUCCESS;
    }
  } catch (const Failure& failure) {
    return failure.code;
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception&) {
    return CUDA_ERROR_UNKNOWN;
  }
}

/// Runs the body of an entry point: 3 before cuInit, 800 in a host function, else what the body returns or
/// throws.
template <typename Body>
CUresult api(Body&& body) noexcept {
  if (!initialised()) return CUDA_ERROR_NOT_INITIALIZED;
  if (in_host_function()) return CUDA_ERROR_NOT_PERMITTED;
  return guarded(std::forward<Body>(body));
}

}  // namespace gpu_emulator::driver
