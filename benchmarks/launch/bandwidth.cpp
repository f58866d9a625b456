#include <cstdio>
#include <vector>

#include <gpu/gpu.hpp>

#include <launch_kernels.hpp>

#include "chevrons.hpp"
#include "measurements.hpp"
#include "statistics.hpp"

namespace {

constexpr unsigned block = 256;

bool all_equal(const gpu::DeviceBuffer<float>& buffer, float expected, const char* way) {
  std::vector<float> host(buffer.size());
  buffer.copy_to(host);
  for (std::size_t i = 0; i < host.size(); ++i) {
    if (host[i] != expected) {
      std::printf("%s: element %zu is %g, not %g\n", way, i, static_cast<double>(host[i]),
                  static_cast<double>(expected));
      return false;
    }
  }
  return true;
}

}  // namespace

bool measure_bandwidth(const Settings& settings) {
  const unsigned elements = settings.elements;
  const auto grid = static_cast<unsigned>(gpu::blocks_for(elements, block));
  const gpu::Stream stream;
  const auto a = gpu::DeviceBuffer<float>::from(std::vector<float>(elements, 1.0F));
  const auto b = gpu::DeviceBuffer<float>::from(std::vector<float>(elements, 2.0F));
  auto out = gpu::DeviceBuffer<float>::zeroed(elements);
  const double bytes = 3.0 * sizeof(float) * elements;

  const auto by_stub = [&] {
    launch_kernels::vector_add({.grid = grid, .block = block, .stream = stream}, a, b, out, elements);
  };
  const auto by_chevrons = [&] {
    chevron_vector_add(grid, block, stream, a.device_ptr().get(), b.device_ptr().get(),
                       out.device_ptr().get(), elements);
  };
  const auto gigabytes_a_second = [&](const auto& launch) {
    const gpu::Event start = stream.record();
    launch();
    const gpu::Event stop = stream.record();
    stop.synchronize();
    return bytes / 1e6 / static_cast<double>(stop.elapsed_ms_since(start));
  };

  const char* const obstacle = chevron_obstacle();
  std::vector<double> stub;
  std::vector<double> chevrons;
  by_stub();
  if (!all_equal(out, 3.0F, "stub")) return false;
  out.zero_async(stream);
  if (obstacle == nullptr) {
    by_chevrons();
    if (!all_equal(out, 3.0F, "<<<>>>")) return false;
  }
  for (int repeat = 0; repeat < settings.repeats; ++repeat) {
    stub.push_back(gigabytes_a_second(by_stub));
    if (obstacle == nullptr) chevrons.push_back(gigabytes_a_second(by_chevrons));
  }

  std::printf("vector_add of %u floats a vector, %d runs each way; median (quartiles)\n", elements,
              settings.repeats);
  std::printf("  %-16s %s GB/s\n", "stub", text_of(quartiles(stub), 1).c_str());
  if (obstacle != nullptr) {
    std::printf("  <<<>>> not measured: %s\n", obstacle);
    return true;
  }
  std::printf("  %-16s %s GB/s\n", "<<<>>>", text_of(quartiles(chevrons), 1).c_str());
  std::printf("  stub / <<<>>>          %s\n", text_of(quartiles(ratios(stub, chevrons)), 4).c_str());
  return true;
}
