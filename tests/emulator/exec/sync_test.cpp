/// Barriers and the meeting points of a warp.

#include "run_ptx.hpp"

#include <algorithm>
#include <bit>

namespace gpu_emulator::test {
namespace {

TEST(Sync, LanesThatComeLateAreWaitedFor) {
  Array<unsigned> out(32);
  // Lanes below 7 take a detour before the shuffle that all of them join.
  const std::string text = kernel(
      "\tsetp.gt.u32 %p1, %t, 6;\n\t@%p1 bra S;\n\tmov.u32 %r1, 0;\nL:\n\tadd.u32 %r1, %r1, "
      "1;\n\tsetp.lt.u32 %p2, %r1, 500;\n\t@%p2 bra L;\nS:\n"
      "\tshfl.sync.bfly.b32 %r2, %t, 1, 31, -1;\n\tst.global.u32 [%out], %r2;");
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i ^ 1);
}

TEST(Sync, ShufflesWithinSegments) {
  Array<unsigned> out(32);
  // Segments of eight: c = (32 - 8) << 8 | 7 for down, 0 clamp for up.
  const std::string down = kernel(
      "\tshfl.sync.down.b32 %r1|%p1, %t, 3, 6151, -1;\n\t@!%p1 add.u32 %r1, %r1, 1000;\n\tst.global.u32 "
      "[%out], %r1;");
  ASSERT_EQ(run_text(down, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i % 8 + 3 < 8 ? i + 3 : i + 1000);
  const std::string up = kernel(
      "\tshfl.sync.up.b32 %r1|%p1, %t, 2, 6144, -1;\n\t@!%p1 add.u32 %r1, %r1, 1000;\n\tst.global.u32 "
      "[%out], %r1;");
  ASSERT_EQ(run_text(up, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i % 8 >= 2 ? i - 2 : i + 1000);
}

TEST(Sync, VotesMatchesAndReductions) {
  Array<unsigned> out(32);
  const std::string text = kernel(
      "\tsetp.lt.u32 %p1, %t, 5;\n\tvote.sync.ballot.b32 %r1, %p1, -1;\n\tvote.sync.any.pred %p2, %p1, "
      "-1;\n\tvote.sync.all.pred %p3, %p1, -1;\n\tvote.sync.uni.pred %p4, !%p1, -1;\n"
      "\tand.b32 %r2, %t, 3;\n\tmatch.any.sync.b32 %r3, %r2, -1;\n\tredux.sync.max.u32 %r4, %t, "
      "-1;\n\tredux.sync.add.s32 %r5, %t, -1;\n"
      "\tadd.u32 %r6, %r4, %r5;\n\t@%p2 add.u32 %r6, %r6, 1000;\n\t@%p3 add.u32 %r6, %r6, 2000;\n\t@%p4 "
      "add.u32 %r6, %r6, 4000;\n\txor.b32 %r6, %r6, %r3;\n\txor.b32 %r6, %r6, %r1;\n"
      "\tst.global.u32 [%out], %r6;");
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], (31u + 496u + 1000u) ^ (0x11111111u << i % 4) ^ 0x1fu);
}

TEST(Sync, BarrierReductions) {
  Array<unsigned> out(96);
  const std::string text = kernel(
      "\tsetp.lt.u32 %p1, %t, 40;\n\tbar.red.popc.u32 %r1, 0, %p1;\n\tbar.red.and.pred %p2, 0, "
      "%p1;\n\tbar.red.or.pred %p3, 0, !%p1;\n\t@%p2 add.u32 %r1, %r1, 1000;\n"
      "\t@%p3 add.u32 %r1, %r1, 2000;\n\tst.global.u32 [%out], %r1;");
  ASSERT_EQ(run_text(text, Parameters(out.address()), {.block = {96, 1, 1}}).fault, Fault::none);
  for (unsigned i = 0; i < 96; ++i) EXPECT_EQ(out[i], 2040u);
}

/// Blocks of whole warps, of a warp in part, and of as many warps as there can be; predicates that held the
/// opposite before.
TEST(Sync, BarrierReductionsOfBlocksOfEverySize) {
  for (const unsigned threads : {1u, 20u, 32u, 48u, 96u, 1000u, 1024u})
    for (const unsigned holding : {0u, 1u, 33u, threads}) {
      Array<unsigned> out(threads);
      const std::string text = kernel(
          "\tsetp.lt.u32 %p1, %t, " + std::to_string(holding) +
          ";\n\tsetp.eq.u32 %p2, %t, %t;\n\tsetp.ne.u32 %p3, %t, %t;\n\tsetp.eq.u32 %p4, %t, "
          "%t;\n\tsetp.ne.u32 "
          "%p5, %t, %t;\n\tbar.red.popc.u32 %r1, 0, %p1;\n\tbar.red.and.pred %p2, 0, "
          "%p1;\n\tbar.red.and.pred "
          "%p3, 0, %p1;\n\tbar.red.or.pred %p4, 0, %p1;\n\tbar.red.or.pred %p5, 0, %p1;\n\t@%p2 add.u32 %r1, "
          "%r1, 10000;\n\t@%p3 add.u32 %r1, %r1, 20000;\n\t@%p4 add.u32 %r1, %r1, 40000;\n\t@%p5 add.u32 "
          "%r1, "
          "%r1, 80000;\n\tst.global.u32 [%out], %r1;");
      const Outcome outcome = run_text(text, Parameters(out.address()), {.block = {threads, 1, 1}});
      ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
      const unsigned expected =
          std::min(holding, threads) + (holding >= threads ? 30000 : 0) + (holding > 0 ? 120000 : 0);
      for (unsigned i = 0; i < threads; ++i)
        EXPECT_EQ(out[i], expected) << holding << " of " << threads << ", thread " << i;
    }
}

TEST(Sync, AReductionWithoutAResultChangesNoRegister) {
  constexpr unsigned count = 200;
  Array<unsigned> out(64);
  std::string body = "\t.reg .b32 %z<200>;\n", sum = "\tmov.u32 %r1, 0;\n";
  for (unsigned i = 0; i < count; ++i) {
    const std::string name = "%z" + std::to_string(i);
    body += "\tadd.u32 " + name + ", %t, " + std::to_string(1000 + i) + ";\n";
    sum += "\tadd.u32 %r1, %r1, " + name + ";\n";
  }
  body += "\tsetp.lt.u32 %p1, %t, 7;\n\tbar.red.popc.u32 _, 0, %p1;\n" + sum + "\tst.global.u32 [%out], %r1;";
  const Outcome outcome = run_text(kernel(body), Parameters(out.address()), {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], count * (1000 + i) + count * (count - 1) / 2);
}

/// Lane 31 comes last: the others are 31 threads, not 32.
TEST(Sync, ABarrierCountsTheThreadsThatCame) {
  Array<unsigned> out(32);
  const std::string text = kernel(
      "\t.shared .align 4 .b8 s[4];\n\tmov.u32 %r1, 0;\n\tst.shared.u32 [s], %r1;\n\tbar.warp.sync "
      "-1;\n\tsetp.eq.u32 %p1, %t, 31;\n\t@%p1 bra LATE;\nMEET:\n\tbarrier.sync 1, 32;\n\tld.shared.u32 %r2, "
      "[s];\n\tst.global.u32 [%out], %r2;\n\tbra E;\nLATE:\n\tadd.u32 %r1, %r1, 1;\n\tsetp.lt.u32 %p2, %r1, "
      "500;\n\t@%p2 bra LATE;\n\tst.shared.u32 [s], 5;\n\tbra MEET;\nE:");
  const Outcome outcome = run_text(text, Parameters(out.address()));
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], 5u) << i;
}

