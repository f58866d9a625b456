/// What a GPU hides is reported, with the place, the thread and the nearest allocation.

#include "run_ptx.hpp"

namespace gpu_emulator::test {
namespace {

void expect_in(const std::string& report, std::initializer_list<const char*> words) {
  for (const char* word : words)
    EXPECT_NE(report.find(word), std::string::npos) << "no '" << word << "' in:\n" << report;
}
std::string first_line(const std::string& report) { return report.substr(0, report.find('\n')); }

TEST(Fault, OutOfBoundsByOneByte) {
  Array<char> out(131);
  const Outcome outcome =
      run_text(kernel("\tst.global.u32 [%out], %t;"), Parameters(out.address()), {.block = {33, 1, 1}});
  EXPECT_EQ(cuda_result(outcome.fault), 700);
  expect_in(first_line(outcome.report), {"out-of-bounds write of 4 bytes", "kernel 'k'", "thread (32,0,0)",
                                         "block (0,0,0)", "PTX line 14"});
  expect_in(outcome.report, {"128 bytes into the allocation", "of 131 bytes", "st.global.u32 [%out], %t;"});
}

TEST(Fault, TheLastByteIsStillInside) {
  Array<char> out(132);
  EXPECT_EQ(
      run_text(kernel("\tst.global.u32 [%out], %t;"), Parameters(out.address()), {.block = {33, 1, 1}}).fault,
      Fault::none);
}

TEST(Fault, UseAfterFreeNamesTheFreedAllocation) {
  Address address = 0;
  {
    Array<int> gone(32);
    address = gone.address();
  }
  const Outcome outcome = run_text(kernel("\tst.global.u32 [%out], %t;"), Parameters(address));
  EXPECT_EQ(cuda_result(outcome.fault), 700);
  expect_in(first_line(outcome.report), {"use after free", "thread (0,0,0)"});
  expect_in(outcome.report, {"the freed allocation", "of 128 bytes"});
}

TEST(Fault, Misaligned) {
  Array<int> out(64);
  const Outcome outcome = run_text(kernel("\tst.global.u32 [%out+2], %t;"), Parameters(out.address()));
  EXPECT_EQ(cuda_result(outcome.fault), 716);
  expect_in(first_line(outcome.report), {"misaligned write of 4 bytes"});
}

TEST(Fault, VectorsAreAlignedToTheirWholeSize) {
  Array<int> out(64);
  EXPECT_EQ(
      cuda_result(run_text(kernel("\tst.global.v2.u32 [%out], {%t, %t};"), Parameters(out.address())).fault),
      716);
}

TEST(Fault, WriteToConstantMemory) {
  const Outcome outcome = run_text(
      kernel("\tmov.u64 %rd1, table;\n\tst.u32 [%rd1], %t;", ".const .u32 table[4] = {1, 2, 3, 4};\n"),
      Parameters(Address{0}));
  EXPECT_EQ(cuda_result(outcome.fault), 700);
  expect_in(outcome.report, {"write to constant memory", "'table'"});
}

TEST(Fault, UninitialisedDeviceMemory) {
  Array<int> in(32, false), out(32);
  const std::string text =
      kernel("\tld.param.u64 %rd1, [in];\n\tld.global.u32 %r1, [%rd1+4];\n\tst.global.u32 [%out], %r1;", "",
             ".param .u64 out, .param .u64 in");
  const Outcome outcome = run_text(text, Parameters(out.address(), in.address()));
  EXPECT_EQ(cuda_result(outcome.fault), 719);
  expect_in(first_line(outcome.report), {"uninitialised read of 4 bytes"});
  MemoryTable::process().mark_initialised(in.address() + 4, 4);
  EXPECT_EQ(run_text(text, Parameters(out.address(), in.address())).fault, Fault::none);
}

TEST(Fault, WhatAKernelWroteCountsAsInitialised) {
  Array<int> out(32, false);
  EXPECT_EQ(
      run_text(kernel("\tst.global.u32 [%out], %t;\n\tld.global.u32 %r1, [%out];"), Parameters(out.address()))
          .fault,
      Fault::none);
}

TEST(Fault, UninitialisedSharedMemory) {
  Array<int> out(32);
  const char* body =
      "\t.shared .align 4 .b8 tile[128];\n\tmov.u32 %r1, tile;\n\tmad.lo.u32 %r1, %t, 4, "
      "%r1;\n\tst.shared.u32 [%r1], %t;\n"
      "\tld.shared.u32 %r2, [tile+%d];\n\tst.global.u32 [%out], %r2;";
  std::string fine = body, wrong = body;
  fine.replace(fine.find("%d"), 2, "124");
  wrong.replace(wrong.find("%d"), 2, "64");
  EXPECT_EQ(run_text(kernel(fine), Parameters(out.address())).fault, Fault::none);
  expect_in(run_text(kernel(wrong), Parameters(out.address()), {.block = {16, 1, 1}}).report,
            {"uninitialised read of 4 bytes at 0x40 in shared memory"});
}

TEST(Fault, SharedMemoryEndsWhereTheLaunchSays) {
  Array<int> out(64);
  const std::string text =
      kernel("\tmov.u32 %r1, pool;\n\tmad.lo.u32 %r1, %t, 4, %r1;\n\tst.shared.u32 [%r1], %t;",
             ".extern .shared .align 4 .b8 pool[];\n");
  EXPECT_EQ(run_text(text, Parameters(out.address()), {.block = {64, 1, 1}, .dynamic_shared = 256}).fault,
            Fault::none);
  const Outcome outcome =
      run_text(text, Parameters(out.address()), {.block = {64, 1, 1}, .dynamic_shared = 255});
  EXPECT_EQ(cuda_result(outcome.fault), 700);
  expect_in(outcome.report,
            {"out-of-bounds write of 4 bytes at 0xfc in shared memory", "thread (63,0,0)", "255 bytes"});
}

TEST(Fault, BarrierThatExitedThreadsNeverReach) {
  Array<int> out(64);
  const Outcome outcome = run_text(kernel("\tsetp.gt.u32 %p1, %t, 39;\n\t@%p1 ret;\n\tbar.sync 0;"),
                                   Parameters(out.address()), {.block = {64, 1, 1}});
  EXPECT_EQ(cuda_result(outcome.fault), 719);
  expect_in(first_line(outcome.report),
            {"barrier that 24 of the block's 64 threads never reach", "thread (0,0,0)"});
  expect_in(outcome.report, {"thread (40,0,0)", "GPU_EMULATOR_SYNCCHECK"});
}

TEST(Fault, WarpThatPartsAtTwoBarriers) {
  Array<int> out(32);
  const Outcome outcome = run_text(
      kernel("\tsetp.gt.u32 %p1, %t, 9;\n\t@%p1 bra B;\n\tbar.sync 0;\n\tbra E;\nB:\n\tbar.sync 0;\nE:"),
      Parameters(out.address()));
  EXPECT_EQ(cuda_result(outcome.fault), 719);
  expect_in(first_line(outcome.report), {"divergent barrier"});
}

TEST(Fault, DeadlockBetweenTwoBarriers) {
  Array<int> out(64);
  const Outcome outcome = run_text(
      kernel("\tsetp.gt.u32 %p1, %t, 31;\n\t@%p1 bra B;\n\tbar.sync 1;\n\tbra E;\nB:\n\tbar.sync 2;\nE:"),
      Parameters(out.address()), {.block = {64, 1, 1}});
  EXPECT_EQ(cuda_result(outcome.fault), 719);
  expect_in(outcome.report, {"deadlock", "32 threads wait at PTX line 16", "32 threads wait at PTX line 19"});
}

TEST(Fault, ShuffleFromALaneOutsideTheMask) {
  Array<int> out(32);
  const Outcome outcome =
      run_text(kernel("\tsetp.gt.u32 %p1, %t, 7;\n\t@%p1 ret;\n\tshfl.sync.idx.b32 %r1, %t, 9, 31, 255;"),
               Parameters(out.address()));
  EXPECT_EQ(cuda_result(outcome.fault), 719);
  expect_in(first_line(outcome.report),
            {"shuffle: lane 0 reads lane 9, which is outside the member mask 0x000000ff"});
}

TEST(Fault, ShuffleFromALaneThatIsNotThere) {
  Array<int> out(32);
  const std::string shuffle = "\tshfl.sync.down.b32 %r1, %t, 1, 31, -1;";
  const Outcome exited =
      run_text(kernel("\tsetp.eq.u32 %p1, %t, 16;\n\t@%p1 exit;\n" + shuffle), Parameters(out.address()));
  EXPECT_EQ(cuda_result(exited.fault), 719);
  expect_in(first_line(exited.report), {"shuffle: lane 15 reads lane 16, which has exited"});
  const Outcome absent = run_text(kernel(shuffle), Parameters(out.address()), {.block = {20, 1, 1}});
  EXPECT_EQ(cuda_result(absent.fault), 719);
  expect_in(first_line(absent.report),
            {"shuffle: lane 19 reads lane 20, which does not exist in this block"});
}

TEST(Fault, LaneOutsideItsOwnMask) {
  Array<int> out(32);
  expect_in(run_text(kernel("\tshfl.sync.idx.b32 %r1, %t, 0, 31, 1;"), Parameters(out.address())).report,
            {"lane 1 is not in its own member mask 0x00000001"});
}

TEST(Fault, ShuffleThatOneLaneNeverReaches) {
  Array<int> out(32);
  const Outcome outcome = run_text(
      kernel(
          "\tsetp.eq.u32 %p1, %t, 5;\n\t@%p1 bra B;\n\tbar.warp.sync -1;\n\tbra E;\nB:\n\tbar.sync 0;\nE:"),
      Parameters(out.address()));
  EXPECT_EQ(cuda_result(outcome.fault), 719);
  expect_in(outcome.report,
            {"deadlock", "31 threads wait", "for the lanes of mask 0xffffffff", "1 thread waits"});
}

TEST(Fault, Trap) {
  const Outcome outcome = run_text(kernel("\tsetp.eq.u32 %p1, %t, 3;\n\t@%p1 trap;"), Parameters(Address{0}));
  EXPECT_EQ(cuda_result(outcome.fault), 719);
  expect_in(first_line(outcome.report), {"trap in kernel 'k', thread (3,0,0)"});
}

TEST(Fault, TrapOfAGridBarrierOutsideACooperativeLaunch) {
  const char* const advice = "launch with .cooperative = true";
  // The head of cooperative groups' grid.sync().
  const std::string meet = kernel("\tmov.u32 %r1, %envreg2;\n\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 trap;");
  expect_in(run_text(meet, Parameters(Address{0})).report, {"trap in kernel 'k'", advice});
  EXPECT_EQ(run_text(meet, Parameters(Address{0}), {.cooperative = true}).fault, Fault::none);
  const std::string other = kernel("\tmov.u32 %r1, %envreg2;\n\ttrap;");
  const Outcome cooperative = run_text(other, Parameters(Address{0}), {.cooperative = true});
  EXPECT_EQ(cooperative.report.find(advice), std::string::npos) << cooperative.report;
  const Outcome plain = run_text(kernel("\ttrap;"), Parameters(Address{0}));
  EXPECT_EQ(plain.report.find(advice), std::string::npos) << plain.report;
}

TEST(Fault, LoopBudget) {  // the test program sets GPU_EMULATOR_BUDGET
  const Outcome outcome = run_text(kernel("L:\n\tbra L;"), Parameters(Address{0}));
  EXPECT_EQ(cuda_result(outcome.fault), 702);
  expect_in(first_line(outcome.report), {"more than the budget of 30000000", "GPU_EMULATOR_BUDGET"});
}

TEST(Fault, TheLowestBlockIsReported) {
  Array<int> out(32);
  const std::string text = kernel("\tmov.u32 %r1, %ctaid.x;\n\tsetp.gt.u32 %p1, %r1, 2;\n\t@%p1 trap;");
  for (int i = 0; i < 20; ++i)
    expect_in(run_text(text, Parameters(out.address()), {.grid = {64, 1, 1}}).report, {"block (3,0,0)"});
}

TEST(Fault, SourceLineFromLoc) {
  const std::string text = kernel("\t.loc 1 42 7\n\ttrap;", ".file 1 \"dir/a.cu\"\n");
  expect_in(first_line(run_text(text, Parameters(Address{0})).report), {"dir/a.cu:42"});
}

TEST(Fault, WithoutLocTheReportSaysHowToGetTheSourceLine) {
  const char* const advice = "COMPILE_OPTIONS -lineinfo";
  expect_in(run_text(kernel("\ttrap;"), Parameters(Address{0})).report, {advice});
  const std::string text = kernel("\t.loc 1 42 7\n\ttrap;", ".file 1 \"dir/a.cu\"\n");
  EXPECT_EQ(run_text(text, Parameters(Address{0})).report.find(advice), std::string::npos);
}

TEST(Fault, NullPointer) {
  const Outcome outcome = run_text(kernel("\tst.global.u32 [%out], %t;"), Parameters(Address{0}));
  EXPECT_EQ(cuda_result(outcome.fault), 700);
  expect_in(first_line(outcome.report), {"null pointer: write of 4 bytes at 0x0 in global memory"});
  EXPECT_EQ(outcome.report.find("allocation #"), std::string::npos) << outcome.report;
}

TEST(Fault, NullPointerWithAnIndex) {
  const std::string above = kernel("\tst.global.u32 [%out+64], %t;"),
                    below = kernel("\tst.global.u32 [%out+-64], %t;");
  expect_in(run_text(above, Parameters(Address{0})).report,
            {"null pointer: write of 4 bytes at 0x40", "64 bytes behind null"});
  expect_in(run_text(below, Parameters(Address{0})).report, {"null pointer: write", "64 bytes before null"});
}

TEST(Fault, AddressFarFromAllDeviceMemoryNamesNoNeighbour) {
  Array<int> out(32);
  const Outcome outcome =
      run_text(kernel("\tst.global.u32 [%out], %t;"), Parameters(out.address() + (Address{1} << 40)));
  expect_in(first_line(outcome.report), {"out-of-bounds write of 4 bytes"});
  expect_in(outcome.report, {"it is no device memory", "is it host memory?"});
  EXPECT_EQ(outcome.report.find("allocation #"), std::string::npos) << outcome.report;
}

TEST(Fault, AddressBesideDeviceMemoryMayBeAHostPointer) {
  Array<int> out(1 << 16);
  const Address behind = out.address() + out.size() * sizeof(int);
  const std::string text = kernel("\tst.global.u32 [%out], %t;");
  const char* const question = "is it host memory?";
  EXPECT_EQ(run_text(text, Parameters(behind)).report.find(question), std::string::npos);
  expect_in(run_text(text, Parameters(behind + (1 << 20))).report, {question});
}

/// As kernel(), under another name.
std::string renamed(const std::string& name, const std::string& body) {
  std::string text = kernel(body);
  return text.replace(text.find(" k("), 3, " " + name + "(");
}

Outcome run_entry(const std::string& name, const std::string& body) {
  const auto module = load_or_fail(renamed(name, body));
  if (module == nullptr) return {};
  const Parameters parameters(Address{0});
  Launch launch;
  launch.module = module;
  launch.entry = module->find_entry(name)->index;
  launch.parameters = parameters.bytes();
  return run(launch);
}

TEST(Fault, KernelsAreNamedAsTheSourceNamesThem) {
  const std::pair<const char*, const char*> names[] = {
      {"_ZN4mine4fillEPfNS_4ModeEj", "mine::fill"},
      {"_ZN4mine5scaleIfLi4EEEvPT_", "mine::scale<float, 4>"},
      {"_ZN12_GLOBAL__N_15clearEPf", "(anonymous namespace)::clear"},
      {"_Z5applyPFvvE", "apply"},
      {"i", "i"},
      {"_Znonsense", "_Znonsense"},
  };
  for (const auto& [mangled, shown] : names) {
    const std::string report = run_entry(mangled, "\ttrap;").report;
    expect_in(first_line(report), {("in kernel '" + std::string(shown) + "', thread").c_str()});
    if (std::string(mangled) != shown) expect_in(report, {("in the PTX " + std::string(mangled)).c_str()});
  }
  expect_in(run_entry("_ZN4mine4fillEPfNS_4ModeEj", "\ttrap;").report,
            {"kernel: mine::fill(float*, mine::Mode, unsigned int), in the PTX"});
}

TEST(Fault, CallToNoFunction) {
  const std::string with_prototype =
      kernel("p0: .callprototype ()_ ();\n\tmov.u64 %rd1, 64;\n\tcall %rd1, (), p0;");
  EXPECT_EQ(cuda_result(run_text(with_prototype, Parameters(Address{0})).fault), 718);
}

}  // namespace
}  // namespace gpu_emulator::test
