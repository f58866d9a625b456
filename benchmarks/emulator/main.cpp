// Measures the emulator in one configuration (GPU_EMULATOR_*) and prints `name value` lines; run.py makes the
// table. Kernels run through the core, which counts instructions; launches and loading go through the driver
// library's entry points.

#include "driver.hpp"
#include "exec/form.hpp"
#include "exec/launch.hpp"
#include "exec/memory.hpp"
#include "ptx/module.hpp"
#include "scalar.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace emulator_benchmark {
namespace {

using gpu_emulator::Address;

constexpr unsigned matrix_width = 512;
constexpr unsigned body_count = 4096;
constexpr unsigned launches = 1000;
constexpr std::size_t long_text = 5'000'000;
constexpr std::size_t large_array = std::size_t{512} << 20;
constexpr int repeats = 3;

struct Time {
  double wall = 1e9;
  double cpu = 1e9;  ///< of all threads together: what a busy machine does not falsify
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Least of several runs.
Time time_of(const std::function<void()>& work) {
  Time least;
  for (int k = 0; k < repeats; ++k) {
    const double cpu_start = cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    least.wall = std::min(least.wall, elapsed.count());
    least.cpu = std::min(least.cpu, cpu_seconds() - cpu_start);
  }
  return least;
}

void print(const std::string& name, Time time, double count = 1) {
  std::printf("%s_seconds %.9f\n%s_cpu_seconds %.9f\n", name.c_str(), time.wall / count, name.c_str(),
              time.cpu / count);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<float> numbers(std::size_t count) {
  std::vector<float> values(count);
  unsigned seed = 1;
  for (float& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<float>(seed >> 8) / static_cast<float>(1u << 24);
  }
  return values;
}

Address upload(const std::vector<float>& values) {
  auto& table = gpu_emulator::MemoryTable::process();
  const std::size_t bytes = values.size() * sizeof(float);
  const Address address = table.allocate(bytes, 256, gpu_emulator::MemoryKind::device);
  std::memcpy(reinterpret_cast<void*>(address), values.data(), bytes);
  table.mark_initialised(address, bytes);
  return address;
}

template <class T>
void append(std::vector<std::byte>& parameters, T value) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
  parameters.insert(parameters.end(), bytes, bytes + sizeof value);
}

void report(const std::string& kernel, const gpu_emulator::Launch& launch,
            const std::function<void()>& scalar) {
  gpu_emulator::Outcome outcome;
  const Time time = time_of([&] { outcome = run(launch); });
  if (outcome.fault != gpu_emulator::Fault::none) {
    throw std::runtime_error(kernel + ": " + outcome.report);
  }
  print(kernel, time);
  std::printf("%s_lane_instructions %llu\n", kernel.c_str(),
              static_cast<unsigned long long>(outcome.lane_instructions));
  print(kernel + "_scalar", time_of(scalar));
}

/// Both ran on the same numbers: a wrong result makes a time worthless.
void compare(const std::string& kernel, const float* got, const std::vector<float>& expected) {
  for (std::size_t k = 0; k < expected.size(); ++k) {
    if (!(std::fabs(got[k] - expected[k]) <= 1e-3f * (1 + std::fabs(expected[k])))) {
      throw std::runtime_error(kernel + ": element " + std::to_string(k) + " is " + std::to_string(got[k]) +
                               ", expected " + std::to_string(expected[k]));
    }
  }
}

void measure_matmul(const std::shared_ptr<const gpu_emulator::Module>& module) {
  const std::vector<float> a = numbers(std::size_t{matrix_width} * matrix_width);
  std::vector<float> expected(a.size());
  gpu_emulator::Launch launch;
  launch.module = module;
  launch.entry = module->find_entry("matmul")->index;
  launch.grid = {matrix_width / 16, matrix_width / 16, 1};
  launch.block = {16, 16, 1};
  const Address out = upload(expected);
  std::vector<std::byte> parameters;
  append(parameters, upload(a));
  append(parameters, upload(a));
  append(parameters, out);
  append(parameters, matrix_width);
  launch.parameters = parameters;
  report("matmul", launch, [&] { matmul(a.data(), a.data(), expected.data(), matrix_width); });
  compare("matmul", reinterpret_cast<const float*>(out), expected);
}

void measure_nbody(const std::shared_ptr<const gpu_emulator::Module>& module) {
  const std::vector<float> bodies = numbers(std::size_t{body_count} * 4);
  std::vector<float> expected(bodies.size());
  gpu_emulator::Launch launch;
  launch.module = module;
  launch.entry = module->find_entry("nbody")->index;
  launch.grid = {body_count / 128, 1, 1};
  launch.block = {128, 1, 1};
  const Address out = upload(expected);
  std::vector<std::byte> parameters;
  append(parameters, upload(bodies));
  append(parameters, out);
  append(parameters, body_count);
  launch.parameters = parameters;
  report("nbody", launch, [&] {
    nbody(reinterpret_cast<const Body*>(bodies.data()), reinterpret_cast<Body*>(expected.data()), body_count);
  });
  compare("nbody", reinterpret_cast<const float*>(out), expected);
}

/// The kernels' text again and again under other names, until it is long enough.
std::string repeated(const std::string& text, std::size_t size) {
  const std::size_t head = text.find(".visible .entry");
  std::string result = text.substr(0, head);
  for (unsigned copy = 0; result.size() < size; ++copy) {
    std::string body = text.substr(head);
    for (const std::string name : {"matmul", "nbody", "touch", "tiny"}) {
      const std::string other = name + "_" + std::to_string(copy);
      for (std::size_t at = body.find(name); at != std::string::npos;
           at = body.find(name, at + other.size())) {
        body.replace(at, name.size(), other);
      }
    }
    result += body;
  }
  return result;
}

void measure_driver(const std::string& library, const std::string& text) {
  Driver driver(library);
  const std::string many_kernels = repeated(text, long_text);
  std::printf("load_bytes %zu\n", many_kernels.size());
  print("load", time_of([&] { driver.unload(driver.load(many_kernels)); }));

  void* const module = driver.load(text);
  void* const function = driver.function(module, "tiny");
  std::uint64_t counters = driver.allocate_zeroed(32 * sizeof(unsigned));
  void* parameters[] = {&counters};
  const Time queued = time_of([&] {
    for (unsigned k = 0; k < launches; ++k) {
      driver.launch(function, {1, 1, 32, 1}, parameters);
    }
    driver.synchronize();
  });
  const Time waited = time_of([&] {
    for (unsigned k = 0; k < launches; ++k) {
      driver.launch(function, {1, 1, 32, 1}, parameters);
      driver.synchronize();
    }
  });
  print("launch", queued, launches);
  print("launch_and_wait", waited, launches);
}

/// The most memory that this process has had, as the system counts it.
std::size_t peak_resident_bytes() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("VmHWM:", 0) == 0) {
      return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
    }
  }
  throw std::runtime_error("/proc/self/status has no VmHWM");
}