/// One instruction, two barriers: half of each warp waits at either.
TEST(Sync, BarriersWhoseNumberDiffersWithinAWarp) {
  Array<unsigned> out(64);
  std::string body =
      "\tshr.u32 %r1, %t, 4;\n\tand.b32 %r1, %r1, 1;\n\tadd.u32 %r1, %r1, 1;\n\tmov.u32 %r2, 0;\n";
  for (unsigned round = 0; round < 3; ++round) {
    body += "\tbarrier.sync %r1, 32;\n";
    for (unsigned i = 0; i < 4; ++i) body += "\tadd.u32 %r2, %r2, 1;\n";
  }
  const Outcome outcome = run_text(kernel(body + "\tst.global.u32 [%out], %r2;"), Parameters(out.address()),
                                   {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], 12u) << i;
}

TEST(Sync, OneOfTheMembersIsElected) {
  for (const unsigned members : {0xffffffffu, 0x00ff0f00u, 0x80000000u, 0xfffffffeu, 1u})
    for (const char* const before : {"eq", "ne"}) {
      Array<unsigned> out(32);
      const std::string mask = std::to_string(members);
      const std::string text =
          kernel("\tmov.u32 %r1, 777;\n\tshr.u32 %r2, " + mask +
                 ", %t;\n\tand.b32 %r2, %r2, 1;\n\tsetp.eq.u32 %p2, "
                 "%r2, 0;\n\tsetp." +
                 before + ".u32 %p1, %t, %t;\n\t@%p2 bra E;\n\telect.sync %r1|%p1, " + mask +
                 ";\n\t@%p1 add.u32 %r1, %r1, 1000;\nE:\n\tst.global.u32 [%out], %r1;");
      const Outcome outcome = run_text(text, Parameters(out.address()));
      ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
      const unsigned leader = unsigned(std::countr_zero(members));
      for (unsigned i = 0; i < 32; ++i)
        EXPECT_EQ(out[i], (members >> i & 1) == 0 ? 777
                          : i == leader           ? leader + 1000
                                                  : leader)
            << mask << ", lane " << i;
    }
}

