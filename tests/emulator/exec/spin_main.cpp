/// Threads that wait in a loop for what another does: they end under every schedule, and where they cannot, a
/// report says so. The program runs itself with many seeds and thread counts.

#include "run_ptx.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <unistd.h>

namespace gpu_emulator::test {
namespace {

struct Program {
  const char* name;
  std::string body;
  Shape shape;
  const char* report = nullptr;  ///< what the report says; null: the kernel ends
  const char* line = nullptr;    ///< and in one of its other lines
};

const std::string warp_number = "\tshr.u32 %r8, %t, 5;\n";
const std::string shared = "\t.shared .align 8 .b8 s[64];\n\tmov.u32 %r9, s;\n";
const std::string zeroed =
    shared +
    "\tst.shared.u64 [s], 0;\n\tst.shared.u64 [s+8], 0;\n\tst.shared.u64 [s+16], 0;\n\tbar.sync 0;\n";
const std::string in_generic_space = "\tcvta.shared.u64 %rd1, %rd2;\n";

std::string barrier_of(unsigned count) {
  return shared + "\tsetp.eq.u32 %p1, %t, 0;\n\t@%p1 mbarrier.init.shared.b64 [s], " + std::to_string(count) +
         ";\n\tbar.sync 0;\n";
}

/// Every thread arrives and waits, eight phases long; `wait` is test_wait or try_wait.
std::string phases(const std::string& wait) {
  std::string body = barrier_of(256) + "\tmov.u32 %r1, 0;\nNEXT:\n\tmbarrier.arrive.shared.b64 %rd1, [s];\n";
  body += "\tand.b32 %r2, %r1, 1;\nWAIT:\n\tmbarrier." + wait + ".parity.shared.b64 %p2, [s], %r2;\n";
  return body +
         "\t@!%p2 bra WAIT;\n\tadd.u32 %r1, %r1, 1;\n\tsetp.lt.u32 %p3, %r1, 8;\n\t@%p3 bra NEXT;\n"
         "\tst.global.u32 [%out], %r1;";
}

/// Warp 0 produces, the others consume, by a full and an empty barrier.
std::string pipeline() {
  return shared + warp_number +
         "\tsetp.eq.u32 %p1, %t, 0;\n\t@%p1 mbarrier.init.shared.b64 [s], 32;\n"
         "\t@%p1 mbarrier.init.shared.b64 [s+8], 224;\n\t@%p1 st.shared.u32 [s+16], 0;\n\tbar.sync 0;\n"
         "\tmov.u32 %r1, 0;\n\tmov.u32 %r3, 0;\n\tsetp.ne.u32 %p1, %r8, 0;\nNEXT:\n\tand.b32 %r2, %r1, 1;\n"
         "\t@%p1 bra CONSUME;\n\tsetp.eq.u32 %p3, %t, 7;\n\t@%p3 st.shared.u32 [s+16], %r1;\n"
         "\tmbarrier.arrive.shared.b64 _, [s];\nEMPTY:\n\tmbarrier.test_wait.parity.shared.b64 %p2, [s+8], "
         "%r2;\n"
         "\t@!%p2 bra EMPTY;\n\tbra ON;\nCONSUME:\n\tmbarrier.try_wait.parity.shared.b64 %p2, [s], %r2;\n"
         "\t@!%p2 bra CONSUME;\n\tld.shared.u32 %r4, [s+16];\n\tadd.u32 %r3, %r3, %r4;\n"
         "\tmbarrier.arrive.shared.b64 _, [s+8];\nON:\n\tadd.u32 %r1, %r1, 1;\n\tsetp.lt.u32 %p3, %r1, 20;\n"
         "\t@%p3 bra NEXT;\n\tst.global.u32 [%out], %r3;";
}

/// `waits` and `sets` are values of register %r8; the flag is a word of shared memory.
std::string flag(const std::string& number, unsigned waits, unsigned sets, const std::string& load,
                 const std::string& before_set = "") {
  return zeroed + number + "\tsetp.ne.u32 %p1, %r8, " + std::to_string(waits) +
         ";\n\t@%p1 bra OTHER;\nWAIT:\n" + load +
         "\tsetp.eq.u32 %p2, %r1, 0;\n\t@%p2 bra WAIT;\n\tst.global.u32 [%out], %r1;\nOTHER:\n" +
         "\tsetp.ne.u32 %p1, %r8, " + std::to_string(sets) + ";\n\t@%p1 bra E;\n" + before_set +
         "\tst.volatile.shared.u32 [s], 5;\nE:";
}

/// Block i waits for block i + step, the last of them for nobody.
std::string chain(int step, const std::string& wait, unsigned blocks = 12) {
  const std::string last = std::to_string(step > 0 ? blocks - 1 : 0);
  return "\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tadd.u32 %r2, %r1, " +
         std::to_string(step) + ";\n\tsetp.ne.u32 %p1, %t, 0;\n\t@%p1 bra E;\n\tsetp.eq.u32 %p1, %r1, " +
         last + ";\n\tmov.u32 %r4, 0;\n\t@%p1 bra SET;\n\tmad.wide.s32 %rd2, %r2, 4, %rd1;\nWAIT:\n" + wait +
         "\tsetp.eq.u32 %p2, %r4, 0;\n\t@%p2 bra WAIT;\nSET:\n\tmad.wide.u32 %rd3, %r1, 4, %rd1;\n"
         "\tadd.u32 %r4, %r4, 3;\n\tst.volatile.global.u32 [%rd3], %r4;\nE:";
}

/// Each thread takes a lock by compare-and-swap and adds to a sum that nothing else guards.
std::string lock(const std::string& space, const std::string& address, const std::string& back_off) {
  return zeroed + "\tld.param.u64 %rd1, [out];\nTRY:\n\tatom." + space + ".cas.b32 %r1, [" + address +
         "], 0, 1;\n\tsetp.eq.u32 %p1, %r1, 0;\n\t@%p1 bra IN;\n" + back_off +
         "\tbra TRY;\nIN:\n\tld.volatile." + space + ".u32 %r2, [" + address +
         "+8];\n\tadd.u32 %r2, %r2, 1;\n\tst.volatile." + space + ".u32 [" + address +
         "+8], %r2;\n\tmembar.gl;\n\tatom." + space + ".exch.b32 %r1, [" + address +
         "], 0;\n\tbar.sync 0;\n\tld.volatile." + space + ".u32 %r2, [" + address +
         "+8];\n\tsetp.gt.u32 %p1, %t, 3;\n\t@%p1 st.global.u32 [%out], %r2;";
}

/// Counts to `turns` in registers alone.
std::string long_way(unsigned turns) {
  return "\tmov.u32 %r3, 0;\nCOUNT:\n\tadd.u32 %r3, %r3, 1;\n\tsetp.lt.u32 %p3, %r3, " +
         std::to_string(turns) + ";\n\t@%p3 bra COUNT;\n";
}

std::vector<Program> programs(bool long_ones) {
  const Shape one{}, block{.block = {256, 1, 1}}, many{.grid = {12, 1, 1}, .block = {64, 1, 1}};
  const std::string lane = "\tmov.u32 %r8, %t;\n", load = "\tld.volatile.shared.u32 %r1, [s];\n",
                    sleepy = load + "\tnanosleep.u32 100;\n",
                    generic = "\tmov.u64 %rd2, s;\n" + in_generic_space + "\tld.volatile.u32 %r1, [%rd1];\n";
  const std::string far = "\tld.volatile.global.u32 %r4, [%rd2];\n";
  const char* const endless = "deadlock: threads wait in a loop for what no thread of the block will do";
  std::vector<Program> list = {
      {"phases by test_wait", phases("test_wait"), block},
      {"phases by try_wait", phases("try_wait"), block},
      {"pipeline", pipeline(), block},
      {"flag of a later warp", flag(warp_number, 0, 7, load), block},
      {"flag of an earlier warp", flag(warp_number, 7, 0, sleepy), block},
      {"flag of a later lane", flag(lane, 0, 31, load), one},
      {"flag of an earlier lane", flag(lane, 31, 0, sleepy), one},
      {"flag by a generic address", flag(lane, 3, 4, generic), one},
      {"flag of an earlier block", chain(-1, far), many},
      {"flag of a later block", chain(1, far), many},
      {"flags of many blocks", chain(-1, far, 150), {.grid = {150, 1, 1}, .block = {32, 1, 1}}},
      {"flag of a block, acquired, asleep",
       chain(1, "\tld.acquire.gpu.u32 %r4, [%rd2];\n\tnanosleep.u32 50;\n"), many},
      {"flag of a block, atomic", chain(1, "\tatom.global.or.b32 %r4, [%rd2], 0;\n"), many},
      {"lock in shared memory", lock("shared", "s", ""), many},
      {"lock in global memory, asleep", lock("global", "%rd1", "\tnanosleep.u32 20;\n"), block},
      {"mbarrier without its last arrival",
       barrier_of(257) + "\tmbarrier.arrive.shared.b64 %rd1, [s];\nWAIT:\n"
                         "\tmbarrier.try_wait.shared.b64 %p2, [s], %rd1;\n\t@!%p2 bra WAIT;",
       block, endless, "256 threads wait at PTX line"},
      {"mbarrier whose phase has gone by",
       barrier_of(1) + "\tsetp.ne.u32 %p1, %t, 0;\n\t@%p1 bra JOIN;\n\tmbarrier.arrive.shared.b64 _, [s];\n"
                       "\tmbarrier.arrive.shared.b64 _, [s];\nJOIN:\n\tbar.sync 0;\nWAIT:\n"
                       "\tmbarrier.test_wait.parity.shared.b64 %p2, [s], 0;\n\t@!%p2 bra WAIT;",
       block, endless, "mbarrier.test_wait.parity.shared.b64 %p2, [s], 0;, in a loop"},
      {"flag that nobody sets", flag(lane, 3, 99, sleepy), one, endless, "1 thread waits"},
      {"flag by a generic address that nobody sets", flag(lane, 3, 99, generic), one, endless,
       "1 thread waits"},
      {"flag that is set behind a barrier", flag(warp_number, 1, 0, load, "\tbar.sync 1, 64;\n"), block,
       endless, "32 threads wait at PTX line"},
  };
  if (long_ones)
    list.push_back({"flag after a long way", flag(warp_number, 0, 1, load, long_way(2'000'000)), block});
  return list;
}

int run_all(bool long_ones) {
  int wrong = 0;
  for (const Program& program : programs(long_ones)) {
    Array<unsigned> out(std::vector<unsigned>(4096));
    const Outcome outcome = run_text(kernel(program.body), Parameters(out.address()), program.shape);
    unsigned sum = 0;
    if (outcome.fault == Fault::none)
      for (std::size_t i = 0; i < out.size(); ++i) sum += out[i];
    std::printf("%s: %d, sum %u\n", program.name, cuda_result(outcome.fault), sum);
    const bool right = program.report == nullptr ? outcome.fault == Fault::none && sum != 0
                                                 : outcome.report.find(program.report) != std::string::npos &&
                                                       outcome.report.find(program.line) != std::string::npos;
    if (!right) std::printf("    wrong: %s\n", outcome.report.c_str());
    wrong += right ? 0 : 1;
  }
  return wrong;
}

std::string output_of(const std::string& command, bool& ended_well) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  ended_well = pclose(pipe) == 0;
  return text;
}

}  // namespace
}  // namespace gpu_emulator::test

int main(int argc, char** argv) {
  using namespace gpu_emulator::test;
  if (argc > 1) return run_all(std::string(argv[1]) == "long") == 0 ? 0 : 1;
  // What hangs ends by the budget, as a fault that no program expects.
  setenv("GPU_EMULATOR_BUDGET", "100000000", 1);
  constexpr unsigned seeds = 4;
  constexpr unsigned threads[] = {1, 2, 5};
  std::string first;
  int wrong = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const std::string environment = "GPU_EMULATOR_SEED=" + std::to_string(seed) +
                                    " GPU_EMULATOR_THREADS=" + std::to_string(threads[seed % 3]);
    bool ended_well = false;
    std::string text =
        output_of(environment + " /proc/" + std::to_string(getpid()) + "/exe each", ended_well);
    if (first.empty()) first = text;
    if (ended_well && text == first) continue;
    std::printf("%s:\n%s\n", environment.c_str(), text.c_str());
    ++wrong;
  }
  wrong += run_all(true);
  std::printf("%u seeds, %d wrong\n", seeds, wrong);
  return wrong == 0 ? 0 : 1;
}
