#include "state.hpp"

#include <algorithm>

namespace fake {

Driver& state() {
  static Driver* const driver = [] {
    auto* made = new Driver;
    made->reset();
    return made;
  }();
  return *driver;
}

gpu::Status enter(const char* call) {
  Driver& driver = state();
  if (driver.quiet.load(std::memory_order_relaxed)) return gpu::Status::success;
  const std::lock_guard lock(driver.mutex);
  driver.calls.emplace_back(call);
  const auto failure = driver.failures.find(call);
  if (failure == driver.failures.end() || failure->second.times == 0) return gpu::Status::success;
  if (failure->second.after > 0) {
    --failure->second.after;
    return gpu::Status::success;
  }
  --failure->second.times;
  return failure->second.status;
}

std::vector<CUcontext>& current_contexts() {
  thread_local std::vector<CUcontext> contexts;
  return contexts;
}

CUcontext current_context() {
  const auto& contexts = current_contexts();
  return contexts.empty() ? nullptr : contexts.back();
}

CUstream stream_of(CUstream stream) {
  const auto number = reinterpret_cast<std::uintptr_t>(stream);
  return number < 3 ? &state().default_streams[number == 2 ? 2 : 1] : stream;
}

void run_all(CUstream stream) {
  while (!stream->work.empty()) {
    stream->work.front()();
    stream->work.pop_front();
  }
}

int Driver::count(const std::string& call) const {
  return static_cast<int>(std::count(calls.begin(), calls.end(), call));
}

void Driver::reset(int count) {
  using gpu::DeviceAttribute;
  version = 13000;
  devices.assign(static_cast<std::size_t>(count), Device{});
  for (Device& device : devices) {
    device.attributes = {
        {DeviceAttribute::max_threads_per_block, 1024},
        {DeviceAttribute::max_block_dim_x, 1024},
        {DeviceAttribute::max_block_dim_y, 1024},
        {DeviceAttribute::max_block_dim_z, 64},
        {DeviceAttribute::max_grid_dim_x, 2147483647},
        {DeviceAttribute::max_grid_dim_y, 65535},
        {DeviceAttribute::max_grid_dim_z, 65535},
        {DeviceAttribute::max_shared_memory_per_block, 49152},
        {DeviceAttribute::max_shared_memory_per_block_optin, 232448},
        {DeviceAttribute::multiprocessor_count, 4},
        {DeviceAttribute::warp_size, 32},
        {DeviceAttribute::compute_capability_major, 9},
        {DeviceAttribute::compute_capability_minor, 0},
        {DeviceAttribute::cooperative_launch, 1},
        {DeviceAttribute::cluster_launch, 1},
    };
  }
  kernels.clear();
  globals.clear();
  global_addresses.clear();
  hidden.clear();
  failures.clear();
  jit_log.clear();
  calls.clear();
  launches.clear();
  capturing = nullptr;
  captured.clear();
  memory.clear();
  allowed_shared.clear();
  misuses.clear();
  contexts.clear();
  streams.clear();
  for (CUstream_st& stream : default_streams) stream.work.clear();
  current_contexts().clear();
  quiet = false;
  quiet_launches = 0;
  loads = 0;
}

void Driver::destroy_primary(int device) {
  Device& one = devices[static_cast<std::size_t>(device)];
  if (one.primary != nullptr) one.primary->destroyed = true;
  one.primary = nullptr;
}

}  // namespace fake

extern "C" __attribute__((visibility("default"))) fake::Driver* fake_driver() { return &fake::state(); }
