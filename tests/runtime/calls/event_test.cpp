#include <utility>

#include "fixture.hpp"

namespace {

class EventCalls : public Calls {
 protected:
  gpu::Context context{gpu::Device{0}};
};

TEST_F(EventCalls, MeasuresBetweenTwoMarks) {
  gpu::Event start;
  gpu::Event stop;
  start.record();
  stop.record();
  stop.synchronize();
  EXPECT_TRUE(stop.done());
  EXPECT_GT(stop.elapsed_ms_since(start), 0.0F);
  EXPECT_LT(start.elapsed_ms_since(stop), 0.0F);
}

TEST_F(EventCalls, SaysWhyThereIsNoTime) {
  gpu::Event start;
  gpu::Event stop({.timing = false});
  start.record();
  stop.record();
  expect_contains(message_of([&] { stop.elapsed_ms_since(start); }), {"recorded", ".timing = true"});
  driver.fail("cuEventElapsedTime", gpu::Status::not_ready);
  expect_contains(message_of([&] { stop.elapsed_ms_since(start); }), {"synchronize()"});
}

TEST_F(EventCalls, TakesOptions) {
  EXPECT_EQ(gpu::Event().handle()->flags, 0U);
  EXPECT_EQ(gpu::Event({.timing = false, .blocking_sync = true}).handle()->flags, 3U);
}

TEST_F(EventCalls, IsDestroyedOnce) {
  {
    gpu::Event first;
    gpu::Event second = std::move(first);
    first = std::move(second);
    EXPECT_THROW(second.handle(), gpu::Error);
  }
  EXPECT_EQ(driver.count("cuEventDestroy"), 1);
}

TEST_F(EventCalls, IsNotDoneBeforeItsWork) {
  gpu::Event event;
  driver.fail("cuEventQuery", gpu::Status::not_ready);
  EXPECT_FALSE(event.done());
  EXPECT_TRUE(event.done());
}

}  // namespace
