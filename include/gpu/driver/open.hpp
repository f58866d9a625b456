/// Opens the driver that GPU_DRIVER chooses and fills the table of its functions.
#pragma once

#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <gpu/detail/text.hpp>
#include <gpu/driver/api.hpp>
#include <gpu/error.hpp>

namespace gpu::driver {

inline constexpr int required_version = 12000;

namespace detail {

using gpu::detail::Text;

[[noreturn, gnu::noinline, gnu::cold]] inline void refuse(Status status, const Text& message) {
  throw Error(status, "gpu::driver::api", message.c_str());
}

/// The path of a file in the folder of another.
[[gnu::cold]] inline Text beside(const char* path, const char* name) {
  const char* const slash = std::strrchr(path, '/');
  Text text;
  if (slash != nullptr) text.append(path, static_cast<std::size_t>(slash + 1 - path));
  return std::move(text << name);
}

[[gnu::cold]] inline Text program_path() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size < 0 ? Text() : std::move(Text().append(path, static_cast<std::size_t>(size)));
}

/// The file that this code was linked into: the program, or a shared library of its own (a plug-in, a Python
/// module).
[[gnu::cold]] inline Text module_path() {
  Dl_info info{};
  static const char anchor = 0;
  char path[PATH_MAX];
  if (dladdr(&anchor, &info) == 0 || info.dli_fname == nullptr || realpath(info.dli_fname, path) == nullptr)
    return {};
  return path;
}

struct Opened {
  void* handle = nullptr;
  Text origin;
};

/// Opens a library, or adds the loader's reason to what was tried.
[[gnu::cold]] inline Opened open_file(const char* path, Text& tried) {
  void* const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) return {handle, path};
  const char* const reason = dlerror();
  tried << "\n  " << (reason != nullptr ? reason : path);
  return {};
}

[[gnu::cold]] inline Opened open_system_driver() {
  Text tried;
  Opened opened = open_file("libcuda.so.1", tried);
  if (opened.handle != nullptr) return opened;
  refuse(
      Status::no_device,
      Text("there is no CUDA driver on this system:")
          << tried
          << "\nInstall NVIDIA's driver, or set GPU_DRIVER=emulator to run the kernels on the CPU emulator.");
}

[[gnu::cold]] inline Opened open_emulator() {
  const char* const name = "libgpu_emulator.so";
#ifdef GPU_KERNELS_EMULATOR_PATH
  const char* const configured = GPU_KERNELS_EMULATOR_PATH;
#else
  const char* const configured = "";
#endif
  const Text beside_program = beside(program_path().c_str(), name);
  const Text beside_module = beside(module_path().c_str(), name);
  const bool apart = std::strcmp(beside_program.c_str(), beside_module.c_str()) != 0;
  Text tried;
  for (const char* const path :
       {beside_program.c_str(), apart ? beside_module.c_str() : "", name, configured}) {
    if (*path == '\0') continue;
    Opened opened = open_file(path, tried);
    if (opened.handle != nullptr) return opened;
  }
  refuse(Status::file_not_found,
         Text("GPU_DRIVER=emulator, and the emulator was not found:")
             << tried
             << "\nPut libgpu_emulator.so beside the program or on LD_LIBRARY_PATH, or give its "
                "path as GPU_DRIVER.");
}

[[gnu::cold]] inline Opened open_named(const char* path) {
  Text tried;
  Opened opened = open_file(path, tried);
  if (opened.handle != nullptr) return opened;
  refuse(Status::file_not_found,
         Text("GPU_DRIVER=")
             << path << " cannot be opened:" << tried
             << "\nGPU_DRIVER takes the path of a driver library or the word emulator; unset, the "
                "system's libcuda.so.1 is used.");
}

[[gnu::cold]] inline Opened open_library() {
  const char* const choice = std::getenv("GPU_DRIVER");
  if (choice == nullptr || *choice == '\0') return open_system_driver();
  if (std::strcmp(choice, "emulator") == 0) return open_emulator();
  return open_named(choice);
}

/// What to do about a status that the opening of a driver ended with.
[[gnu::cold]] inline const char* opening_advice(Status status) {
  if (status == Status::stub_library) {
    return ": this is the CUDA Toolkit's link-time stub; take its folder off LD_LIBRARY_PATH";
  }
  return "\nSet GPU_DRIVER=emulator to run the kernels on the CPU emulator.";
}

/// The function's version for API 12.0 through cuGetProcAddress, so that a newer driver keeps the signature
/// used here.
class Resolver {
 public:
  explicit Resolver(const Opened& library)
      : library_(library),
        get_proc_address_(reinterpret_cast<GetProcAddress>(symbol("cuGetProcAddress_v2"))) {}

  void* symbol(const char* name) const {
    void* const address = dlsym(library_.handle, name);
    if (address == nullptr) {
      refuse(Status::not_found, Text(library_.origin) << " is no CUDA driver: it has no symbol " << name);
    }
    return address;
  }

  void* function(const char* name) const {
    void* address = nullptr;
    ProcAddressResult result = ProcAddressResult::success;
    const Status status = get_proc_address_(name, &address, required_version, 0, &result);
    if (status != Status::success || address == nullptr) {
      refuse(Status::not_found, Text(library_.origin) << " has no function " << name << " of driver API "
                                                      << gpu::detail::Version{required_version});
    }
    return address;
  }

 private:
  using GetProcAddress = Status (*)(const char*, void**, int, std::uint64_t, ProcAddressResult*);

  const Opened& library_;
  GetProcAddress get_proc_address_;
};

[[gnu::cold]] inline int version_of(const Opened& library) {
  void* const address = dlsym(library.handle, "cuDriverGetVersion");
  if (address == nullptr) {
    refuse(Status::not_found, Text(library.origin) << " is no CUDA driver: it has no cuDriverGetVersion");
  }
  int version = 0;
  const Status status = reinterpret_cast<Status (*)(int*)>(address)(&version);
  if (status != Status::success) {
    refuse(status, Text(library.origin) << ": cuDriverGetVersion failed with " << status_name(status)
                                        << opening_advice(status));
  }
  if (version < required_version) {
    refuse(Status::call_requires_newer_driver, Text(library.origin)
                                                   << " supports CUDA " << gpu::detail::Version{version}
                                                   << "; CUDA " << gpu::detail::Version{required_version}
                                                   << " or later is needed (NVIDIA driver 525.60 or later).");
  }
  return version;
}

[[gnu::cold]] inline void initialise(const Api& api) {
  const Status status = api.init(0);
  if (status == Status::success) return;
  Text message;
  message << api.origin << ": cuInit failed with " << status_name(status);
  const char* words = nullptr;
  if (api.get_error_string(status, &words) == Status::success && words != nullptr) message << ", " << words;
  refuse(status, message << opening_advice(status));
}

[[gnu::cold]] inline Api open() {
  const Opened library = open_library();
  Api api{};
  api.version = version_of(library);
  const Resolver resolver(library);
#define GPU_KERNELS_RESOLVE(member, name, symbol, parameters) \
  api.member = reinterpret_cast<decltype(api.member)>(resolver.function(name));
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
