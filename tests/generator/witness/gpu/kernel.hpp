// Stands for the runtime's header where nvcc reads a generated one: names alone, no behaviour.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#define GPU_KERNELS_INTERFACE 2

namespace gpu {

struct Library;
struct Entry {
  int unused;
};
struct LaunchConfig;
struct LaunchContract {
  unsigned max_threads = 0;
  std::array<unsigned, 3> required_block{}, cluster{};
  unsigned min_blocks_per_multiprocessor = 0;
  bool dynamic_shared = false;
};

template <class T>
struct Arg {
  Arg(T);
};
template <class T>
struct DevicePtr {
  DevicePtr(std::nullptr_t);
};

template <class Given, class Parameter>
concept Same = std::is_same_v<Given, Parameter>;

template <Entry&, LaunchContract = LaunchContract{}>
struct Kernel {
  template <class... Arguments>
  void launch(const LaunchConfig&, const Arguments&...) const {}
};

}  // namespace gpu
