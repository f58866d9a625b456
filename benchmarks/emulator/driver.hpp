#pragma once
/// The driver API calls of this benchmark, from a library opened by path.

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulator_benchmark {

class Driver {
 public:
  /// Opens the library and makes device 0's primary context current. Every failing call throws
  /// std::runtime_error.
  explicit Driver(const std::string& library);

  void* load(const std::string& ptx) const;
  void unload(void* module) const;
  void* function(void* module, const char* name) const;
  std::uint64_t allocate_zeroed(std::size_t bytes) const;
  /// A grid and a block of two dimensions.
  struct Shape {
    unsigned blocks_x, blocks_y, threads_x, threads_y;
  };
  void launch(void* function, const Shape& shape, void** parameters) const;
  void synchronize() const;

 private:
  template <class... Types, class... Arguments>
  void call(const char* name, int (*entry)(Types...), Arguments... arguments) const;

  void* library_;
  int (*load_)(void**, const void*) = nullptr;
  int (*unload_)(void*) = nullptr;
  int (*function_)(void**, void*, const char*) = nullptr;
  int (*allocate_)(std::uint64_t*, std::size_t) = nullptr;
  int (*fill_)(std::uint64_t, unsigned char, std::size_t) = nullptr;
  int (*launch_)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                 void**) = nullptr;
  int (*synchronize_)() = nullptr;
};

}  // namespace emulator_benchmark
