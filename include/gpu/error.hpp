/// The one exception type of the runtime.
#pragma once

#include <exception>

#include <gpu/detail/shared_text.hpp>
#include <gpu/status.hpp>

namespace gpu {

/// What every failing call throws. `what()` is a whole sentence for people; the parts are for programs.
///
/// Faults that the runtime finds before it asks the driver (a count mismatch, a block that is too large)
/// carry the status that the driver gives for the same fault.
class Error : public std::exception {
 public:
  /// call: the driver function or the member that failed; message: the whole text; kernel: its name, for a
  /// launch.
  Error(Status status, const char* call, const char* message, const char* kernel = "") noexcept
      : message_(message), call_(call), kernel_(kernel), status_(status) {}

  const char* what() const noexcept override { return message_.c_str(); }

  /// The driver's code; it compares with cuda.h's enumerators.
  Status status() const noexcept { return status_; }

  /// The driver's name of the code: "CUDA_ERROR_OUT_OF_MEMORY".
  const char* status_name() const noexcept { return gpu::status_name(status_); }

  /// The call that failed: "cuMemAlloc", "gpu::DeviceBuffer::copy_to".
  const char* call() const noexcept { return call_.c_str(); }

  /// The kernel whose launch failed, or "".
  const char* kernel() const noexcept { return kernel_.c_str(); }

 private:
  detail::SharedText message_;
  detail::SharedText call_;
  detail::SharedText kernel_;
  Status status_;
};

}  // namespace gpu
