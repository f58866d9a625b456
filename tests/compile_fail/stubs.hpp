/// What the generator writes for a few kernels, for the cases to call.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/layout.hpp>
#include <gpu/overloads.hpp>

struct Pair {
  int first;
  float second;
};

struct Other {
  int first;
  float second;
};

/// A class with conversions, as the toolkit's __half has.
struct Half {
  Half() = default;
  Half(float value) : bits(static_cast<std::uint16_t>(value)) {}
  Half(double value) : bits(static_cast<std::uint16_t>(value)) {}
  Half(int value) : bits(static_cast<std::uint16_t>(value)) {}
  std::uint16_t bits;
};

enum class Mode : std::uint8_t { sum, product };

namespace kernels {

namespace entries {
extern gpu::Entry scale;
extern gpu::Entry settings;
extern gpu::Entry halve;
extern gpu::Entry raw;
extern gpu::Entry tile;
extern gpu::Entry fill_1;
extern gpu::Entry fill_2;
extern gpu::Entry grow_1;
extern gpu::Entry grow_2;
}  // namespace entries

struct scale_t : gpu::Kernel<entries::scale, gpu::LaunchContract{.max_threads = 256}> {
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<const float> in, gpu::DevicePtr<float> out,
                  gpu::Arg<std::uint32_t> count) const {
    launch(config, in, out, count);
  }
};
inline constexpr scale_t scale{};

struct settings_t : gpu::Kernel<entries::settings> {
  template <gpu::Same<Pair> Pair_ = Pair>
  void operator()(const gpu::LaunchConfig& config, gpu::Arg<float> factor, gpu::Arg<double> offset,
                  gpu::Arg<bool> flag, gpu::Arg<Mode> mode, gpu::Arg<std::size_t> size,
                  const Pair_& pair) const {
    launch(config, factor, offset, flag, mode, size, pair);
  }
};
inline constexpr settings_t settings{};

struct halve_t : gpu::Kernel<entries::halve> {
  template <gpu::Same<Half> Half_ = Half, gpu::Same<Pair> Pair_ = Pair>
  void operator()(const gpu::LaunchConfig& config, const Half_& factor, const Pair_& pair) const {
    launch(config, factor, pair);
  }
};
inline constexpr halve_t halve{};

struct raw_t : gpu::Kernel<entries::raw> {
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<void> memory) const {
    launch(config, memory);
  }
};
inline constexpr raw_t raw{};

struct tile_t : gpu::Kernel<entries::tile, gpu::LaunchContract{.required_block = {16, 8, 1}}> {
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<float> out) const { launch(config, out); }
};
inline constexpr tile_t tile{};

struct fill_1_t : gpu::Kernel<entries::fill_1> {
  using Signature = void(float*, unsigned);
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<float> out,
                  gpu::Arg<unsigned> count) const {
    launch(config, out, count);
  }
};
struct fill_2_t : gpu::Kernel<entries::fill_2> {
  using Signature = void(double*, unsigned);
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<double> out,
                  gpu::Arg<unsigned> count) const {
    launch(config, out, count);
  }
};

/// Overloads that their pointers tell apart.
struct fill_t : gpu::Overloads<fill_1_t, fill_2_t> {};
inline constexpr fill_t fill{};

struct grow_1_t : gpu::Kernel<entries::grow_1> {
  using Signature = void(float*, int);
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<float> out, gpu::Arg<int> step) const {
    launch(config, out, step);
  }
};
struct grow_2_t : gpu::Kernel<entries::grow_2> {
  using Signature = void(float*, float);
  void operator()(const gpu::LaunchConfig& config, gpu::DevicePtr<float> out, gpu::Arg<float> step) const {
    launch(config, out, step);
  }
};

/// Overloads that differ in a number's type.
struct grow_t : gpu::Overloads<grow_1_t, grow_2_t> {};
inline constexpr grow_t grow{};

}  // namespace kernels

/// What every case calls with, but for the one thing that it gets wrong.
struct Given {
  gpu::LaunchConfig config{.grid = 1, .block = 256};
  gpu::DeviceBuffer<float> in;
  gpu::DeviceBuffer<float> out;
  std::uint32_t count = 1;
  float factor = 1.0F;
  double offset = 1.0;
  bool flag = true;
  Mode mode = Mode::sum;
  std::size_t size = 1;
  Pair pair{1, 2.0F};
};
