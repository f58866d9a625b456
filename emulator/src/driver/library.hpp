#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "driver/cuda_api.hpp"
#include "driver/jit_options.hpp"
#include "ptx/module.hpp"

namespace gpu_emulator::driver {

class Context;
struct Device;
class LoadedModule;
class Library;

/// What cuFuncSetAttribute and cuKernelSetAttribute change.
struct FunctionSettings {
  explicit FunctionSettings(const Entry& entry);

  std::atomic<int> max_dynamic_shared;  ///< bytes that a launch may ask for
  std::atomic<int> carveout{-1};
  std::atomic<int> cluster[3];
  std::atomic<int> non_portable_cluster{0};
  std::atomic<int> scheduling_policy{0};
};

/// A CUfunction: an entry of a module in a context.
struct Function {
  std::weak_ptr<LoadedModule> owner;
  std::shared_ptr<const Module> module;
  const Entry* entry = nullptr;
  std::shared_ptr<FunctionSettings> settings;
  std::uint64_t context_id = 0;
  CUcontext context = nullptr;
  CUfunction handle = nullptr;
};

/// A CUmodule: a module in a context, loaded by itself or standing for a library.
class LoadedModule : public std::enable_shared_from_this<LoadedModule> {
 public:
  LoadedModule(const Context& context, std::shared_ptr<const Module> module,
               std::shared_ptr<Library> library);

  const Module& module() const { return *module_; }
  std::shared_ptr<Function> function(const Entry& entry);
  std::uint64_t context_id() const { return context_id_; }
  CUcontext context() const { return context_; }
  bool of_library() const { return library_ != nullptr; }
  /// Takes its functions' handles, and its own, out of the tables.
  void retire();

  CUmodule handle = nullptr;

 private:
  const std::shared_ptr<const Module> module_;
  const std::shared_ptr<Library> library_;
  const std::uint64_t context_id_;
  const CUcontext context_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Function>> functions_;  ///< by Entry::index; made at first use
};

/// A CUkernel: an entry of a library, of no context.
struct Kernel {
  std::weak_ptr<Library> library;
  const Entry* entry = nullptr;  ///< of the library's prototype; lives as long as the library
  CUkernel handle = nullptr;

  /// The function that stands for it in a context.
  std::shared_ptr<Function> function(Context& context);

 private:
  std::mutex mutex_;
  std::weak_ptr<Function> last_;  ///< of the context that asked last: nearly always the only one
};

/// A CUlibrary: an image that every context loads when it first needs it.
class Library : public std::enable_shared_from_this<Library> {
 public:
  /// Loads the image once, for device 0, so that a bad one is refused here.
  Library(std::string text, const JitOptions& options);

  std::uint64_t id() const { return id_; }
  const Module& prototype() const { return *prototype_; }
  /// A module of its own for a context.
  std::shared_ptr<LoadedModule> load_for(const Context& context);
  /// The kernel of an entry.
  std::shared_ptr<Kernel> kernel(const Entry& entry);
  std::shared_ptr<FunctionSettings> settings(const Entry& entry, int device_ordinal);
  /// Takes its kernels' handles out of the table and its modules out of all contexts.
  void retire();

  CUlibrary handle = nullptr;

 private:
  const std::string text_;
  const std::uint64_t id_;
  std::mutex mutex_;
  std::shared_ptr<const Module> prototype_;  ///< never changes
  bool prototype_taken_ = false;
  std::vector<std::shared_ptr<Kernel>> kernels_;
  std::map<std::pair<int, std::size_t>, std::shared_ptr<FunctionSettings>> settings_;
};

/// By handle; each fails with INVALID_HANDLE.
std::shared_ptr<LoadedModule> find_module(CUmodule handle);
std::shared_ptr<Library> find_library(CUlibrary handle);
std::shared_ptr<Kernel> find_kernel(CUkernel handle);
/// A CUfunction, or a CUkernel cast to one, in a context (which must be the function's own).
std::shared_ptr<Function> find_function(CUfunction handle, Context& context);

}  // namespace gpu_emulator::driver
