// A pipeline of two kernels in two streams. While one stream accumulates a batch, the other scales the next
// one; events, and nothing else, say what must wait for what.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <gpu/gpu.hpp>
#include <iostream>
#include <pipeline_kernels.hpp>
#include <vector>

namespace {

constexpr std::uint32_t batch_size = 65'536;
constexpr std::uint32_t batches = 8;
constexpr std::uint32_t threads_per_block = 256;
constexpr float factor = 0.5f;

float input_value(std::uint32_t batch, std::size_t i) { return static_cast<float>(batch + i % 100); }

std::vector<float> input_batch(std::uint32_t batch) {
  std::vector<float> values(batch_size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = input_value(batch, i);
  }
  return values;
}

/// Two of these take turns: one is filled while the other is read.
struct Slot {
  gpu::DeviceBuffer<float> scaled = gpu::DeviceBuffer<float>::uninitialised(batch_size);
  gpu::Event filled;  // scale has written `scaled`
  gpu::Event free;    // accumulate has read `scaled`
};

std::vector<float> run_pipeline() {
  std::vector<gpu::DeviceBuffer<float>> inputs;
  for (std::uint32_t batch = 0; batch < batches; ++batch) {
    inputs.push_back(gpu::DeviceBuffer<float>::from(input_batch(batch)));
  }
  auto total = gpu::DeviceBuffer<float>::zeroed(batch_size);

  gpu::Stream scaling;
  gpu::Stream accumulating;
  std::array<Slot, 2> slots;
  const gpu::Dim3 grid = gpu::blocks_for(batch_size, threads_per_block);

  for (std::uint32_t batch = 0; batch < batches; ++batch) {
    Slot& slot = slots[batch % slots.size()];

    scaling.wait(slot.free);  // an event that was never recorded holds nobody up
    pipeline_kernels::pipeline::scale({.grid = grid, .block = threads_per_block, .stream = scaling},
                                      inputs[batch], slot.scaled, factor, batch_size);
    slot.filled.record(scaling);

    accumulating.wait(slot.filled);
    pipeline_kernels::pipeline::accumulate({.grid = grid, .block = threads_per_block, .stream = accumulating},
                                           slot.scaled, total, batch_size);
    slot.free.record(accumulating);
  }
  accumulating.synchronize();  // the last accumulate waited for everything before it

  std::vector<float> result(batch_size);
  total.copy_to(result);
  return result;
}

int run() {
  gpu::Device device{0};
  gpu::Context context{device};
  std::cout << "Running on: " << device.name() << '\n';

  const std::vector<float> result = run_pipeline();
  for (std::size_t i = 0; i < result.size(); ++i) {
    float expected = 0.0f;
    for (std::uint32_t batch = 0; batch < batches; ++batch) {
      expected += factor * input_value(batch, i);
    }
    if (result[i] != expected) {
      std::cerr << "Element " << i << " is wrong: got " << result[i] << ", expected " << expected << '\n';
      return EXIT_FAILURE;
    }
  }
  std::cout << "All " << batches << " batches of " << batch_size << " elements verified correct.\n";
  return EXIT_SUCCESS;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const gpu::Error& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
