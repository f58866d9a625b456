#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

#include <gpu/gpu.hpp>

#include <launch_kernels.hpp>

#include "chevrons.hpp"
#include "driver_launch.hpp"
#include "measurements.hpp"
#include "statistics.hpp"

namespace {

using Clock = std::chrono::steady_clock;

/// One way of launching `small` a number of times, and the nanoseconds a launch that each round took.
struct Way {
  const char* name;
  std::function<void(int times, unsigned count)> launch;
  std::vector<double> nanoseconds;
};

double time_of(const Way& way, int batch) {
  const auto start = Clock::now();
  way.launch(batch, 0);
  const std::chrono::duration<double, std::nano> spent = Clock::now() - start;
  return spent.count() / batch;
}

/// Whether a launch this way reaches the kernel with its arguments.
bool works(const Way& way, const gpu::Stream& stream, gpu::DeviceBuffer<float>& out) {
  out.zero_async(stream);
  way.launch(1, 1);
  stream.synchronize();
  float value = 0;
  out.copy_to({&value, 1});
  if (value == 3.0F) return true;
  std::printf("%s: wrote %g, not 3\n", way.name, static_cast<double>(value));
  return false;
}

}  // namespace

bool measure_launch_cost(const Settings& settings) {
  const gpu::Stream stream;
  const std::vector<float> one{1.0F};
  const std::vector<float> two{2.0F};
  const auto a = gpu::DeviceBuffer<float>::from(one);
  const auto b = gpu::DeviceBuffer<float>::from(two);
  auto out = gpu::DeviceBuffer<float>::zeroed(1);
  const DriverKernels driver;
  const CUstream raw_stream = stream;

  const auto by_stub = [&](int times, unsigned count) {
    for (int i = 0; i < times; ++i) {
      launch_kernels::small({.grid = 1, .block = 32, .stream = stream}, a, b, out, count);
    }
  };
  const auto by_function = [&](CUfunction function) {
    return [&, function](int times, unsigned count) {
      CUdeviceptr a_address = a.device_ptr().address();
      CUdeviceptr b_address = b.device_ptr().address();
      CUdeviceptr out_address = out.device_ptr().address();
      for (int i = 0; i < times; ++i) {
        void* parameters[] = {&a_address, &b_address, &out_address, &count};
        gpu::detail::check(driver.launch(function, 1, 1, 1, 32, 1, 1, 0, raw_stream, parameters, nullptr),
                           "cuLaunchKernel");
      }
    };
  };
  const auto by_chevrons = [&](int times, unsigned count) {
    chevron_small_loop(times, raw_stream, a.device_ptr().get(), b.device_ptr().get(), out.device_ptr().get(),
                       count);
  };

  std::vector<Way> ways{
      {"stub", by_stub, {}},
      {"cuLaunchKernel", by_function(driver.small), {}},
      {"the same, CUkernel", by_function(reinterpret_cast<CUfunction>(launch_kernels::small.handle())), {}}};
  const char* const obstacle = chevron_obstacle();
  if (obstacle == nullptr) ways.push_back({"<<<>>>", by_chevrons, {}});

  for (const Way& way : ways) {
    if (!works(way, stream, out)) return false;
  }
  for (int round = -settings.rounds / 10; round < settings.rounds; ++round) {
    for (std::size_t turn = 0; turn < ways.size(); ++turn) {
      Way& way = ways[(static_cast<std::size_t>(round + settings.rounds) + turn) % ways.size()];
      const double nanoseconds = time_of(way, settings.batch);
      stream.synchronize();
      if (round >= 0) way.nanoseconds.push_back(nanoseconds);
    }
  }

  std::printf("launch cost, %d rounds of %d launches each way; median (quartiles)\n", settings.rounds,
              settings.batch);
  for (const Way& way : ways)
    std::printf("  %-20s %s ns\n", way.name, text_of(quartiles(way.nanoseconds), 0).c_str());
  const auto print_ratio = [&](std::size_t above, std::size_t below) {
    const std::vector<double> paired = ratios(ways[above].nanoseconds, ways[below].nanoseconds);
    std::printf("  %s / %s  %s\n", ways[above].name, ways[below].name, text_of(quartiles(paired), 4).c_str());
  };
  print_ratio(0, 1);
  print_ratio(0, 2);
  if (obstacle == nullptr) {
    print_ratio(0, 3);
  } else {
    std::printf("  <<<>>> not measured: %s\n", obstacle);
  }
  return true;
}
