// A launch of a loaded kernel allocates nothing, takes no lock, and makes the driver's launch call alone.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cstdlib>

#include "fixture.hpp"
#include "stubs.hpp"

namespace {

std::atomic<int> allocations{0};
std::atomic<int> locks{0};

}  // namespace

// In place of the C library's, so that whatever the launch calls is counted.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}

extern "C" void* __libc_realloc(void* memory, std::size_t size);
extern "C" void* realloc(void* memory, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(memory, size);
}
extern "C" void* __libc_calloc(std::size_t count, std::size_t size);
extern "C" void* calloc(std::size_t count, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, size);
}

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) {
  using Lock = int (*)(pthread_mutex_t*);
  static const Lock lock = reinterpret_cast<Lock>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  locks.fetch_add(1, std::memory_order_relaxed);
  return lock(mutex);
}

namespace {

class FastPath : public Calls {
 protected:
  gpu::Context context{gpu::Device{0}};
};

TEST_F(FastPath, TheCountersCount) {
  int before = allocations;
  void* volatile memory = std::malloc(100);  // volatile, so that nothing is optimised away
  EXPECT_EQ(allocations, before + 1);
  memory = std::realloc(memory, 200);
  EXPECT_EQ(allocations, before + 2);
  std::free(memory);
  memory = std::calloc(10, 10);
  EXPECT_EQ(allocations, before + 3);
  std::free(memory);
  before = allocations;
  const gpu::detail::Text text = "the runtime's own messages";
  EXPECT_GT(allocations, before);
  const int locked = locks;
  gpu::Device::count();
  EXPECT_GT(locks, locked);
}

TEST_F(FastPath, AllocatesNothingAndTakesNoLock) {
  const gpu::Stream stream;
  const auto in = gpu::DeviceBuffer<float>::zeroed(1000);
  auto out = gpu::DeviceBuffer<float>::zeroed(1000);
  const std::uint32_t count = 1000;
  driver.quiet = true;
  stubs::scale({.grid = 4, .block = 256, .stream = stream}, in, out, count);
  const int allocated = allocations;
  const int locked = locks;
  for (int round = 0; round < 100; ++round) {
    stubs::scale({.grid = gpu::blocks_for(1000, 256), .block = 256, .stream = stream}, in, out, count);
  }
  EXPECT_EQ(allocations, allocated);
  EXPECT_EQ(locks, locked);
  EXPECT_EQ(driver.quiet_launches, 101U);
  driver.quiet = false;
}

TEST_F(FastPath, MakesTheLaunchCallAlone) {
  auto out = gpu::DeviceBuffer<float>::zeroed(1);
  driver.kernels["scale"].parameters = {8, 8, 4};
  stubs::scale({.grid = 1, .block = 1}, out, out, 1);
  driver.calls.clear();
  stubs::scale({.grid = 1, .block = 1}, out, out, 1);
  EXPECT_EQ(driver.calls, std::vector<std::string>{"cuLaunchKernel"});
}

}  // namespace
