/// Branches, reconvergence, calls.

#include "run_ptx.hpp"

#include <sys/resource.h>

#include <chrono>

namespace gpu_emulator::test {
namespace {

TEST(Control, BothSidesOfABranchMeetAgain) {
  Array<unsigned> out(32);
  // Odd lanes multiply, even lanes add; then one ballot sees all 32.
  const std::string text = kernel(
      "\tand.b32 %r1, %t, 1;\n\tsetp.eq.u32 %p1, %r1, 1;\n\t@%p1 bra ODD;\n\tadd.u32 %r2, %t, "
      "100;\n\tbra.uni JOIN;\nODD:\n\tmul.lo.u32 %r2, %t, 3;\nJOIN:\n"
      "\tactivemask.b32 %r3;\n\tsetp.eq.u32 %p2, %r3, -1;\n\t@!%p2 add.u32 %r2, %r2, "
      "100000;\n\tst.global.u32 [%out], %r2;");
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i % 2 != 0 ? i * 3 : i + 100);
}

TEST(Control, LoopsThatEndAtDifferentTimes) {
  Array<unsigned> out(32);
  const std::string text = kernel(
      "\tmov.u32 %r1, 0;\n\tmov.u32 %r2, 0;\nL:\n\tadd.u32 %r2, %r2, %r1;\n\tadd.u32 %r1, %r1, "
      "1;\n\tsetp.le.u32 %p1, %r1, %t;\n\t@%p1 bra L;\n\tst.global.u32 [%out], %r2;");
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i * (i + 1) / 2);
}

TEST(Control, IndexedBranch) {
  Array<unsigned> out(32);
  const std::string text = kernel(
      "\trem.u32 %r1, %t, 3;\nT: .branchtargets A, B, C;\n\tbrx.idx %r1, T;\nA:\n\tmov.u32 %r2, 10;\n\tbra "
      "E;\nB:\n\tmov.u32 %r2, 20;\n\tbra E;\nC:\n\tmov.u32 %r2, 30;\nE:\n"
      "\tst.global.u32 [%out], %r2;");
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], 10 * (i % 3 + 1));
}

constexpr char fibonacci[] =
    ".func (.param .b32 r) fib(.param .b32 n)\n{\n\t.reg .b32 %r<8>;\n\t.reg .pred %p;\n\tld.param.u32 %r1, "
    "[n];\n\tsetp.lt.u32 %p, %r1, 2;\n\t@%p bra BASE;\n"
    "\tadd.s32 %r2, %r1, -1;\n\t{\n\t.param .b32 a;\n\tst.param.b32 [a+0], %r2;\n\t.param .b32 "
    "v;\n\tcall.uni (v), fib, (a);\n\tld.param.b32 %r3, [v+0];\n\t}\n"
    "\tadd.s32 %r2, %r1, -2;\n\t{\n\t.param .b32 a;\n\tst.param.b32 [a+0], %r2;\n\t.param .b32 "
    "v;\n\tcall.uni (v), fib, (a);\n\tld.param.b32 %r4, [v+0];\n\t}\n"
    "\tadd.s32 %r1, %r3, %r4;\nBASE:\n\tst.param.b32 [r+0], %r1;\n\tret;\n}\n";

TEST(Control, RecursionOfDifferentDepths) {
  Array<unsigned> out(32);
  const std::string text = kernel(
      "\trem.u32 %r1, %t, 12;\n\t{\n\t.param .b32 a;\n\tst.param.b32 [a+0], %r1;\n\t.param .b32 "
      "v;\n\tcall.uni (v), fib, (a);\n\tld.param.b32 %r2, "
      "[v+0];\n\t}\n\tactivemask.b32 %r3;\n\tsetp.ne.u32 %p1, %r3, -1;\n\t@%p1 trap;\n\tst.global.u32 "
      "[%out], %r2;",
      fibonacci);
  const Outcome outcome = run_text(text, Parameters(out.address()));
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  const unsigned expected[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], expected[i % 12]);
}

TEST(Control, EndlessRecursionOverflowsTheStack) {
  const std::string endless =
      ".func f()\n{\n\t.local .align 16 .b8 frame[1024];\n\tcall.uni f, ();\n\tret;\n}\n";
  const Outcome outcome = run_text(kernel("\tcall.uni f, ();", endless), Parameters(Address{0}));
  EXPECT_EQ(outcome.fault, Fault::stack_overflow);
  EXPECT_NE(outcome.report.find("the call stack is exhausted"), std::string::npos) << outcome.report;
}

