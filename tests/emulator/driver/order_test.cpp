// Random work over many streams, ordered by events alone, gives what the same work gives one after another.
#include <random>
#include <vector>

#include "fixture.hpp"

namespace driver_test {
namespace {

class OrderTest : public WithContext {
 protected:
  static constexpr unsigned words = 12;

  /// What happened to one word last: the event of its writer, and of those who read it since.
  struct History {
    CUevent writer = nullptr;
    std::vector<CUevent> readers;
  };

  CUevent record(CUstream stream) {
    CUevent event = nullptr;
    DRIVER_TEST_MUST(CU(cuEventCreate)(&event, CU_EVENT_DISABLE_TIMING));
    DRIVER_TEST_MUST(CU(cuEventRecord)(event, stream));
    events.push_back(event);
    return event;
  }

  static void wait(CUstream stream, CUevent event) {
    if (event != nullptr) DRIVER_TEST_MUST(CU(cuStreamWaitEvent)(stream, event, 0));
  }

  /// Does one random operation in a stream and in the model.
  void step(std::mt19937& random, CUstream stream) {
    const auto draw = [&] { return static_cast<unsigned>(random()); };
    const unsigned target = draw() % words, source = draw() % words;
    const unsigned kind = draw() % 4;
    const unsigned value = draw();
    wait(stream, history[target].writer);
    for (CUevent reader : history[target].readers) wait(stream, reader);
    const CUdeviceptr to = base + 4 * target, from = base + 4 * source;
    if (kind == 0) {
      DRIVER_TEST_MUST(CU(cuMemsetD32Async)(to, value, 1, stream));
      model[target] = value;
    } else if (kind == 1 && source != target) {
      wait(stream, history[source].writer);
      DRIVER_TEST_MUST(CU(cuMemcpyDtoDAsync)(to, from, 4, stream));
      model[target] = model[source];
    } else {
      unsigned times = 1 + value % 50;
      CUdeviceptr out = to;
      void* parameters[] = {&out, &times};
      DRIVER_TEST_MUST(CU(cuLaunchKernel)(increment, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr));
      model[target] += times;
    }
    CUevent done = record(stream);
    history[target] = {done, {}};
    if (kind == 1 && source != target) history[source].readers.push_back(done);
  }

  CUfunction increment = nullptr;
  CUdeviceptr base = 0;
  std::vector<unsigned> model = std::vector<unsigned>(words);
  std::vector<History> history = std::vector<History>(words);
  std::vector<CUevent> events;
};

TEST_F(OrderTest, RandomWorkGivesTheSequentialResult) {
  increment = function("increment");
  base = memory(4 * words);
  std::vector<CUstream> streams = {nullptr, CU_STREAM_PER_THREAD};
  for (unsigned i = 0; i < 6; ++i) streams.push_back(make_stream(i % 2 == 0 ? CU_STREAM_NON_BLOCKING : 0));
  for (unsigned seed = 1; seed <= 4; ++seed) {
    std::mt19937 random(seed);
    std::fill(model.begin(), model.end(), 0u);
    std::fill(history.begin(), history.end(), History{});
    DRIVER_TEST_MUST(CU(cuMemsetD32)(base, 0, words));
    DRIVER_TEST_MUST(CU(cuCtxSynchronize)());
    for (int i = 0; i < 400; ++i) {
      step(random, streams[random() % streams.size()]);
      // Now and then someone waits, which may make that thread run other streams' work.
      if (random() % 32 == 0) DRIVER_TEST_MUST(CU(cuStreamSynchronize)(streams[random() % streams.size()]));
    }
    DRIVER_TEST_MUST(CU(cuCtxSynchronize)());
    std::vector<unsigned> got(words);
    DRIVER_TEST_MUST(CU(cuMemcpyDtoH)(got.data(), base, 4 * words));
    EXPECT_EQ(got, model) << "seed " << seed;
    for (CUevent event : events) EXPECT_CU(CUDA_SUCCESS, CU(cuEventDestroy)(event));
    events.clear();
  }
}

}  // namespace
}  // namespace driver_test
