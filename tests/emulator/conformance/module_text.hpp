#pragma once
/// The PTX of a batch of forms.

#include "form.hpp"

#include <span>
#include <string>

namespace conformance {

struct PtxTarget {
  std::string version = "9.0";
  std::string architecture = "sm_90";
  /// Threads that is_masked_out() leaves out skip the instruction and store zeros: warps diverge around it.
  bool masked = false;
};

/// Whether the thread with this index in the grid skips the instruction of a masked kernel; about half of
/// them do.
bool is_masked_out(unsigned index);

/// Whether a form's other threads may be left out: nothing in it waits for them, and its results are in
/// registers.
bool can_be_masked(const Form& form);

/// The name of a form's kernel: "form_17" for the form at index 17 of the whole list.
std::string kernel_name(std::size_t index);

/// One module with a kernel for each of the forms with these indices in all_forms(). A kernel's parameters
/// are the addresses of its input arrays, then of its output arrays.
std::string module_text(std::span<const std::size_t> indices, const PtxTarget& target);

}  // namespace conformance
