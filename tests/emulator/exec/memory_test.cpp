/// Loads, stores, spaces, atomics, printf.

#include "run_ptx.hpp"

namespace gpu_emulator::test {
namespace {

TEST(Memory, NarrowLoadsExtendByTheirSign) {
  Array<unsigned> out(32);
  for (unsigned i = 0; i < 32; ++i) out[i] = 0x80ff7f81u + i;
  const std::string text = kernel(
      "\tld.global.s8 %r1, [%out];\n\tld.global.u8 %r2, [%out];\n\tld.global.s16 %r3, [%out+2];\n\tadd.u32 "
      "%r1, %r1, %r2;\n\tadd.u32 %r1, %r1, %r3;\n\tst.global.u32 [%out], %r1;");
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned value = 0x80ff7f81u + i;
    EXPECT_EQ(out[i], unsigned(int(static_cast<signed char>(value & 255))) + (value & 255) +
                          unsigned(int(static_cast<short>(value >> 16))));
  }
}

TEST(Memory, GenericAddressesMayDifferInSpaceFromLaneToLane) {
  Array<unsigned> out(32);
  const std::string text = kernel(
      "\t.shared .align 4 .b8 s[128];\n\t.local .align 4 .b8 l[8];\n\tmov.u64 %rd1, s;\n\tcvta.shared.u64 "
      "%rd1, %rd1;\n\tmad.wide.u32 %rd1, %t, 4, %rd1;\n\tmov.u64 %rd2, l;\n\tcvta.local.u64 %rd2, %rd2;\n"
      "\trem.u32 %r1, %t, 3;\n\tsetp.eq.u32 %p1, %r1, 0;\n\tsetp.eq.u32 %p2, %r1, 1;\n\tselp.b64 %rd3, %rd1, "
      "%out, %p1;\n\tselp.b64 %rd3, %rd2, %rd3, %p2;\n"
      "\tadd.u32 %r2, %t, 500;\n\tst.u32 [%rd3], %r2;\n\tld.u32 %r3, [%rd3];\n\tst.global.u32 [%out], %r3;");
  const Outcome outcome = run_text(text, Parameters(out.address()));
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], 500 + i);
}

TEST(Memory, VariablesAndTheirInitialisers) {
  Array<unsigned> out(32);
  const std::string text = kernel(
      "\tld.global.u64 %rd1, [pointer];\n\tld.u32 %r1, [%rd1+4];\n\tld.const.f32 %f1, "
      "[half];\n\tcvt.rni.u32.f32 %r2, %f1;\n\tadd.u32 %r1, %r1, %r2;\n\tst.global.u32 [%out], %r1;",
      ".global .align 4 .u32 values[3] = {5, 6, 7};\n.global .align 8 .u64 pointer = "
      "generic(values)+4;\n.const .align 4 .f32 half = 0f41200000;\n");
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  EXPECT_EQ(out[3], 17u);
}

TEST(Memory, AtomicsOfManyBlocksAddUp) {
  Array<unsigned> counter(std::vector<unsigned>{0});
  const std::string text = kernel("\tld.param.u64 %rd1, [out];\n\tred.global.add.u32 [%rd1], 1;");
  ASSERT_EQ(run_text(text, Parameters(counter.address()), {.grid = {200, 1, 1}, .block = {256, 1, 1}}).fault,
            Fault::none);
  EXPECT_EQ(counter[0], 200u * 256u);
}

TEST(Memory, OrderOfBlocksIsFixedWhereItShows) {
  // Each block takes a ticket; the emulator gives tickets in block order on any number of threads.
  Array<unsigned> out(65);
  const std::string text = kernel(
      "\tld.param.u64 %rd1, [out];\n\tsetp.ne.u32 %p1, %t, 0;\n\t@%p1 bra E;\n\tatom.global.add.u32 %r1, "
      "[%rd1], 1;\n\tmov.u32 %r2, %ctaid.x;\n\tmad.wide.u32 %rd2, %r2, 4, %rd1;\n\tst.global.u32 [%rd2+4], "
      "%r1;\nE:");
  out[0] = 0;
  ASSERT_EQ(run_text(text, Parameters(out.address()), {.grid = {64, 1, 1}}).fault, Fault::none);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i + 1], i);
}

TEST(Memory, PrintfInBlockOrder) {
  std::string printed;
  const std::string before =
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.global .align 1 .b8 format[12] "
      "= {37, 100, 32, 37, 46, 50, 102, 32, 37, 99, 10, 0};\n";
  const std::string text = kernel(
      "\t.local .align 8 .b8 frame[24];\n\tsetp.ne.u32 %p1, %t, 1;\n\t@%p1 bra E;\n\tmov.u64 %rd1, "
      "frame;\n\tmov.u32 %r1, %ctaid.x;\n\tst.local.u32 [frame], %r1;\n\tmov.b64 %rd2, 0d3FF8000000000000;\n"
      "\tst.local.u64 [frame+8], %rd2;\n\tst.local.u32 [frame+16], 120;\n\tcvta.local.u64 %rd1, "
      "%rd1;\n\tmov.u64 %rd3, format;\n\tcvta.global.u64 %rd3, %rd3;\n\t{\n\t.param .b64 f;\n\tst.param.b64 "
      "[f+0], %rd3;\n"
      "\t.param .b64 a;\n\tst.param.b64 [a+0], %rd1;\n\t.param .b32 r;\n\tcall.uni (r), vprintf, (f, "
      "a);\n\t}\nE:",
      before);
  const Outcome outcome = run_text(text, Parameters(Address{0}), {.grid = {3, 1, 1}, .printed = &printed});
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  EXPECT_EQ(printed, "0 1.50 x\n1 1.50 x\n2 1.50 x\n");
}

TEST(Memory, CopyAsyncFillsTheRestWithZeros) {
  Array<unsigned> out(32);
  for (unsigned i = 0; i < 32; ++i) out[i] = 0x01010101u * (i + 1);
  const std::string text = kernel(
      "\t.shared .align 16 .b8 s[128];\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r1, %t, 4, %r1;\n\tand.b32 %r2, %t, "
      "3;\n\tcp.async.ca.shared.global [%r1], [%out], 4, "
      "%r2;\n\tcp.async.commit_group;\n\tcp.async.wait_group 0;\n"
      "\tbar.sync 0;\n\tld.shared.u32 %r3, [%r1];\n\tst.global.u32 [%out], %r3;");
  const Outcome outcome = run_text(text, Parameters(out.address()));
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], 0x01010101u * (i + 1) & ((1u << (8 * (i % 4))) - 1));
}

}  // namespace
}  // namespace gpu_emulator::test
