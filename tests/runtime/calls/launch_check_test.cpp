// Configurations that are refused before the driver is asked, and what is said.
#include "fixture.hpp"

namespace {

class LaunchCheck : public Calls {
 protected:
  void refused(const gpu::LaunchConfig& config, std::initializer_list<const char*> fragments,
               const gpu::LaunchContract& contract = {}) {
    for (int round = 0; round < 2; ++round) {  // before and after the kernel is loaded
      try {
        library.launch(config, contract);
        ADD_FAILURE() << "launched";
      } catch (const gpu::Error& error) {
        expect_contains(error.what(), {"cannot launch scale {grid "});
        expect_contains(error.what(), fragments);
        EXPECT_STREQ(error.kernel(), "scale");
      }
      EXPECT_EQ(driver.count("cuLaunchKernel") + driver.count("cuLaunchKernelEx"), launched);
      library.launch({.grid = 1, .block = 1});
      ++launched;
    }
  }

  void accepted(const gpu::LaunchConfig& config, const gpu::LaunchContract& contract = {}) {
    library.launch(config, contract);
    ++launched;
  }

  gpu::Context context{gpu::Device{0}};
  FreshLibrary library;
  int launched = 0;
};

TEST_F(LaunchCheck, ZeroAndNegativeDimensions) {
  refused({.grid = 0, .block = 32}, {"grid.x is 0; it must be at least 1", "nothing to do"});
  refused({.grid = {1, 0}, .block = 32}, {"grid.y is 0"});
  refused({.grid = {1, 1, -3}, .block = 32}, {"grid.z is -3; it must be at least 1"});
  refused({.grid = 1, .block = 0}, {"block.x is 0; it must be at least 1"});
  refused({.grid = 1, .block = {32, -1}}, {"block.y is -1"});
  refused({.grid = 1, .block = {32, 1, 0}}, {"block.z is 0"});
}

TEST_F(LaunchCheck, NumbersThatDoNotFitADimensionAreNotCut) {
  refused({.grid = (std::uint64_t{1} << 32) + 1, .block = 32},
          {"grid.x is 4294967297; the limit of device 0 (Fake Device) is 2147483647"});
  refused({.grid = ~std::uint64_t{0}, .block = 32}, {"grid.x is 9223372036854775807"});
  refused({.grid = 1, .block = std::int64_t{1} << 40}, {"block.x is 1099511627776; the limit of device 0"});
}

TEST_F(LaunchCheck, DeviceLimits) {
  refused({.grid = {1, 65536}, .block = 1},
          {"grid.y is 65536; the limit of device 0 (Fake Device) is 65535"});
  refused({.grid = {1, 1, 65536}, .block = 1}, {"grid.z is 65536"});
  refused({.grid = 1, .block = 1025}, {"block.x is 1025; the limit of device 0 (Fake Device) is 1024"});
  refused({.grid = 1, .block = {1, 1, 65}}, {"block.z is 65; the limit of device 0 (Fake Device) is 64"});
  refused({.grid = 1, .block = {32, 33}},
          {"block has 1056 threads; the limit of device 0 (Fake Device) is 1024"});
  accepted({.grid = {2147483647, 65535, 65535}, .block = {16, 1, 64}});
  accepted({.grid = 1, .block = 1024});
}

TEST_F(LaunchCheck, ADeviceWithHigherLimitsIsAskedItself) {
  driver.devices[0].attributes[gpu::DeviceAttribute::max_grid_dim_y] = 100000;
  accepted({.grid = {1, 65536}, .block = 1});
  accepted({.grid = {1, 65536}, .block = 1});
  EXPECT_EQ(driver.launches.back().grid[1], 65536U);
}

TEST_F(LaunchCheck, LaunchBounds) {
  const gpu::LaunchContract bounds{.max_threads = 128};
  accepted({.grid = 1, .block = 128}, bounds);
  accepted({.grid = 1, .block = {8, 16}}, bounds);
  refused({.grid = 1, .block = 129},
          {"block has 129 threads; the kernel's limit is 128 (its __launch_bounds__)"}, bounds);
  refused({.grid = 1, .block = {16, 16}}, {"block has 256 threads; the kernel's limit is 128"}, bounds);
}

TEST_F(LaunchCheck, RequiredBlock) {
  const gpu::LaunchContract only{.required_block = {16, 8, 1}};
  accepted({.grid = 1, .block = {16, 8}}, only);
  accepted({.grid = 1, .block = {16, 8}}, only);
  refused({.grid = 1, .block = 128},
          {"block is 128 x 1 x 1; the kernel was compiled for blocks of 16 x 8 x 1 only"}, only);
}

TEST_F(LaunchCheck, CompiledCluster) {
  const gpu::LaunchContract clustered{.cluster = {2, 1, 1}};
  accepted({.grid = 4, .block = 32}, clustered);
  accepted({.grid = 4, .block = 32}, clustered);
  accepted({.grid = 4, .block = 32, .cluster = 2}, clustered);
  EXPECT_TRUE(driver.launches.back().attributes.empty()) << "the image says it already";
  refused({.grid = 3, .block = 32}, {"grid.x is 3; it must be a multiple of the cluster's 2"}, clustered);
  refused({.grid = 4, .block = 32, .cluster = 4},
          {"cluster is 4 x 1 x 1; the kernel was compiled for clusters of 2 x 1 x 1"}, clustered);
}

TEST_F(LaunchCheck, RequestedCluster) {
  refused({.grid = 4, .block = 32, .cluster = {2, 0, 1}}, {"cluster.y is 0; it must be at least 1"});
  refused({.grid = {4, 3}, .block = 32, .cluster = {2, 2}},
          {"grid.y is 3; it must be a multiple of the cluster's 2"});
  driver.devices[0].attributes[gpu::DeviceAttribute::cluster_launch] = 0;
  refused({.grid = 4, .block = 32, .cluster = 2},
          {"clusters need compute capability 9.0", "device 0 (Fake Device)"});
}

TEST_F(LaunchCheck, CooperativeLaunchesWhereTheDeviceHasNone) {
  driver.devices[0].attributes[gpu::DeviceAttribute::cooperative_launch] = 0;
  refused({.grid = 4, .block = 32, .cooperative = true}, {"does not support cooperative launches"});
}

TEST_F(LaunchCheck, SharedMemoryOverTheDevicesMaximum) {
  driver.kernels["scale"].attributes[gpu::driver::FunctionAttribute::shared_size_bytes] = 1024;
  refused({.grid = 1, .block = 32, .shared_bytes = 231425},
          {"shared_bytes is 231425; the limit is 231424 on device 0 (Fake Device)",
           "232448, less 1024 that the kernel declares"});
  refused({.grid = 1, .block = 32, .shared_bytes = std::size_t{1} << 33}, {"shared_bytes is 8589934592"});
  accepted({.grid = 1, .block = 32, .shared_bytes = 231424});
}

TEST_F(LaunchCheck, SharedMemoryIsOptedInByItselfAndOnlyRises) {
  accepted({.grid = 1, .block = 32, .shared_bytes = 49152});
  EXPECT_TRUE(driver.allowed_shared["scale"].empty()) << "48 KiB needs no opt-in";
  accepted({.grid = 1, .block = 32, .shared_bytes = 49153});
  accepted({.grid = 1, .block = 32, .shared_bytes = 100000});
  accepted({.grid = 1, .block = 32, .shared_bytes = 60000});
  accepted({.grid = 1, .block = 32, .shared_bytes = 100000});
  EXPECT_EQ(driver.allowed_shared["scale"], (std::vector<int>{49153, 100000}));
}

TEST_F(LaunchCheck, StaticSharedMemoryCounts) {
  driver.kernels["scale"].attributes[gpu::driver::FunctionAttribute::shared_size_bytes] = 40000;
  accepted({.grid = 1, .block = 32, .shared_bytes = 9152});
  EXPECT_TRUE(driver.allowed_shared["scale"].empty());
  accepted({.grid = 1, .block = 32, .shared_bytes = 9153});
  EXPECT_EQ(driver.allowed_shared["scale"].size(), 1U);
}

TEST_F(LaunchCheck, AnAllowanceThatOtherCodeRaisedIsKept) {
  accepted({.grid = 1, .block = 32});
  driver.kernels["scale"].attributes[gpu::driver::FunctionAttribute::max_dynamic_shared_size_bytes] = 200000;
  accepted({.grid = 1, .block = 32, .shared_bytes = 150000});
  EXPECT_EQ(driver.allowed_shared["scale"], (std::vector<int>{200000})) << "never lowered";
}

TEST_F(LaunchCheck, AnotherDeviceIsOptedInWhenItRefuses) {
  accepted({.grid = 1, .block = 32, .shared_bytes = 100000});
  driver.kernels["scale"].attributes.clear();  // as on a device where nothing was raised yet
  library.launch({.grid = 1, .block = 32, .shared_bytes = 100000});
  EXPECT_EQ(driver.launches.size(), 2U);
  EXPECT_EQ(driver.allowed_shared["scale"], (std::vector<int>{100000, 100000}));
}

TEST_F(LaunchCheck, ClustersOverTheDevicesMaximum) {
  accepted({.grid = 64, .block = 32, .cluster = 8});
  EXPECT_EQ(driver.count("cuOccupancyMaxPotentialClusterSize"), 0);
  accepted({.grid = {64, 4}, .block = 32, .cluster = {4, 4}});
  EXPECT_EQ(
      driver.kernels["scale"].attributes[gpu::driver::FunctionAttribute::non_portable_cluster_size_allowed],
      1);
  refused({.grid = 64, .block = 32, .cluster = 32},
          {"cluster has 32 blocks; the limit for this launch is 16 on device 0 (Fake Device)"});
}

TEST_F(LaunchCheck, AFailingQuestionIsAnErrorAndNoDeadlock) {
  // The first question about the kernel is its static shared memory, the next what was allowed, under the
  // library's lock.
  driver.fail("cuKernelGetAttribute", gpu::Status::illegal_address, 1, 1);
  expect_contains(message_of([&] { library.launch({.grid = 1, .block = 32, .shared_bytes = 100000}); }),
                  {"cuKernelGetAttribute", "CUDA_ERROR_ILLEGAL_ADDRESS", "scale"});
  accepted({.grid = 1, .block = 32, .shared_bytes = 100000});
}

TEST_F(LaunchCheck, QuestionsAreNotCalledLaunches) {
  const gpu::detail::EntryOperations& ask = library.entry.operations();
  const gpu::LaunchContract bounds{.max_threads = 128};
  const auto blocks = [&](const gpu::LaunchContract& contract) {
    ask.max_active_blocks(library.entry, contract, 256, 0);
  };
  EXPECT_NO_THROW(blocks({}));
  const std::string message = message_of([&] { blocks(bounds); });
  expect_contains(message, {"cannot answer for scale", "block has 256 threads; the kernel's limit is 128"});
  EXPECT_EQ(message.find("launch scale"), std::string::npos);
  expect_contains(message_of([&] { ask.suggested_block(library.entry, {}, std::size_t{1} << 30); }),
                  {"cannot answer for scale",
                   "shared_bytes is 1073741824; the limit is 232448 on device 0 (Fake Device)"});
}

TEST_F(LaunchCheck, TheMessageShowsTheWholeConfiguration) {
  const gpu::Stream stream;
  refused({.grid = {7, 2},
           .block = 0,
           .shared_bytes = 12,
           .stream = stream,
           .cooperative = true,
           .cluster = 2,
           .priority = -1,
           .programmatic_dependent_launch = true},
          {"{grid 7 x 2 x 1, block 0 x 1 x 1, shared_bytes 12, stream 0x",
           ", cooperative, cluster 2 x 1 x 1, priority -1, programmatic_dependent_launch}"});
}

}  // namespace
