// Launches with attributes go through cuLaunchKernelEx, others do not.
#include "fixture.hpp"

namespace {

using gpu::driver::LaunchAttributeId;

class LaunchAttributes : public Calls {
 protected:
  const std::vector<gpu::driver::LaunchAttribute>& launched(const gpu::LaunchConfig& config) {
    library.launch(config);
    return driver.launches.back().attributes;
  }

  gpu::Context context{gpu::Device{0}};
  FreshLibrary library;
};

TEST_F(LaunchAttributes, NoneByDefault) {
  library.launch({.grid = 1, .block = 1});
  library.launch({.grid = 1, .block = 1});
  EXPECT_EQ(driver.count("cuLaunchKernel"), 2);
  EXPECT_EQ(driver.count("cuLaunchKernelEx"), 0);
}

TEST_F(LaunchAttributes, Cooperative) {
  const auto& attributes = launched({.grid = 1, .block = 1, .cooperative = true});
  ASSERT_EQ(attributes.size(), 1U);
  EXPECT_EQ(attributes[0].id, LaunchAttributeId::cooperative);
  EXPECT_EQ(attributes[0].value.cooperative, 1);
}

TEST_F(LaunchAttributes, Cluster) {
  const auto& attributes = launched({.grid = {8, 4, 2}, .block = 1, .cluster = {4, 2, 1}});
  ASSERT_EQ(attributes.size(), 1U);
  EXPECT_EQ(attributes[0].id, LaunchAttributeId::cluster_dimension);
  EXPECT_EQ(attributes[0].value.cluster_dimension.x, 4U);
  EXPECT_EQ(attributes[0].value.cluster_dimension.y, 2U);
  EXPECT_EQ(attributes[0].value.cluster_dimension.z, 1U);
}

TEST_F(LaunchAttributes, PriorityAlsoZero) {
  const auto& attributes = launched({.grid = 1, .block = 1, .priority = 0});
  ASSERT_EQ(attributes.size(), 1U);
  EXPECT_EQ(attributes[0].id, LaunchAttributeId::priority);
  EXPECT_EQ(attributes[0].value.priority, 0);
}

TEST_F(LaunchAttributes, Combined) {
  const auto& attributes = launched({.grid = 2,
                                     .block = 1,
                                     .cooperative = true,
                                     .cluster = 2,
                                     .priority = -3,
                                     .programmatic_dependent_launch = true});
  ASSERT_EQ(attributes.size(), 4U);
  EXPECT_EQ(attributes[2].value.priority, -3);
  EXPECT_EQ(attributes[3].id, LaunchAttributeId::programmatic_stream_serialization);
  EXPECT_EQ(attributes[3].value.programmatic_stream_serialization, 1);
}

}  // namespace
