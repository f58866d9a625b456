/// Values read from shared memory that nothing wrote are reported when they count, and not before.

#include "run_ptx.hpp"

namespace gpu_emulator::test {
namespace {

/// %r1 holds, in the lanes from 16 on, what nothing wrote; below, the lane's number. %p1: lane 16 and up.
const std::string read =
    "\t.shared .align 4 .b8 s[128];\n\t.shared .align 4 .b8 w[4];\n\t.reg .b16 %h<4>;\n\tmov.u32 %r9, "
    "s;\n\tmad.lo.u32 %r9, %t, 4, %r9;\n\tsetp.gt.u32 %p1, %t, 15;\n\t@!%p1 st.shared.u32 [%r9], "
    "%t;\n\tld.shared.u32 %r1, [%r9];\n";

Outcome run_after_read(const std::string& body, const std::string& functions = {}) {
  Array<unsigned> out(64);
  return run_text(kernel(read + body, functions), Parameters(out.address()));
}

TEST(Unwritten, WhatNothingUsesIsNotReported) {
  const char* bodies[] = {
      "",
      // Overwritten.
      "\tmov.u32 %r1, 5;\n\tst.global.u32 [%out], %r1;",
      "\t@%p1 mov.u32 %r1, 5;\n\tst.global.u32 [%out], %r1;",
      // Not chosen.
      "\tselp.u32 %r2, %t, %r1, %p1;\n\tst.global.u32 [%out], %r2;",
      "\tselp.u32 %r2, %r1, %t, %p1;\n\t@!%p1 st.global.u32 [%out], %r2;",
      // Settled by the other side.
      "\tsetp.gt.s32 %p2, %r1, 3;\n\tnot.pred %p3, %p1;\n\tand.pred %p4, %p2, %p3;\n\t@%p4 bra E;\nE:",
      "\tsetp.gt.s32 %p2, %r1, 3;\n\tor.pred %p4, %p1, %p2;\n\t@%p4 bra E;\nE:",
      "\tnot.pred %p3, %p1;\n\tsetp.gt.and.s32 %p2, %r1, 3, %p3;\n\t@%p2 bra E;\nE:",
      "\tsetp.gt.or.s32 %p2, %r1, 3, %p1;\n\t@%p2 bra E;\nE:",
      // By the other lanes alone, also after arithmetic.
      "\tadd.u32 %r2, %r1, 1;\n\tcvt.u16.u32 %h1, %r2;\n\tmov.b32 %r3, {%h1, %h1};\n\t@!%p1 st.global.u32 "
      "[%out], %r3;",
      // Lanes that left.
      "\tadd.u32 %r2, %r1, 1;\n\t@%p1 ret;\n\tst.global.u32 [%out], %r2;",
      // A loop of such reads.
      "\tmov.u32 %r2, 0;\nL:\n\tld.shared.u32 %r1, [%r9];\n\tadd.u32 %r2, %r2, 1;\n\tsetp.lt.u32 %p2, %r2, "
      "100;\n\t@%p2 bra L;\n\tst.global.u32 [%out], %r2;",
  };
  for (const char* body : bodies) {
    const Outcome outcome = run_after_read(body);
    EXPECT_EQ(outcome.fault, Fault::none) << body << "\n" << outcome.report;
  }
}

TEST(Unwritten, WhatCountsIsReportedWhereItWasRead) {
  const std::string greater = "\tsetp.gt.s32 %p2, %r1, 3;\n", store = "\tst.global.u32 [%out], %r2;",
                    branch = "\t@%p4 bra E;\nE:";
  const std::pair<std::string, const char*> bodies[] = {
      {"\tst.global.u32 [%out], %r1;", "st.global.u32"},
      {"\tst.shared.u32 [w], %r1;", "st.shared.u32"},
      {"\tadd.u32 %r3, %r1, 1;\n\tmul.lo.u32 %r2, %r3, %r3;\n" + store, "st.global.u32"},
      {greater + "\t@%p2 bra E;\nE:", "@%p2 bra E"},
      {greater + "\t@%p2 mov.u32 %r2, 5;", "@%p2 mov.u32"},
      {"\tselp.u32 %r2, %r1, %t, %p1;\n" + store, "st.global.u32"},
      {"\tselp.u32 %r2, %t, %r1, %p1;\n\tselp.u32 %r2, %r1, %r2, %p1;\n" + store, "st.global.u32"},
      {greater + "\tselp.u32 %r2, 1, 2, %p2;\n" + store, "st.global.u32"},
      {greater + "\tand.pred %p4, %p2, %p1;\n" + branch, "@%p4 bra E"},
      {greater + "\tnot.pred %p3, %p1;\n\tor.pred %p4, %p2, %p3;\n" + branch, "@%p4 bra E"},
      {"\tsetp.gt.and.s32 %p4, %r1, 3, %p1;\n" + branch, "@%p4 bra E"},
      {"\tmad.wide.u32 %rd1, %r1, 4, %out;\n\tld.global.u32 %r2, [%rd1];", "ld.global.u32 %r2"},
      {"\tatom.global.add.u32 %r2, [%out], %r1;", "atom.global.add.u32"},
      {"\tshfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;", "shfl.sync.bfly.b32"},
      {"\tmov.b32 {%h1, %h2}, %r1;\n\tst.global.u16 [%out], %h2;", "st.global.u16"},
      {"\tcvt.u64.u32 %rd1, %r1;\n\tmov.b64 {%r2, %r3}, %rd1;\n" + store, "st.global.u32"},
  };
  for (const auto& [body, use] : bodies) {
    const Outcome outcome = run_after_read(body);
    EXPECT_EQ(cuda_result(outcome.fault), 719) << body;
    const std::string first = outcome.report.substr(0, outcome.report.find('\n'));
    for (const std::string word :
         {"uninitialised read of 4 bytes at 0x40 in shared memory", "thread (16,0,0)", "PTX line 21"})
      EXPECT_NE(first.find(word), std::string::npos) << body << ": no '" << word << "' in\n"
                                                     << outcome.report;
    EXPECT_NE(outcome.report.find("\n  at  ld.shared.u32 %r1, [%r9];"), std::string::npos) << outcome.report;
    const std::size_t used = outcome.report.find("the value is used at PTX line ");
    ASSERT_NE(used, std::string::npos) << body << outcome.report;
    EXPECT_NE(outcome.report.find(use, used), std::string::npos) << outcome.report;
  }
}

TEST(Unwritten, CallsHaveRegistersOfTheirOwn) {
  // The callee's register comes to hold such a value and is gone with the call; the next call's is clean.
  const std::string function =
      ".func (.param .b32 r) f(.param .b32 a, .param .b32 x) { .reg .b32 %a, %x; .reg .pred %p; ld.param.u32 "
      "%a, [a]; ld.param.u32 %x, [x]; setp.eq.u32 %p, %x, 0; @%p bra E; st.param.b32 [r], %x; ret; E: "
      "ld.shared.u32 %x, [%a]; st.param.b32 [r], 3; ret; }\n";
  const auto call = [](const std::string& x) {
    return "\t{ .param .b32 r; .param .b32 a; .param .b32 x; st.param.b32 [a], %r9; st.param.b32 [x], " + x +
           "; call (r), f, (a, x); ld.param.b32 %r1, [r]; }\n";
  };
  const Outcome clean = run_after_read(
      "\tmov.u32 %r1, 0;\n" + call("0") + call("7") + "\tst.global.u32 [%out], %r1;", function);
  EXPECT_EQ(clean.fault, Fault::none) << clean.report;
  EXPECT_EQ(cuda_result(run_after_read(call("%r1"), function).fault), 719);
}

}  // namespace
}  // namespace gpu_emulator::test
