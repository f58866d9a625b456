/// All that a generated stub needs, and cheap to include; <gpu/gpu.hpp> is the whole runtime.
#pragma once

#include <type_traits>

#include <gpu/arg.hpp>
#include <gpu/block.hpp>
#include <gpu/device_ptr.hpp>
#include <gpu/entry.hpp>
#include <gpu/launch_config.hpp>
#include <gpu/passes_as_bytes.hpp>
#include <gpu/same.hpp>

/// The version of what generated code expects of these headers; a stub of another version stops with an
/// #error. It rises with whatever a stub starts to need: 2 is `gpu::Same` and <gpu/shared_names.hpp>.
#define GPU_KERNELS_INTERFACE 2

namespace gpu {

/// What every stub is derived from: a kernel that answers for itself. `entry` is the generated object that
/// stands for it. Each member but `name` and `contract` loads the kernel's image if need be, and throws Error
/// when that fails.
template <Entry& entry, LaunchContract launch_contract = LaunchContract{}>
class Kernel {
 public:
  /// What the image says about launches, known when user code compiles.
  static constexpr LaunchContract contract = launch_contract;

  /// A block of constant size that this kernel can be launched with: `.block = kernel.block<256>()`. One that
  /// its contract does not allow does not compile. A function, so that a parameter named `block` shadows
  /// nothing.
  template <unsigned x, unsigned y = 1, unsigned z = 1>
  static consteval Dim3 block() {
    return detail::CheckedBlock<launch_contract, x, y, z>::size;
  }

  /// The kernel's name as C++ spells it, with its namespaces.
  const char* name() const noexcept { return entry.shown(); }

  /// The driver's handle; cast to CUfunction it goes to any driver call that launches or asks about
  /// functions.
  CUkernel handle() const {
    const CUkernel loaded = entry.loaded();
    return loaded != nullptr ? loaded : entry.operations().load(entry);
  }

  /// Registers, memory and limits on the current context's device.
  KernelAttributes attributes() const { return entry.operations().attributes(entry); }

  /// How many blocks of `block` threads and `shared_bytes` of dynamic shared memory one multiprocessor can
  /// hold at once.
  unsigned max_active_blocks(const Dim3& block, std::size_t shared_bytes = 0) const {
    return entry.operations().max_active_blocks(entry, contract, block, shared_bytes);
  }

  /// The block size, in threads, that fills the current context's device best; within the contract.
  unsigned suggested_block(std::size_t shared_bytes = 0) const {
    return entry.operations().suggested_block(entry, contract, shared_bytes);
  }

 protected:
  /// Launches with the addresses of the arguments, which the driver copies before it returns.
  template <class... Arguments>
  void launch(const LaunchConfig& config, const Arguments&... arguments) const {
    static_assert((passes_as_bytes<Arguments> && ...),
                  "a kernel argument must be trivially copyable: the driver copies its bytes");
    void* parameters[] = {const_cast<void*>(static_cast<const void*>(__builtin_addressof(arguments)))...,
                          nullptr};
    entry.launch(contract, config, parameters);
  }
};

}  // namespace gpu
