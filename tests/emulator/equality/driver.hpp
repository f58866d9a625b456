#pragma once
/// The few driver entry points that the harness needs, from a library opened by path.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace equality {

class Driver {
 public:
  /// Opens the library, retains the first device's primary context. Throws std::runtime_error.
  explicit Driver(const std::string& library);
  std::string description() const;  ///< "NVIDIA H200, driver API 13.0"

  using Module = void*;
  using Address = std::uint64_t;
  /// Null when the driver refuses the text; `why` then says so.
  Module load(const std::string& ptx, std::string& why);
  void unload(Module module);
  void launch(Module module, const std::string& entry, unsigned blocks, unsigned block, void** parameters);
  void synchronize();
  Address allocate(std::size_t bytes);
  void write(Address to, const void* from, std::size_t bytes);
  void read(void* to, Address from, std::size_t bytes);
  void clear(Address at, std::size_t bytes);

 private:
  template <class F>
  F* entry(const char* name);
  void check(int result, const char* call);
  void* library_ = nullptr;
};

}  // namespace equality
