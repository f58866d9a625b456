/// From the driver's status codes to exceptions.
#pragma once

#include <gpu/detail/text.hpp>
#include <gpu/driver/open.hpp>
#include <gpu/error.hpp>

namespace gpu::detail {

/// The statuses of a kernel that failed while it ran. Every later call of the context answers with them.
constexpr bool is_kernel_fault(Status status) noexcept {
  switch (status) {
    case Status::illegal_address:
    case Status::hardware_stack_error:
    case Status::illegal_instruction:
    case Status::misaligned_address:
    case Status::invalid_address_space:
    case Status::invalid_pc:
    case Status::launch_failed:
    case Status::assert:
    case Status::launch_timeout:
      return true;
    default:
      return false;
  }
}

/// What usually lies behind a status, where its name alone does not say; "" otherwise.
inline const char* usual_cause(Status status) noexcept {
  switch (status) {
    case Status::invalid_context:
      return "no context is current on this thread: construct a gpu::Context here, or call its "
             "make_current()";
    case Status::stream_capture_unsupported:
    case Status::stream_capture_invalidated:
    case Status::stream_capture_implicit:
      return "a stream is being captured into a graph, where synchronous calls, allocations and the "
             "legacy default stream are not allowed";
    case Status::deinitialized:
      return "the driver has shut down: the program is ending";
    default:
      return "";
  }
}

/// "CUDA_ERROR_OUT_OF_MEMORY (2), out of memory".
[[gnu::cold]] inline Text status_text(Status status) {
  Text text;
  text << status_name(status) << " (" << static_cast<int>(status) << ")";
  const char* words = nullptr;
  if (driver::api().get_error_string(status, &words) == Status::success && words != nullptr)
    text << ", " << words;
  return text;
}

/// What an error begins with when a kernel failed before the call that reports it; "" otherwise.
inline const char* fault_text(Status status) noexcept {
  return is_kernel_fault(status) ? "a kernel launched earlier failed, and its context takes no more work: "
                                 : "";
}

/// What such an error ends with: how to find the kernel. The emulator is told by its device's name, because a
/// program under gpu-emulate opens it as libcuda.so.1.
[[gnu::noinline, gnu::cold]] inline const char* fault_advice(Status status) noexcept {
  if (!is_kernel_fault(status)) return "";
  constexpr char emulator[] = "GpuKernels emulator";
  char name[64] = "";
  driver::api().device_get_name(name, sizeof name, 0);
  return std::strncmp(name, emulator, sizeof emulator - 1) == 0
             ? ". The emulator's report on stderr says which kernel, and where"
             : ". To find it, run with CUDA_LAUNCH_BLOCKING=1, under compute-sanitizer, or with "
               "GPU_DRIVER=emulator";
}

/// Throws an Error of the runtime's own finding.
[[noreturn, gnu::noinline, gnu::cold]] inline void fail(Status status, const char* call,
                                                        const Text& message) {
  Text text;
  text << call << ": " << message;
  throw Error(status, call, text.c_str());
}

/// Throws an Error for a driver call that failed.
[[noreturn, gnu::noinline, gnu::cold]] inline void fail_call(Status status, const char* call,
                                                             const Text& detail = {}) {
  Text text;
  text << fault_text(status) << call << " failed with " << status_text(status);
  if (!detail.empty()) text << ": " << detail;
  if (const char* const cause = usual_cause(status); *cause != '\0') text << ": " << cause;
  text << fault_advice(status);
  throw Error(status, call, text.c_str());
}

inline void check(Status status, const char* call) {
  if (status != Status::success) [[unlikely]]
    fail_call(status, call);
}

}  // namespace gpu::detail
