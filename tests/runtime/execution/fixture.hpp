/// Tests that run kernels: on the GPU, or on the emulator, as GPU_DRIVER says.
#pragma once

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>

#include <runtime_kernels.hpp>

class Execution : public testing::Test {
 protected:
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
};

/// 0, 1, 2, …
template <class T>
std::vector<T> counting(std::size_t count) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T{0});
  return values;
}

template <class T>
std::vector<T> host_copy(const gpu::DeviceBuffer<T>& buffer) {
  std::vector<T> host(buffer.size());
  buffer.copy_to(host);
  return host;
}

template <class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const gpu::Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no gpu::Error was thrown";
  return {};
}

inline void expect_contains(const std::string& text, std::initializer_list<const char*> fragments) {
  for (const char* const fragment : fragments) {
    EXPECT_NE(text.find(fragment), std::string::npos) << "no \"" << fragment << "\" in: " << text;
  }
}
