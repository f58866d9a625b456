/// Opens the driver that GPU_DRIVER chooses and fills the table of its functions.
#pragma once

#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <gpu/detail/text.hpp>
#include <gpu/driver/api.hpp>
#include <gpu/error.hpp>

namespace gpu::driver {

inline constexpr int required_version = 12000;

namespace detail {

[[noreturn]] inline void refuse(Status status, const std::string& message) {
  throw Error(status, "gpu::driver::api", message.c_str());
}

/// The folder of a path with its last slash, or "".
inline std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

inline std::string program_path() {
  std::string path(256, '\0');
  while (true) {
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    if (size < 0) return {};
    if (static_cast<std::size_t>(size) < path.size()) return path.substr(0, static_cast<std::size_t>(size));
    path.resize(path.size() * 2);
  }
}

/// The file that this code was linked into: the program, or a shared library of its own (a plug-in, a Python
/// module).
inline std::string module_path() {
  Dl_info info{};
  static const char anchor = 0;
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr) return {};
  char* const resolved = realpath(info.dli_fname, nullptr);
  const std::string path = resolved != nullptr ? resolved : "";
  std::free(resolved);
  return path;
}

struct Opened {
  void* handle;
  std::string origin;
};

inline void* open_file(const std::string& path, std::string& tried) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const reason = dlerror();
    tried += "\n  " + (reason != nullptr ? std::string(reason) : path);
  }
  return handle;
}

inline Opened open_system_driver() {
  std::string tried;
  const std::string name = "libcuda.so.1";
  if (void* const handle = open_file(name, tried)) return {handle, name};
  refuse(Status::no_device,
         "there is no CUDA driver on this system:" + tried +
             "\nInstall NVIDIA's driver, or set GPU_DRIVER=emulator to run the kernels on the CPU emulator.");
}

inline Opened open_emulator() {
  const std::string name = "libgpu_emulator.so";
  const std::string beside_program = folder_of(program_path()) + name;
  const std::string beside_module = folder_of(module_path()) + name;
  std::string tried;
  if (void* const handle = open_file(beside_program, tried)) return {handle, beside_program};
  if (beside_module != beside_program && beside_module != name) {
    if (void* const handle = open_file(beside_module, tried)) return {handle, beside_module};
  }
  if (void* const handle = open_file(name, tried)) return {handle, name};
#ifdef GPU_KERNELS_EMULATOR_PATH
  const std::string configured = GPU_KERNELS_EMULATOR_PATH;
  if (!configured.empty()) {
    if (void* const handle = open_file(configured, tried)) return {handle, configured};
  }
#endif
  refuse(Status::file_not_found,
         "GPU_DRIVER=emulator, and the emulator was not found:" + tried +
             "\nPut libgpu_emulator.so beside the program or on LD_LIBRARY_PATH, or give its "
             "path as GPU_DRIVER.");
}

inline Opened open_named(const std::string& path) {
  std::string tried;
  if (void* const handle = open_file(path, tried)) return {handle, path};
  refuse(Status::file_not_found,
         "GPU_DRIVER=" + path + " cannot be opened:" + tried +
             "\nGPU_DRIVER takes the path of a driver library or the word emulator; unset, the "
             "system's libcuda.so.1 is used.");
}

inline Opened open_library() {
  const char* const choice = std::getenv("GPU_DRIVER");
  if (choice == nullptr || *choice == '\0') return open_system_driver();
  if (std::strcmp(choice, "emulator") == 0) return open_emulator();
  return open_named(choice);
}

/// What to do about a status that the opening of a driver ended with.
inline std::string opening_advice(Status status) {
  if (status == Status::stub_library) {
    return ": this is the CUDA Toolkit's link-time stub; take its folder off LD_LIBRARY_PATH";
  }
  return "\nSet GPU_DRIVER=emulator to run the kernels on the CPU emulator.";
}

/// The function's version for API 12.0 through cuGetProcAddress, so that a newer driver keeps the signature
/// used here.
class Resolver {
 public:
  explicit Resolver(const Opened& library) : library_(library) {
    get_proc_address_ = symbol<GetProcAddress>("cuGetProcAddress_v2");
  }

  template <class Function>
  Function symbol(const char* name) const {
    void* const address = dlsym(library_.handle, name);
    if (address == nullptr)
      refuse(Status::not_found, library_.origin + " is no CUDA driver: it has no symbol " + name);
    return reinterpret_cast<Function>(address);
  }

  template <class Function>
  void resolve(Function& function, const char* name) const {
    void* address = nullptr;
    ProcAddressResult result = ProcAddressResult::success;
    const Status status = get_proc_address_(name, &address, required_version, 0, &result);
    if (status != Status::success || address == nullptr) {
      refuse(Status::not_found, library_.origin + " has no function " + name + " of driver API " +
                                    gpu::detail::version_text(required_version));
    }
    function = reinterpret_cast<Function>(address);
  }

 private:
  using GetProcAddress = Status (*)(const char*, void**, int, std::uint64_t, ProcAddressResult*);

  const Opened& library_;
  GetProcAddress get_proc_address_;
};

inline int version_of(const Opened& library) {
  void* const address = dlsym(library.handle, "cuDriverGetVersion");
  if (address == nullptr)
    refuse(Status::not_found, library.origin + " is no CUDA driver: it has no cuDriverGetVersion");
  int version = 0;
  const Status status = reinterpret_cast<Status (*)(int*)>(address)(&version);
  if (status != Status::success) {
    refuse(status, library.origin + ": cuDriverGetVersion failed with " + status_name(status) +
                       opening_advice(status));
  }
  if (version < required_version) {
    refuse(Status::call_requires_newer_driver, library.origin + " supports CUDA " +
                                                   gpu::detail::version_text(version) + "; CUDA " +
                                                   gpu::detail::version_text(required_version) +
                                                   " or later is needed (NVIDIA driver 525.60 or later).");
  }
  return version;
}

inline void initialise(const Api& api) {
  const Status status = api.init(0);
  if (status == Status::success) return;
  std::string message = std::string(api.origin) + ": cuInit failed with " + status_name(status);
  const char* words = nullptr;
  if (api.get_error_string(status, &words) == Status::success && words != nullptr)
    message += std::string(", ") + words;
  refuse(status, message + opening_advice(status));
}

inline Api open() {
  const Opened library = open_library();
  Api api{};
  api.version = version_of(library);
  const Resolver resolver(library);
#define GPU_KERNELS_RESOLVE(member, name, symbol, parameters) resolver.resolve(api.member, name);
  GPU_KERNELS_DRIVER_FUNCTIONS(GPU_KERNELS_RESOLVE)
#undef GPU_KERNELS_RESOLVE
  api.origin = strdup(library.origin.c_str());
  initialise(api);
  return api;
}

}  // namespace detail

/// The driver, opened at the first call as GPU_DRIVER says: unset, the system's libcuda.so.1; `emulator`; or
/// a path. Thread-safe; a failed opening is tried again at the next call. Nothing falls back to another
/// driver by itself. Throws Error when no driver can be opened, when it is older than 12.0, or when it finds
/// no device.
inline const Api& api() {
  static const Api table = detail::open();
  return table;
}

}  // namespace gpu::driver