TEST(Control, CallsThroughATableOfPointers) {
  Array<unsigned> out(32);
  const std::string functions =
      ".func (.param .b32 r) twice(.param .b32 x)\n{\n\t.reg .b32 %r1;\n\tld.param.u32 %r1, [x];\n\tadd.u32 "
      "%r1, %r1, %r1;\n\tst.param.b32 [r+0], %r1;\n\tret;\n}\n"
      ".func (.param .b32 r) thrice(.param .b32 x)\n{\n\t.reg .b32 %r1;\n\tld.param.u32 %r1, "
      "[x];\n\tmul.lo.u32 %r1, %r1, 3;\n\tst.param.b32 [r+0], %r1;\n\tret;\n}\n"
      ".global .align 8 .u64 table[2] = {twice, thrice};\n";
  const std::string text = kernel(
      "\tand.b32 %r1, %t, 1;\n\tmov.u64 %rd1, table;\n\tmad.wide.u32 %rd1, %r1, 8, %rd1;\n\tld.global.u64 "
      "%rd2, [%rd1];\n\t{\n\t.param .b32 a;\n\tst.param.b32 [a+0], %t;\n"
      "\t.param .b32 v;\n\tprototype: .callprototype (.param .b32 _) _ (.param .b32 _);\n\tcall (v), %rd2, "
      "(a), prototype;\n\tld.param.b32 %r2, [v+0];\n\t}\n\tst.global.u32 [%out], %r2;",
      functions);
  const Outcome outcome = run_text(text, Parameters(out.address()));
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(out[i], i * (i % 2 + 2));
}

constexpr char twice[] =
    ".func (.param .b32 r) twice(.param .b32 x)\n{\n\t.reg .b32 %r1;\n\tld.param.u32 %r1, [x];\n\tadd.u32 "
    "%r1, %r1, %r1;\n\tst.param.b32 [r+0], %r1;\n\tret;\n}\n";

/// What stands before the call happens once a lane, whether it calls or not.
TEST(Control, CallsOfSomeLanes) {
  for (const std::string call : {"call (v), twice, (a)", "call (v), %rd2, (a), prototype"})
    for (const char* condition : {"lt.u32 %p1, %t, 5", "ge.u32 %p1, %t, 20", "eq.u32 %p1, %t, 13",
                                  "ne.u32 %p1, %t, 0", "lt.u32 %p1, %t, 0", "lt.u32 %p1, %t, 32"}) {
      Array<unsigned> out(32);
      for (unsigned i = 0; i < 32; ++i) out[i] = 0;
      const std::string text = kernel(
          "\tld.global.u32 %r4, [%out];\n\tadd.u32 %r4, %r4, 1000;\n\tst.global.u32 [%out], %r4;\n\tmov.u32 "
          "%r2, 500;\n\tmov.u64 %rd2, twice;\n\tprototype: .callprototype (.param .b32 _) _ (.param .b32 "
          "_);\n\tsetp." +
              std::string(condition) +
              ";\n\t{\n\t.param .b32 a;\n\tst.param.b32 [a+0], %t;\n\t.param .b32 v;\n\t@%p1 " + call +
              ";\n\t@%p1 ld.param.b32 %r2, [v+0];\n\t}\n\tadd.u32 %r4, %r4, %r2;\n\tst.global.u32 [%out], "
              "%r4;",
          twice);
      const Outcome outcome = run_text(text, Parameters(out.address()));
      ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
      const auto holds = [&](unsigned t) {
        const std::string c = condition;
        const unsigned bound = unsigned(std::stoul(c.substr(c.rfind(' '))));
        return c[0] == 'l' ? t < bound : c[0] == 'g' ? t >= bound : c[0] == 'e' ? t == bound : t != bound;
      };
      for (unsigned i = 0; i < 32; ++i)
        EXPECT_EQ(out[i], 1000 + (holds(i) ? 2 * i : 500)) << call << " " << condition << " " << i;
    }
}

