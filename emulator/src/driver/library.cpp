#include "driver/library.hpp"

#include <algorithm>
#include <utility>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/image.hpp"

namespace gpu_emulator::driver {
namespace {

std::atomic<std::uint64_t> next_library_id{1};

}  // namespace

FunctionSettings::FunctionSettings(const Entry& entry)
    : max_dynamic_shared(static_cast<int>(entry.static_shared < limits::shared_per_block
                                              ? limits::shared_per_block - entry.static_shared
                                              : 0)) {
  for (std::size_t i = 0; i < 3; ++i) cluster[i] = static_cast<int>(entry.required_cluster[i]);
}

LoadedModule::LoadedModule(const Context& context, std::shared_ptr<const Module> module,
                           std::shared_ptr<Library> library)
    : module_(std::move(module)),
      library_(std::move(library)),
      context_id_(context.id()),
      context_(context.handle),
      functions_(module_->entries().size()) {}

std::shared_ptr<Function> LoadedModule::function(const Entry& entry) {
  const std::scoped_lock lock(mutex_);
  auto& function = functions_[entry.index];
  if (function == nullptr) {
    function = std::make_shared<Function>();
    function->owner = weak_from_this();
    function->module = module_;
    function->entry = &entry;
    const auto context = the_driver().contexts.find(context_);
    function->settings = library_ != nullptr && context != nullptr
                             ? library_->settings(entry, context->device().ordinal)
                             : std::make_shared<FunctionSettings>(entry);
    function->context_id = context_id_;
    function->context = context_;
    function->handle = the_driver().functions.insert(function);
  }
  return function;
}

void LoadedModule::retire() {
  std::vector<std::shared_ptr<Function>> functions;
  {
    const std::scoped_lock lock(mutex_);
    functions.swap(functions_);
    functions_.resize(functions.size());
  }
  for (const auto& function : functions) {
    if (function != nullptr) the_driver().functions.erase(function->handle);
  }
  the_driver().modules.erase(handle);
}

std::shared_ptr<Function> Kernel::function(Context& context) {
  {
    const std::scoped_lock lock(mutex_);
    // A function that its context has let go of no longer has an owner.
    if (auto last = last_.lock();
        last != nullptr && last->context_id == context.id() && !last->owner.expired()) {
      return last;
    }
  }
  const auto owner = library.lock();
  require(owner != nullptr, CUDA_ERROR_INVALID_HANDLE);
  const auto module = context.instance(*owner);
  auto found = module->function(module->module().entries()[entry->index]);
  const std::scoped_lock lock(mutex_);
  last_ = found;
  return found;
}

Library::Library(std::string text, const JitOptions& options)
    : text_(std::move(text)),
      id_(next_library_id++),
      prototype_(load_ptx(text_, *the_driver().devices.front(), options)),
      kernels_(prototype_->entries().size()) {}

std::shared_ptr<LoadedModule> Library::load_for(const Context& context) {
  std::shared_ptr<const Module> module;
  {
    const std::scoped_lock lock(mutex_);
    // The prototype's variables lie on device 0: its first context takes it over.
    if (!prototype_taken_ && context.device().ordinal == 0) {
      prototype_taken_ = true;
      module = prototype_;
    }
  }
  // Managed variables are the library's, on all devices: the prototype's, which lives as long.
  if (module == nullptr) {
    module = load_ptx(text_, context.device(), JitOptions(0, nullptr, nullptr), prototype_.get());
  }
  auto loaded = std::make_shared<LoadedModule>(context, std::move(module), shared_from_this());
  loaded->handle = the_driver().modules.insert(loaded);
  return loaded;
}

std::shared_ptr<Kernel> Library::kernel(const Entry& entry) {
  const std::scoped_lock lock(mutex_);
  auto& kernel = kernels_[entry.index];
  if (kernel == nullptr) {
    kernel = std::make_shared<Kernel>();
    kernel->library = weak_from_this();
    kernel->entry = &entry;
    kernel->handle = the_driver().kernels.insert(kernel);
  }
  return kernel;
}

std::shared_ptr<FunctionSettings> Library::settings(const Entry& entry, int device_ordinal) {
  const std::scoped_lock lock(mutex_);
  auto& found = settings_[{device_ordinal, entry.index}];
  if (found == nullptr) found = std::make_shared<FunctionSettings>(entry);
  return found;
}

void Library::retire() {
  std::vector<std::shared_ptr<Kernel>> kernels;
  {
    const std::scoped_lock lock(mutex_);
    kernels.swap(kernels_);
    kernels_.resize(kernels.size());
  }
  for (const auto& kernel : kernels) {
    if (kernel != nullptr) the_driver().kernels.erase(kernel->handle);
  }
  the_driver().contexts.for_each(
      [&](const std::shared_ptr<Context>& context) { context->forget_library(id_); });
}

std::shared_ptr<LoadedModule> find_module(CUmodule handle) {
  auto module = the_driver().modules.find(handle);
  require(module != nullptr, CUDA_ERROR_INVALID_HANDLE);
  return module;
}

std::shared_ptr<Library> find_library(CUlibrary handle) {
  auto library = the_driver().libraries.find(handle);
  require(library != nullptr, CUDA_ERROR_INVALID_HANDLE);
  return library;
}

std::shared_ptr<Kernel> find_kernel(CUkernel handle) {
  auto kernel = the_driver().kernels.find(handle);
  require(kernel != nullptr, CUDA_ERROR_INVALID_HANDLE);
  return kernel;
}

std::shared_ptr<Function> find_function(CUfunction handle, Context& context) {
  if (auto function = the_driver().functions.find(handle)) {
    require(function->context_id == context.id(), CUDA_ERROR_INVALID_HANDLE);
    return function;
  }
  return find_kernel(reinterpret_cast<CUkernel>(handle))->function(context);
}

}  // namespace gpu_emulator::driver
