// The same calls from many threads at once, under the race detector. The recording driver is quiet here: its
// own lock would order the threads and hide races.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gpu/gpu.hpp>
#include <gpu/reload.hpp>

#include "../calls/stubs.hpp"
#include "../fake_driver/load.hpp"
#include "../image_folder.hpp"

namespace {

fake::Driver& quiet_driver() {
  fake::Driver& driver = fake::load_driver();
  driver.quiet = true;
  return driver;
}

template <class Action>
void on_threads(int count, Action&& action) {
  std::atomic<int> waiting{count};
  std::vector<std::thread> threads;
  for (int index = 0; index < count; ++index) {
    threads.emplace_back([&] {
      waiting.fetch_sub(1);
      while (waiting.load() > 0) std::this_thread::yield();
      action();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Threads, FirstUseOpensTheDriverAndLoadsTheLibraryOnce) {
  fake::Driver& driver = quiet_driver();
  const int loads = driver.loads;
  on_threads(8, [] {
    const gpu::Context context{gpu::Device{0}};
    for (int round = 0; round < 100; ++round) {
      stubs::nothing({.grid = 1, .block = 1});
      stubs::scale({.grid = 1, .block = 32}, nullptr, nullptr, 1);
    }
  });
  EXPECT_EQ(driver.loads - loads, 1);
  EXPECT_EQ(driver.quiet_launches.load(), 1600U);
}

TEST(Threads, RaiseTheSharedMemoryAllowanceTogether) {
  quiet_driver();
  on_threads(8, [] {
    const gpu::Context context{gpu::Device{0}};
    for (std::size_t bytes = 40000; bytes < 200000; bytes += 10000) {
      stubs::nothing({.grid = 1, .block = 1, .shared_bytes = bytes});
    }
  });
}

TEST(Threads, LaunchesGoOnWhileImagesAreReloaded) {
  quiet_driver();
  const std::string text = ".version 9.0\n.target sm_75\n";
  const std::string entries = ".entry scale() {}\n.entry mixed() {}\n.entry nothing() {}\n";
  const ImageFolder folder("stubs");
  folder.write(0, text + entries);
  const gpu::Context first{gpu::Device{0}};
  stubs::nothing({.grid = 1, .block = 1});  // loads it: each edit below is then an exchange
  std::atomic<bool> done{false};
  std::atomic<int> swapped{0};
  std::thread editor([&] {
    const gpu::Context context{gpu::Device{0}};
    for (int edit = 0; edit < 50; ++edit) {
      folder.write(0, text + "// edit " + std::to_string(edit) + "\n" + entries);
      swapped += static_cast<int>(gpu::reload(stubs::library));
    }
    done = true;
  });
  on_threads(4, [&] {
    const gpu::Context context{gpu::Device{0}};
    while (!done) stubs::nothing({.grid = 1, .block = 1, .shared_bytes = 60000});
  });
  editor.join();
  EXPECT_EQ(swapped, 50);
}

TEST(Threads, ErrorsAreCopiedBetweenThreads) {
  const gpu::Error error(gpu::Status::unknown, "call", "message");
  on_threads(8, [&] {
    for (int round = 0; round < 1000; ++round) {
      const gpu::Error copy = error;
      ASSERT_STREQ(copy.what(), "message");
    }
  });
}

}  // namespace