TEST(Control, CallsThroughAPointerHaveToMatch) {
  for (const std::string result : {"32", "64"})
    for (const std::string argument : {"32", "64"}) {
      const std::string text =
          kernel("\tmov.u64 %rd2, twice;\n\tmov.u64 %rd3, 7;\n\t{\n\t.param .b" + argument +
                     " a;\n\tst.param.b" + argument + " [a+0], " + (argument == "32" ? "%t" : "%rd3") +
                     ";\n\t.param .b" + result + " v;\n\tprototype: .callprototype (.param .b" + result +
                     " _) _ (.param .b" + argument + " _);\n\tcall (v), %rd2, (a), prototype;\n\t}",
                 twice);
      const Outcome outcome = run_text(text, Parameters(Address{0}));
      const bool matches = result == "32" && argument == "32";
      EXPECT_EQ(cuda_result(outcome.fault), matches ? 0 : 719) << outcome.report;
      if (!matches) {
        EXPECT_NE(outcome.report.find("do not match the parameters of 'twice'"), std::string::npos);
      }
    }
}

/// A frame of this function has 128 KiB of parameters; 4000 of them would be 512 MiB.
TEST(Control, FramesOfFinishedCallsAreUsedAgain) {
  const auto most_kilobytes = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const std::string function =
      ".func (.param .b32 r) f(.param .align 8 .b8 a[4096])\n{\n\t.reg .b32 %r1;\n\tld.param.u32 %r1, "
      "[a];\n\tadd.u32 %r1, %r1, 0x01010101;\n\tst.param.b32 [r+0], %r1;\n\tret;\n}\n";
  const std::string text = kernel(
      "\tmov.u32 %r1, 0;\nL:\n\t{\n\t.param .align 8 .b8 a[4096];\n\tst.param.b32 [a+0], %r1;\n\t.param .b32 "
      "v;\n\tcall.uni (v), f, (a);\n\tld.param.b32 %r2, [v+0];\n\t}\n\tadd.u32 %r1, %r1, 1;\n\tsetp.lt.u32 "
      "%p1, %r1, 4000;\n\t@%p1 bra L;\n\tst.global.u32 [%out], %r2;",
      function);
  Array<unsigned> out(32);
  const long before = most_kilobytes();
  ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
  EXPECT_LT(most_kilobytes() - before, 256 << 10);
  EXPECT_EQ(out[5], 0x01010101u + 3999);
}

TEST(Control, TheGlobalTimerAndItsHalves) {
  const auto now = [] {
    return std::uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                             std::chrono::system_clock::now().time_since_epoch())
                             .count());
  };
  Array<std::uint64_t> out(4);
  const std::string text = kernel(
      "\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %globaltimer_hi;\n\tmov.u64 %rd2, "
      "%globaltimer;\n\tmov.u32 %r2, %globaltimer_lo;\n\tmov.u32 %r3, %globaltimer_hi;\n\tst.global.u64 "
      "[%rd1], %rd2;\n\tst.global.v2.u32 [%rd1+8], {%r1, %r2};\n\tst.global.u32 [%rd1+16], %r3;");
  const std::uint64_t before = now();
  ASSERT_EQ(run_text(text, Parameters(out.address()), {.block = {1, 1, 1}}).fault, Fault::none);
  const std::uint64_t after = now();
  EXPECT_GE(out[0], before);
  EXPECT_LE(out[0], after);
  const std::uint64_t high_before = std::uint32_t(out[1]), low = out[1] >> 32,
                      high_after = std::uint32_t(out[2]);
  EXPECT_GE(high_before, before >> 32);
  EXPECT_LE(high_before, out[0] >> 32);
  EXPECT_GE(high_after, out[0] >> 32);
  EXPECT_LE(high_after, after >> 32);
  EXPECT_LE(std::uint32_t(low - out[0]), after - before);
}

TEST(Control, SpinLockWithinAWarpMakesProgress) {
  Array<unsigned> lock(std::vector<unsigned>{0, 0});
  // Each lane takes the lock in turn: the classic loop that hangs where lanes cannot overtake each other.
  const std::string text = kernel(
      "\tld.param.u64 %rd1, [out];\nL:\n\tatom.global.cas.b32 %r1, [%rd1], 0, 1;\n\tsetp.ne.u32 %p1, %r1, "
      "0;\n\t@%p1 bra L;\n\tld.global.u32 %r2, [%rd1+4];\n\tadd.u32 %r2, %r2, 1;\n"
      "\tst.global.u32 [%rd1+4], %r2;\n\tatom.global.exch.b32 %r3, [%rd1], 0;");
  const Outcome outcome = run_text(text, Parameters(lock.address()), {.grid = {2, 1, 1}});
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  EXPECT_EQ(lock[1], 64u);
}

}  // namespace
}  // namespace gpu_emulator::test
