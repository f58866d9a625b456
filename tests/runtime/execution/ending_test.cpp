// GPU objects that outlive main: static objects, thread_local ones and singletons let go of the driver in
// peace, however the program ends. Each case is a process of its own.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <thread>

#include <gpu/gpu.hpp>

namespace {

struct Objects {
  gpu::Context context{gpu::Device{0}};
  gpu::Stream stream;
  gpu::Event event;
  gpu::DeviceBuffer<int> buffer = gpu::DeviceBuffer<int>::zeroed(4);
};

void use(Objects& objects) {
  objects.buffer.zero_async(objects.stream);
  objects.stream.record().synchronize();
}

/// What the end of the program still does with the driver, if its own objects are gone by then or not.
struct Singleton {
  std::unique_ptr<Objects> objects;
  static Singleton& instance() {
    static Singleton singleton;
    return singleton;
  }
  ~Singleton() { use(*objects); }
};

class Ending : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

void use_static() {
  static Objects objects;
  use(objects);
}

void use_thread_local() {
  thread_local Objects objects;
  use(objects);
}

TEST_F(Ending, AStaticObjectEndsWithExit) {
  EXPECT_EXIT((use_static(), std::exit(3)), testing::ExitedWithCode(3), "");
}

TEST_F(Ending, AThreadLocalObjectEndsWithExit) {
  EXPECT_EXIT((use_thread_local(), std::exit(3)), testing::ExitedWithCode(3), "");
}

TEST_F(Ending, AThreadLocalObjectEndsWithItsThread) {
  EXPECT_EXIT((std::thread(use_thread_local).join(), std::exit(3)), testing::ExitedWithCode(3), "");
}

TEST_F(Ending, ExitOnAThreadEndsStaticAndThreadLocalObjects) {
  EXPECT_EXIT(
      {
        use_static();
        std::thread([] {
          use_thread_local();
          std::exit(3);
        }).join();
      },
      testing::ExitedWithCode(3), "");
}

TEST_F(Ending, AStaticObjectMadeOnAThreadThatIsGone) {
  EXPECT_EXIT((std::thread(use_static).join(), std::exit(3)), testing::ExitedWithCode(3), "");
}

TEST_F(Ending, ADestructorThatStillWorks) {
  EXPECT_EXIT(
      {
        Singleton::instance().objects = std::make_unique<Objects>();
        use_thread_local();
        std::exit(3);
      },
      testing::ExitedWithCode(3), "");
}

TEST_F(Ending, AnObjectThatIsNeverDestroyed) {
  EXPECT_EXIT((use(*new Objects), std::exit(3)), testing::ExitedWithCode(3), "");
}

}  // namespace
