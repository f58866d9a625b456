/// What the generator writes for three kernels, by hand: the tests need no CUDA compiler.
#pragma once

#include <cstdint>

#include <gpu/kernel.hpp>

namespace stubs {

extern const gpu::Library library;

struct Pair {
  std::int32_t first;
  double second;
};

enum class Mode : std::uint8_t { sum, product };

namespace entries {
extern gpu::Entry scale;
extern gpu::Entry mixed;
extern gpu::Entry nothing;
}  // namespace entries

struct scale_t : gpu::Kernel<entries::scale, gpu::LaunchContract{.max_threads = 256}> {
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<const float> in, gpu::DevicePtr<float> out,
                  gpu::Arg<std::uint32_t> count) const {
    launch(config, in, out, count);
  }
};
inline constexpr scale_t scale{};

struct mixed_t : gpu::Kernel<entries::mixed> {
  void operator()(const gpu::LaunchConfig& config, gpu::Arg<bool> flag, gpu::Arg<Mode> mode,
                  gpu::Arg<double> factor, const Pair& pair, gpu::DevicePtr<void> anything,
                  gpu::Arg<std::int64_t> offset) const {
    launch(config, flag, mode, factor, pair, anything, offset);
  }
};
inline constexpr mixed_t mixed{};

struct nothing_t : gpu::Kernel<entries::nothing> {
  void operator()(const gpu::LaunchConfig& config) const { launch(config); }
};
inline constexpr nothing_t nothing{};

}  // namespace stubs
