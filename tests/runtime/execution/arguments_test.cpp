// What a kernel receives is what the stub was given.
#include "fixture.hpp"

namespace {

TEST_F(Execution, EveryKindOfArgumentArrives) {
  // Neighbours of the record are poisoned: a write beside it would show.
  std::vector<shared::Received> host(3);
  std::fill_n(reinterpret_cast<unsigned char*>(host.data()), 3 * sizeof(shared::Received),
              static_cast<unsigned char>(0xa5));
  auto buffer = gpu::DeviceBuffer<shared::Received>::from(host);
  const shared::Mixed mixed{'m', -2.25, -300, {0.5F, 1.5F, -2.5F}};
  runtime_kernels::shared::receive(
      {.grid = 1, .block = 1, .stream = stream}, buffer.device_ptr() + 1, true, 'c', std::int8_t{-100},
      std::uint8_t{200}, std::int16_t{-30000}, std::uint16_t{60000}, -2000000000, 4000000000U,
      -9000000000000000000LL, 18000000000000000000ULL, 1.25F, -0.1, shared::Mode::product, mixed, buffer);
  stream.synchronize();
  buffer.copy_to(host);
  const shared::Received& got = host[1];
  EXPECT_EQ(got.flag, true);
  EXPECT_EQ(got.character, 'c');
  EXPECT_EQ(got.int8, -100);
  EXPECT_EQ(got.uint8, 200);
  EXPECT_EQ(got.int16, -30000);
  EXPECT_EQ(got.uint16, 60000);
  EXPECT_EQ(got.int32, -2000000000);
  EXPECT_EQ(got.uint32, 4000000000U);
  EXPECT_EQ(got.int64, -9000000000000000000LL);
  EXPECT_EQ(got.uint64, 18000000000000000000ULL);
  EXPECT_EQ(got.single, 1.25F);
  EXPECT_EQ(got.twice, -0.1);
  EXPECT_EQ(got.mode, shared::Mode::product);
  EXPECT_EQ(got.mixed.tag, 'm');
  EXPECT_EQ(got.mixed.weight, -2.25);
  EXPECT_EQ(got.mixed.small, -300);
  EXPECT_EQ(got.mixed.values[2], -2.5F);
  EXPECT_EQ(got.address, buffer.device_ptr().address());
  for (const std::size_t neighbour : {std::size_t{0}, std::size_t{2}}) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(&host[neighbour]);
    for (std::size_t i = 0; i < sizeof(shared::Received); ++i)
      ASSERT_EQ(bytes[i], 0xa5) << "byte " << i << " of " << neighbour;
  }
}

TEST_F(Execution, GridAndBlockHaveTheirThreeDimensions) {
  struct Place {
    unsigned x, y, z;
  };
  static_assert(sizeof(Place) == sizeof(uint3));
  auto buffer = gpu::DeviceBuffer<uint3>::zeroed(2 * 3 * 2 * 4 * 2 * 3);
  runtime_kernels::places({.grid = {2, 3, 2}, .block = {4, 2, 3}, .stream = stream}, buffer);
  stream.synchronize();
  std::vector<std::vector<std::vector<int>>> seen(6, std::vector<std::vector<int>>(6, std::vector<int>(8)));
  for (const uint3& place : host_copy(buffer)) ++seen.at(place.z).at(place.y).at(place.x);
  for (const auto& plane : seen) {
    for (const auto& row : plane) EXPECT_EQ(row, std::vector<int>(8, 1));
  }
}

TEST_F(Execution, AddressesInsideABufferWork) {
  auto values = gpu::DeviceBuffer<int>::zeroed(10);
  runtime_kernels::increment({.grid = 1, .block = 32, .stream = stream}, values.device_ptr() + 4, 3);
  stream.synchronize();
  EXPECT_EQ(host_copy(values), (std::vector<int>{0, 0, 0, 0, 1, 1, 1, 0, 0, 0}));
}

}  // namespace