void print_memory(const char* name, std::size_t allocated) {
  std::printf("%s_allocated_bytes %zu\n%s_resident_bytes %zu\n", name, allocated, name,
              peak_resident_bytes());
}

/// What a program that does nothing else needs: for small arrays, and for one that fills half a gigabyte.
int measure_memory(const std::string& library, const std::string& ptx_path) {
  Driver driver(library);
  void* const module = driver.load(read_file(ptx_path));
  const std::size_t matrix_bytes = std::size_t{matrix_width} * matrix_width * sizeof(float);
  const std::size_t bodies_bytes = std::size_t{body_count} * sizeof(Body);
  std::uint64_t a = driver.allocate_zeroed(matrix_bytes);
  std::uint64_t b = driver.allocate_zeroed(matrix_bytes);
  std::uint64_t c = driver.allocate_zeroed(matrix_bytes);
  unsigned width = matrix_width;
  void* matmul_parameters[] = {&a, &b, &c, &width};
  driver.launch(driver.function(module, "matmul"), {width / 16, width / 16, 16, 16}, matmul_parameters);
  std::uint64_t bodies = driver.allocate_zeroed(bodies_bytes);
  std::uint64_t accelerations = driver.allocate_zeroed(bodies_bytes);
  unsigned count = body_count;
  void* nbody_parameters[] = {&bodies, &accelerations, &count};
  driver.launch(driver.function(module, "nbody"), {count / 128, 1, 128, 1}, nbody_parameters);
  driver.synchronize();
  const std::size_t small = 3 * matrix_bytes + 2 * bodies_bytes;
  print_memory("small", small);

  std::uint64_t values = driver.allocate_zeroed(large_array);
  count = static_cast<unsigned>(large_array / sizeof(unsigned));
  void* touch_parameters[] = {&values, &count};
  driver.launch(driver.function(module, "touch"), {1024, 1, 256, 1}, touch_parameters);
  driver.synchronize();
  print_memory("large", small + large_array);
  return EXIT_SUCCESS;
}

int run_all(const std::string& library, const std::string& ptx_path) {
  const std::string text = read_file(ptx_path);
  gpu_emulator::MemoryTable::process().track_initialised(gpu_emulator::Settings::process().initcheck);
  const gpu_emulator::LoadResult loaded = gpu_emulator::load(text);
  if (const auto* const error = std::get_if<gpu_emulator::LoadError>(&loaded)) {
    throw std::runtime_error(ptx_path + ":" + std::to_string(error->line) + ": " + error->message);
  }
  const auto module = std::get<std::shared_ptr<const gpu_emulator::Module>>(loaded);
  std::printf("vector_width_%s 1\n", gpu_emulator::exec::form_table().isa);
  measure_matmul(module);
  measure_nbody(module);
  measure_driver(library, text);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace emulator_benchmark

int main(int count, char** arguments) {
  const bool memory = count == 4 && std::strcmp(arguments[1], "--memory") == 0;
  if (count != 3 && !memory) {
    std::fprintf(stderr, "usage: emulator_benchmark [--memory] LIBRARY KERNELS.ptx\n");
    return 2;
  }
  try {
    return memory ? emulator_benchmark::measure_memory(arguments[2], arguments[3])
                  : emulator_benchmark::run_all(arguments[1], arguments[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "emulator_benchmark: %s\n", error.what());
    return EXIT_FAILURE;
  }
}