TEST(Sync, ProducerArrivesConsumerWaits) {
  Array<unsigned> out(64);
  // Warp 0 waits at barrier 1 for 64 threads; warp 1 writes, then arrives without waiting.
  const std::string text = kernel(
      "\t.shared .align 4 .b8 box[4];\n\tsetp.gt.u32 %p1, %t, 31;\n\t@%p1 bra PRODUCE;\n\tbar.sync 1, "
      "64;\n\tld.shared.u32 %r1, [box];\n\tbra E;\nPRODUCE:\n\tmov.u32 %r1, 77;\n"
      "\tsetp.eq.u32 %p2, %t, 32;\n\t@%p2 st.shared.u32 [box], %r1;\n\tbar.arrive 1, "
      "64;\nE:\n\tst.global.u32 [%out], %r1;");
  const Outcome outcome = run_text(text, Parameters(out.address()), {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], 77u);
}

TEST(Sync, WarpsThatWaitForEachOtherThroughSharedMemory) {
  Array<unsigned> out(64);
  const std::string text = kernel(
      "\t.shared .align 4 .b8 flag[4];\n\tmov.u32 %r1, 0;\n\tsetp.eq.u32 %p1, %t, 0;\n\t@%p1 st.shared.u32 "
      "[flag], %r1;\n\tbar.sync 0;\n\tsetp.gt.u32 %p2, %t, 31;\n\t@%p2 bra SET;\n"
      "WAIT:\n\tld.volatile.shared.u32 %r2, [flag];\n\tsetp.eq.u32 %p3, %r2, 0;\n\t@%p3 bra WAIT;\n\tbra "
      "E;\nSET:\n\tmov.u32 %r2, 9;\n\tst.volatile.shared.u32 [flag], %r2;\nE:\n"
      "\tst.global.u32 [%out], %r2;");
  const Outcome outcome = run_text(text, Parameters(out.address()), {.block = {64, 1, 1}});
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  EXPECT_EQ(out[0], 9u);
}

TEST(Sync, BlocksOfACooperativeLaunchMeet) {
  Array<unsigned> out(2 + 32);
  // Every block counts itself in and waits for all 40.
  const std::string text = kernel(
      "\tld.param.u64 %rd1, [out];\n\tsetp.ne.u32 %p1, %t, 0;\n\t@%p1 bra E;\n\tatom.global.add.u32 %r1, "
      "[%rd1], 1;\nW:\n\tld.acquire.gpu.global.u32 %r2, [%rd1];\n"
      "\tsetp.lt.u32 %p2, %r2, 40;\n\t@%p2 bra W;\n\tatom.global.add.u32 %r3, [%rd1+4], %r2;\nE:");
  const Outcome outcome =
      run_text(text, Parameters(out.address()), {.grid = {40, 1, 1}, .cooperative = true});
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  EXPECT_EQ(out[1], 1600u);
}

}  // namespace
}  // namespace gpu_emulator::test
