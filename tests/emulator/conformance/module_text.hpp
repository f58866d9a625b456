#pragma once
/// The PTX of a batch of forms.

#include "form.hpp"

#include <span>
#include <string>

namespace conformance {

struct PtxTarget {
  std::string version = "9.0";
  std::string architecture = "sm_90";
};

/// The name of a form's kernel: "form_17" for the form at index 17 of the whole list.
std::string kernel_name(std::size_t index);

/// One module with a kernel for each of the forms with these indices in all_forms(). A kernel's parameters
/// are the addresses of its input arrays, then of its output arrays.
std::string module_text(std::span<const std::size_t> indices, const PtxTarget& target);

}  // namespace conformance
