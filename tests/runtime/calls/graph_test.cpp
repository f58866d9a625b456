#include <stdexcept>
#include <vector>

#include "fixture.hpp"

namespace {

class GraphCalls : public Calls {
 protected:
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  FreshLibrary library;
};

TEST_F(GraphCalls, RecordsAndLaunches) {
  const gpu::Graph graph = gpu::Graph::capture(stream, [&] {
    library.launch({.grid = 1, .block = 32, .stream = stream});
    library.launch({.grid = 2, .block = 64, .stream = stream});
  });
  EXPECT_TRUE(driver.launches.empty()) << "nothing runs while it is recorded";
  EXPECT_EQ(graph.node_count(), 2U);
  graph.launch(stream);
  graph.launch(stream);
  ASSERT_EQ(driver.launches.size(), 4U);
  EXPECT_EQ(driver.launches[1].block[0], 64U);
}

TEST_F(GraphCalls, KernelsMayBeLoadedAndOptedInWhileRecording) {
  const gpu::Graph graph = gpu::Graph::capture(
      stream, [&] { library.launch({.grid = 1, .block = 32, .shared_bytes = 100000, .stream = stream}); });
  EXPECT_EQ(graph.node_count(), 1U);
  EXPECT_EQ(driver.count("cuLibraryLoadData"), 1);
}

TEST_F(GraphCalls, RefusesWhatCannotBeRecorded) {
  library.launch({.grid = 1, .block = 32, .stream = stream});
  expect_contains(message_of([&] {
                    static_cast<void>(gpu::Graph::capture(
                        stream, [&] { static_cast<void>(gpu::DeviceBuffer<int>::zeroed(4)); }));
                  }),
                  {"cuMemAlloc", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "being captured into a graph"});
  EXPECT_EQ(driver.capturing, nullptr) << "the capture was ended";
  library.launch({.grid = 1, .block = 32, .stream = stream});
  EXPECT_EQ(driver.launches.size(), 2U);
}

TEST_F(GraphCalls, EndsTheCaptureWhenTheWorkThrows) {
  EXPECT_THROW(static_cast<void>(gpu::Graph::capture(stream, [] { throw std::runtime_error("mine"); })),
               std::runtime_error);
  EXPECT_EQ(driver.capturing, nullptr);
  EXPECT_EQ(driver.count("cuGraphDestroy"), 1);
}

TEST_F(GraphCalls, MovesWithoutASecondDestruction) {
  {
    gpu::Graph first =
        gpu::Graph::capture(stream, [&] { library.launch({.grid = 1, .block = 1, .stream = stream}); });
    gpu::Graph second = std::move(first);
    EXPECT_THROW(first.launch(stream), gpu::Error);
    first = std::move(second);
    first.launch(stream);
  }
  EXPECT_EQ(driver.count("cuGraphExecDestroy"), 1);
  EXPECT_EQ(driver.count("cuGraphDestroy"), 1);
}

}  // namespace
