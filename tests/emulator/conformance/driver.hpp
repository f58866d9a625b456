#pragma once
/// The few driver API calls that the harness needs, from any libcuda: opened by path, never linked.

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace conformance {

/// A call that failed; the text names the call and the result.
class DriverError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using DeviceAddress = std::uint64_t;

class Driver {
 public:
  /// Opens the library and makes device 0's primary context current.
  explicit Driver(const std::string& library_path);
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  /// "NVIDIA H200, compute capability 9.0, driver API 13.0"
  std::string description() const;

  /// A context that a fault has made unusable, given up for a new one. All memory and modules are gone.
  void renew_context();

  DeviceAddress allocate(std::size_t bytes);
  void release(DeviceAddress address);
  void upload(DeviceAddress to, std::span<const std::byte> from);
  void download(std::span<std::byte> to, DeviceAddress from);
  void fill(DeviceAddress to, unsigned char byte, std::size_t bytes);

  /// A handle, not owned; throws DriverError, whose text ends with the first line of the driver's log.
  void* load_module(const std::string& ptx);
  void unload_module(void* module);
  void* function(void* module, const std::string& name);

  /// Launches on the default stream and waits for the end. All arguments are addresses.
  void launch(void* function, unsigned blocks, const unsigned (&block)[3],
              std::vector<DeviceAddress> arguments);

 private:
  template <class Function>
  void bind(Function& function, const char* name);
  void check(int result, const std::string& call) const;

  void* library_ = nullptr;
  int device_ = 0;
  int (*init_)(unsigned) = nullptr;
  int (*version_)(int*) = nullptr;
  int (*device_get_)(int*, int) = nullptr;
  int (*device_name_)(char*, int, int) = nullptr;
  int (*device_attribute_)(int*, int, int) = nullptr;
  int (*context_retain_)(void**, int) = nullptr;
  int (*context_reset_)(int) = nullptr;
  int (*context_set_)(void*) = nullptr;
  int (*synchronize_)() = nullptr;
  int (*error_name_)(int, const char**) = nullptr;
  int (*allocate_)(DeviceAddress*, std::size_t) = nullptr;
  int (*free_)(DeviceAddress) = nullptr;
  int (*upload_)(DeviceAddress, const void*, std::size_t) = nullptr;
  int (*download_)(void*, DeviceAddress, std::size_t) = nullptr;
  int (*fill_)(DeviceAddress, unsigned char, std::size_t) = nullptr;
  int (*load_)(void**, const void*, unsigned, const int*, void**) = nullptr;
  int (*unload_)(void*) = nullptr;
  int (*function_)(void**, void*, const char*) = nullptr;
  int (*launch_)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                 void**) = nullptr;
};

}  // namespace conformance
