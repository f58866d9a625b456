/// Each kind of report: its first line says what, which kernel, thread, block, source line and PTX line; and
/// the nearest correct kernel is not reported.

#include "run_ptx.hpp"

namespace gpu_emulator::test {
namespace {

constexpr char file[] = ".file 1 \"dir/a.cu\"\n";

struct Case {
  const char* name;
  int result;
  const char* headline;  ///< how the first line starts, behind "gpu_emulator: error: "
  const char* thread;
  const char* before;  ///< what stands before the place
  const char* place;   ///< the instruction at line 42 of the source
  const char* after;
  const char* right;  ///< the same place without the mistake
  unsigned threads;
  const char* module;
};

/// `out` has room for 32 words, all written; %out is the thread's.
const Case cases[] = {
    {"out of bounds", 700, "out-of-bounds write of 4 bytes at 0x", "thread (0,0,0)", "",
     "st.global.u32 [%out+128], %t;", "", "st.global.u32 [%out], %t;", 32, ""},
    {"out of bounds of shared memory", 700, "out-of-bounds write of 4 bytes at 0x80 in shared memory",
     "thread (31,0,0)", "\t.shared .align 4 .b8 s[128];\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r1, %t, 4, %r1;\n",
     "st.shared.u32 [%r1+4], %t;", "", "st.shared.u32 [%r1], %t;", 32, ""},
    {"out of bounds of local memory", 700, "out-of-bounds read of 4 bytes at 0x100000 in local memory",
     "thread (0,0,0)", "\t.local .align 4 .b8 l[16];\n\tmov.u64 %rd1, 1048576;\n\tmov.u64 %rd2, l;\n",
     "ld.local.u32 %r1, [%rd1];", "", "ld.local.u32 %r1, [%rd2];", 32, ""},
    {"null pointer", 700, "null pointer: read of 4 bytes at 0x8 in global memory", "thread (0,0,0)",
     "\tmov.u64 %rd1, 0;\n", "ld.global.u32 %r1, [%rd1+8];", "", "ld.global.u32 %r1, [%out];", 32, ""},
    {"misaligned", 716, "misaligned write of 8 bytes at 0x", "thread (1,0,0)", "\tmov.u64 %rd1, 5;\n",
     "st.global.u64 [%out], %rd1;", "", "st.global.u32 [%out], %t;", 32, ""},
    {"write to constant memory", 700, "write to constant memory: write of 4 bytes at 0x", "thread (0,0,0)",
     "\tmov.u64 %rd1, c;\n", "st.u32 [%rd1], %t;", "", "ld.u32 %r1, [%rd1];", 32,
     ".const .align 4 .u32 c = 3;\n"},
    {"uninitialised shared memory", 719, "uninitialised read of 4 bytes at 0x0 in shared memory",
     "thread (0,0,0)", "\t.shared .align 4 .b8 s[128];\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r1, %t, 4, %r1;\n",
     "ld.shared.u32 %r2, [%r1];", "\tst.global.u32 [%out], %r2;\n", "st.shared.u32 [%r1], %t;", 32, ""},
    {"barrier that some never reach", 719, "barrier that 24 of the block's 64 threads never reach",
     "thread (0,0,0)", "\tsetp.gt.u32 %p1, %t, 39;\n", "@%p1 ret;\n\t.loc 1 42 1\n\tbar.sync 0;", "",
     "bar.sync 0;", 64, ""},
    {"shuffle from outside the mask", 719,
     "shuffle: lane 0 reads lane 9, which is outside the member mask 0x000000ff", "thread (0,0,0)",
     "\tsetp.gt.u32 %p1, %t, 7;\n\t@%p1 ret;\n", "shfl.sync.idx.b32 %r1, %t, 9, 31, 255;", "",
     "shfl.sync.idx.b32 %r1, %t, 6, 31, 255;", 32, ""},
    {"lane outside its own mask", 719, "lane 1 is not in its own member mask 0x00000001", "thread (1,0,0)",
     "", "vote.sync.ballot.b32 %r1, %p1, 1;", "", "vote.sync.ballot.b32 %r1, %p1, -1;", 32, ""},
    {"deadlock", 719, "deadlock: threads wait for each other at different places", "thread (0,0,0)",
     "\tsetp.gt.u32 %p1, %t, 31;\n\t@%p1 bra B;\n", "bar.sync 1, 64;",
     "\tbra E;\nB:\n\tbar.sync 2, 64;\nE:\n", "bar.sync 2, 64;", 64, ""},
    {"endless loop", 702, "a warp has executed ", "thread (0,0,0)", "L:\n", "bra L;", "", "bra M;\nM:", 32,
     ""},
    {"trap", 719, "trap", "thread (3,0,0)", "\tsetp.eq.u32 %p1, %t, 3;\n", "@%p1 trap;", "",
     "@%p1 bra M;\nM:", 32, ""},
    {"barrier object without init", 719, "mbarrier: an object that mbarrier.init did not make",
     "thread (0,0,0)", "\t.shared .align 8 .b64 m;\n\tmov.u64 %rd1, 0;\n\tst.shared.u64 [m], %rd1;\n",
     "mbarrier.arrive.shared.b64 _, [m];", "", "mbarrier.init.shared.b64 [m], 32;", 32, ""},
    {"barrier object with too many arrivals", 719, "mbarrier: more arrivals than the phase expects",
     "thread (0,0,0)", "\t.shared .align 8 .b64 m;\n\tmbarrier.init.shared.b64 [m], 2;\n",
     "mbarrier.arrive.shared.b64 _, [m], 3;", "", "mbarrier.init.shared.b64 [m], 1;", 1, ""},
};

TEST(Report, FirstLineOfEveryKind) {
  for (const Case& c : cases) {
    Array<int> out(32);
    const auto run_with = [&](const char* place) {
      return run_text(kernel(std::string(c.before) + "\t.loc 1 42 1\n\t" + place + "\n" + c.after,
                             std::string(file) + c.module),
                      Parameters(out.address()), {.block = {c.threads, 1, 1}});
    };
    const Outcome wrong = run_with(c.place);
    EXPECT_EQ(cuda_result(wrong.fault), c.result) << c.name << "\n" << wrong.report;
    const std::string first = wrong.report.substr(0, wrong.report.find('\n'));
    EXPECT_TRUE(first.starts_with(std::string("gpu_emulator: error: ") + c.headline))
        << c.name << ": " << first;
    for (const std::string word :
         {"in kernel 'k', ", c.thread, "of block (0,0,0)", "dir/a.cu:42", "PTX line "})
      EXPECT_NE(first.find(word), std::string::npos) << c.name << ": no '" << word << "' in " << first;
    // Details: the instruction and the launch.
    EXPECT_NE(wrong.report.find("\n  at  "), std::string::npos) << wrong.report;
    EXPECT_NE(wrong.report.find("\n  launch: grid (1,1,1)"), std::string::npos) << wrong.report;
    const Outcome right = run_with(c.right);
    EXPECT_EQ(right.fault, Fault::none) << c.name << " is a false alarm:\n" << right.report;
  }
}

TEST(Report, ThreadAndBlockInThreeDimensions) {
  Array<int> out(32);
  const std::string text = kernel(
      "\tmov.u32 %r1, %tid.y;\n\tmov.u32 %r2, %tid.z;\n\tmov.u32 %r3, %ctaid.z;\n\tsetp.eq.u32 %p1, %r1, "
      "2;\n\tsetp.eq.and.u32 %p1, %r2, 1, %p1;\n\tsetp.eq.and.u32 %p1, %r3, 1, %p1;\n\tsetp.eq.and.u32 %p1, "
      "%t, 3, "
      "%p1;\n\t@%p1 trap;");
  const Outcome outcome = run_text(text, Parameters(out.address()), {.grid = {2, 3, 2}, .block = {5, 4, 3}});
  EXPECT_NE(outcome.report.find("thread (3,2,1) of block (0,0,1)"), std::string::npos) << outcome.report;
}

TEST(Report, AccessesOfFunctionsNameTheirCallers) {
  const std::string text =
      std::string(file) +
      ".func leaf() { .reg .b64 %rd; mov.u64 %rd, 0;\n\t.loc 1 7 1\n\tst.global.u32 [%rd], 1; ret; }\n";
  const Outcome outcome = run_text(text + kernel("\t.loc 1 9 1\n\tcall leaf, ();"), Parameters(Address{0}));
  EXPECT_NE(outcome.report.find("dir/a.cu:7, PTX line"), std::string::npos) << outcome.report;
  EXPECT_NE(outcome.report.find("in  'leaf', called from 'k'"), std::string::npos) << outcome.report;
  EXPECT_NE(outcome.report.find("dir/a.cu:9)"), std::string::npos) << outcome.report;
}

/// What looks wrong and is right.
TEST(Report, NoFalseAlarms) {
  Array<int> out(64);
  const char* bodies[] = {
      // All threads leave before a barrier that none reaches.
      "\tsetp.lt.u32 %p1, %t, 1000;\n\t@%p1 ret;\n\tbar.sync 0;",
      // Some leave; the others meet among themselves.
      "\tsetp.gt.u32 %p1, %t, 31;\n\t@%p1 ret;\n\tbar.sync 1, 32;",
      // One warp produces, the other waits.
      "\tsetp.gt.u32 %p1, %t, 31;\n\t@%p1 bra B;\n\tbar.arrive 3, 64;\n\tbra E;\nB:\n\tbar.sync 3, 64;\nE:",
      // Lanes that left are no members any more.
      "\tsetp.gt.u32 %p1, %t, 9;\n\t@%p1 ret;\n\tbar.warp.sync -1;\n\tvote.sync.ballot.b32 %r1, %p1, -1;",
      // A wide read of which one byte was written.
      "\t.shared .align 4 .b8 s[256];\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r1, %t, 4, %r1;\n\tst.shared.u8 "
      "[%r1+3], "
      "%t;\n\tld.shared.u32 %r2, [%r1];",
      // An address outside that nothing reads.
      "\tmov.u64 %rd1, 0;\n\tsetp.gt.u32 %p1, %t, 99;\n\t@%p1 ld.global.u32 %r1, [%rd1];",
      // Spinning until the other warp has stored.
      "\t.shared .align 4 .b8 s[8];\n\tsetp.gt.u32 %p1, %t, 31;\n\tsetp.eq.u32 %p2, %t, 0;\n\t@%p2 "
      "st.shared.u32 [s], "
      "0;\n\tbar.sync 0;\n\t@%p1 bra B;\nL:\n\tld.volatile.shared.u32 %r1, [s];\n\tsetp.eq.u32 %p3, %r1, "
      "0;\n\t@%p3 bra "
      "L;\n\tbra E;\nB:\n\tst.volatile.shared.u32 [s], 1;\nE:",
  };
  for (const char* body : bodies) {
    const Outcome outcome = run_text(kernel(body), Parameters(out.address()), {.block = {64, 1, 1}});
    EXPECT_EQ(outcome.fault, Fault::none) << body << "\n" << outcome.report;
  }
}

}  // namespace
}  // namespace gpu_emulator::test
