/// Loads and stores of a warp take short cuts where the lanes' addresses lie regularly. Every pattern, under
/// every mask, gives what lane after lane gives.

#include "run_ptx.hpp"

#include <array>
#include <functional>
#include <utility>

namespace gpu_emulator::test {
namespace {

constexpr unsigned lanes = 32, words = 64;
constexpr unsigned untouched = 0xdeadbeef;

/// out[0..31] and out[32..63]: what the lanes loaded from global and shared memory; out[64..127] and
/// out[128..191]: global and shared memory after the lanes' stores.
const char* const text =
    ".visible .entry k(.param .u64 out, .param .u64 data, .param .u64 places, .param .u32 mask)\n{\n"
    "  .reg .b32 %r<12>;\n  .reg .b64 %rd<16>;\n  .reg .pred %p;\n"
    "  .shared .align 16 .b8 read[256];\n  .shared .align 16 .b8 written[256];\n"
    "  ld.param.u64 %rd1, [out];\n  ld.param.u64 %rd2, [data];\n  ld.param.u64 %rd3, [places];\n"
    "  ld.param.u32 %r1, [mask];\n  mov.u32 %r2, %tid.x;\n"
    "  mul.wide.u32 %rd4, %r2, 4;\n  add.u64 %rd5, %rd1, %rd4;\n  add.u64 %rd6, %rd2, %rd4;\n"
    "  add.u64 %rd7, %rd3, %rd4;\n  ld.global.u32 %r3, [%rd7];\n  cvt.u32.u64 %r4, %rd4;\n"
    "  ld.global.u32 %r5, [%rd6];\n  st.shared.u32 [read+0], 0;\n  mov.u32 %r6, read;\n  add.u32 %r6, %r6, "
    "%r4;\n"
    "  mov.u32 %r7, written;\n  add.u32 %r7, %r7, %r4;\n  bar.warp.sync -1;\n"
    "  st.shared.u32 [%r6], %r5;\n  ld.global.u32 %r5, [%rd6+128];\n  st.shared.u32 [%r6+128], %r5;\n"
    "  st.shared.u32 [%r7], 0;\n  st.shared.u32 [%r7+128], 0;\n  bar.warp.sync -1;\n"
    "  shr.u32 %r8, %r1, %r2;\n  and.b32 %r8, %r8, 1;\n  setp.ne.u32 %p, %r8, 0;\n"
    "  mul.wide.u32 %rd8, %r3, 4;\n  add.u64 %rd9, %rd2, %rd8;\n  add.u64 %rd10, %rd1, %rd8;\n"
    "  cvt.u32.u64 %r8, %rd8;\n  mov.u32 %r9, read;\n  add.u32 %r9, %r9, %r8;\n"
    "  mov.u32 %r10, written;\n  add.u32 %r10, %r10, %r8;\n"
    "  mov.u32 %r5, 0xdeadbeef;\n  @%p ld.global.u32 %r5, [%rd9];\n  st.global.u32 [%rd5], %r5;\n"
    "  mov.u32 %r5, 0xdeadbeef;\n  @%p ld.shared.u32 %r5, [%r9];\n  st.global.u32 [%rd5+128], %r5;\n"
    "  add.u32 %r11, %r2, 100;\n  @%p st.global.u32 [%rd10+256], %r11;\n  @%p st.shared.u32 [%r10], %r11;\n"
    "  bar.warp.sync -1;\n  ld.shared.u32 %r5, [%r7];\n  st.global.u32 [%rd5+512], %r5;\n"
    "  ld.shared.u32 %r5, [%r7+128];\n  st.global.u32 [%rd5+640], %r5;\n  ret;\n}\n";

using Places = std::array<unsigned, lanes>;

Places places(const std::function<unsigned(unsigned)>& of_lane) {
  Places result{};
  for (unsigned i = 0; i < lanes; ++i) result[i] = of_lane(i) % words;
  return result;
}

const std::vector<std::pair<const char*, Places>>& patterns() {
  static const std::vector<std::pair<const char*, Places>> all = {
      {"contiguous", places([](unsigned i) { return i + 3; })},
      {"uniform", places([](unsigned) { return 5u; })},
      {"two rows", places([](unsigned i) { return i % 16 + (i < 16 ? 0 : 40); })},
      {"the same row twice", places([](unsigned i) { return i % 16 + 7; })},
      {"rows that overlap", places([](unsigned i) { return i % 16 + (i < 16 ? 8 : 0); })},
      {"one value a row", places([](unsigned i) { return i < 16 ? 9u : 33u; })},
      {"a row and one value", places([](unsigned i) { return i < 16 ? i : 20u; })},
      {"one value and a row", places([](unsigned i) { return i < 16 ? 20u : i; })},
      {"rows of eight", places([](unsigned i) { return i % 8 + i / 8 * 13; })},
      {"backwards", places([](unsigned i) { return 40 - i; })},
      {"every other", places([](unsigned i) { return 2 * i; })},
      {"scattered", places([](unsigned i) { return i * 37 + i * i * 11; })},
      {"one lane apart in the first row", places([](unsigned i) { return i == 7 ? 60 : i; })},
      {"one lane apart in the second row", places([](unsigned i) { return i == 23 ? 60 : i; })},
  };
  return all;
}

void check(const char* name, const Places& where, unsigned mask,
           const std::shared_ptr<const Module>& module) {
  Array<unsigned> out(192), data(words), index(lanes);
  for (unsigned i = 0; i < words; ++i) data[i] = 1000 + i * i;
  for (unsigned i = 0; i < 192; ++i) out[i] = 0;
  for (unsigned i = 0; i < lanes; ++i) index[i] = where[i];
  const Outcome outcome =
      run_module(module, Parameters(out.address(), data.address(), index.address(), mask));
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  std::array<unsigned, words> stored{};
  for (unsigned i = 0; i < lanes; ++i) {
    const bool takes_part = (mask >> i & 1) != 0;
    const unsigned loaded = takes_part ? 1000 + where[i] * where[i] : untouched;
    EXPECT_EQ(out[i], loaded) << name << ", mask " << mask << ", global load of lane " << i;
    EXPECT_EQ(out[lanes + i], loaded) << name << ", mask " << mask << ", shared load of lane " << i;
    if (takes_part) stored[where[i]] = 100 + i;
  }
  for (unsigned i = 0; i < words; ++i) {
    EXPECT_EQ(out[64 + i], stored[i]) << name << ", mask " << mask << ", global word " << i;
    EXPECT_EQ(out[128 + i], stored[i]) << name << ", mask " << mask << ", shared word " << i;
  }
}

TEST(AccessPattern, ShortCutsGiveWhatLaneAfterLaneGives) {
  const auto module = load_or_fail(text);
  ASSERT_NE(module, nullptr);
  for (const auto& [name, where] : patterns()) {
    for (const unsigned mask : {0xffffffffu, 0x0000ffffu, 0xffff0000u, 0xaaaaaaaau, 0x00010000u, 0x80000001u,
                                0x7fffffffu, 0xfffffffeu, 0u}) {
      check(name, where, mask, module);
    }
  }
}

}  // namespace
}  // namespace gpu_emulator::test
