/// The same output and the same reports on any number of threads and in any order of blocks and warps: the
/// program runs itself in several environments and compares what it prints.

#include "run_ptx.hpp"

#include <array>
#include <cstdio>
#include <map>
#include <regex>

#include <unistd.h>

namespace gpu_emulator::test {
namespace {

struct Program {
  const char* body;
  const char* module;
  bool any_order = true;  ///< the order of blocks and warps makes no difference
};

/// Correct kernels of 40 blocks, and faulty ones; `out` has 4,096 zeros.
const Program programs[] = {
    // Every block adds up floating-point numbers of very different size.
    {"\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, %ctaid.x;\n\tmad.lo.u32 %r1, %r1, 977, %t;\n\tmul.lo.u32 "
     "%r1, %r1, "
     "2654435761;\n\tcvt.rn.f32.u32 %f1, %r1;\n\tex2.approx.f32 %f2, 0f41a00000;\n\tdiv.rn.f32 %f1, %f1, "
     "%f2;\n"
     "\tred.global.add.f32 [%rd1], %f1;",
     "", false},
    // Tickets.
    {"\tld.param.u64 %rd1, [out];\n\tatom.global.add.u32 %r1, [%rd1], 1;\n\tmov.u32 %r2, "
     "%ctaid.x;\n\tmad.lo.u32 %r2, "
     "%r2, 64, %t;\n\tadd.u32 %r2, %r2, 1;\n\tmad.wide.u32 %rd2, %r2, 4, %rd1;\n\tst.global.u32 [%rd2], %r1;",
     "", false},
    // An exchange through shared memory, and a vote.
    {"\t.shared .align 4 .b8 s[256];\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r1, %t, 4, %r1;\n\tmov.u32 %r2, "
     "%ctaid.x;\n"
     "\tmad.lo.u32 %r3, %r2, 64, %t;\n\tst.shared.u32 [%r1], %r3;\n\tbar.sync 0;\n\txor.b32 %r4, %t, "
     "63;\n\tmov.u32 %r5, "
     "s;\n\tmad.lo.u32 %r5, %r4, 4, %r5;\n\tld.shared.u32 %r6, [%r5];\n\tld.param.u64 %rd1, "
     "[out];\n\tmad.wide.u32 %rd2, "
     "%r3, 4, %rd1;\n\tst.global.u32 [%rd2], %r6;",
     ""},
    // Each block prints.
    {"\t{\n\t.param .b64 f;\n\t.param .b64 a;\n\t.param .b32 n;\n\t.local .align 8 .b8 l[8];\n\tsetp.ne.u32 "
     "%p1, %t, 0;\n"
     "\t@%p1 ret;\n\tmov.u32 %r1, %ctaid.x;\n\tst.local.u32 [l], %r1;\n\tmov.u64 %rd1, "
     "text;\n\tcvta.global.u64 %rd1, "
     "%rd1;\n\tmov.u64 %rd2, l;\n\tcvta.local.u64 %rd2, %rd2;\n\tst.param.b64 [f], %rd1;\n\tst.param.b64 "
     "[a], "
     "%rd2;\n\tcall.uni (n), vprintf, (f, a);\n\t}",
     ".extern .func (.param .b32 n) vprintf(.param .b64 f, .param .b64 a);\n.global .align 1 .b8 text[10] = "
     "{98, 108, 111, "
     "99, 107, 32, 37, 100, 10, 0};\n"},
    // The fault of the lowest block counts, whichever comes first.
    {"\tmov.u32 %r1, %ctaid.x;\n\tsetp.gt.u32 %p1, %r1, 6;\n\tsetp.eq.and.u32 %p1, %t, 37, %p1;\n\t@%p1 "
     "trap;",
     ""},
    {"\tmov.u32 %r1, %ctaid.x;\n\tshl.b32 %r1, %r1, 10;\n\tmad.wide.u32 %rd1, %r1, 4, %out;\n\tst.global.u32 "
     "[%rd1], %t;",
     "", false},
    // Half of the block meets elsewhere.
    {"\tsetp.gt.u32 %p1, %t, 31;\n\t@%p1 bra B;\n\tbar.sync 1, 64;\n\tbra E;\nB:\n\tbar.sync 2, 64;\nE:", ""},
};

void print_all(bool shuffled) {
  for (const Program& program : programs) {
    if (shuffled && !program.any_order) continue;
    Array<unsigned> out(std::vector<unsigned>(4096));
    std::string printed;
    const Outcome outcome = run_text(kernel(program.body, program.module), Parameters(out.address()),
                                     {.grid = {40, 1, 1}, .block = {64, 1, 1}, .printed = &printed});
    std::uint64_t digest = 1469598103934665603u;
    if (outcome.fault == Fault::none)
      for (std::size_t i = 0; i < out.size(); ++i) digest = (digest ^ out[i]) * 1099511628211u;
    // Addresses and serial numbers are the process's own.
    const std::string report = std::regex_replace(outcome.report, std::regex("0x[0-9a-f]{6,}|#[0-9]+"), "X");
    std::printf("%d %016llx\n%s%s", cuda_result(outcome.fault), static_cast<unsigned long long>(digest),
                printed.c_str(), report.c_str());
  }
}

std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), count);
  return pclose(pipe) == 0 ? text : "it ended badly";
}

}  // namespace
}  // namespace gpu_emulator::test

int main(int argc, char** argv) {
  using namespace gpu_emulator::test;
  if (argc > 1) {
    print_all(std::string(argv[1]) == "shuffled");
    return 0;
  }
  const std::pair<const char*, const char*> runs[] = {
      {"all", "GPU_EMULATOR_THREADS=1"},
      {"all", "GPU_EMULATOR_THREADS=2"},
      {"all", "GPU_EMULATOR_THREADS=5"},
      {"all", "GPU_EMULATOR_ISA=portable"},
      {"all", "GPU_EMULATOR_THREADS=2 GPU_EMULATOR_SEED=0"},
      {"shuffled", "GPU_EMULATOR_THREADS=1"},
      {"shuffled", "GPU_EMULATOR_THREADS=1 GPU_EMULATOR_SEED=1"},
      {"shuffled", "GPU_EMULATOR_THREADS=2 GPU_EMULATOR_SEED=2"},
      {"shuffled", "GPU_EMULATOR_THREADS=5 GPU_EMULATOR_SEED=77"},
  };
  std::map<std::string, std::string> first;
  int wrong = 0;
  for (const auto& [which, environment] : runs) {
    const std::string text =
        output_of(std::string(environment) + " /proc/" + std::to_string(getpid()) + "/exe " + which);
    const std::string& expected = first.emplace(which, text).first->second;
    if (text == expected && text.size() > 1000) continue;
    std::printf("%s prints another text:\n%s\n---- the first:\n%s\n", environment, text.c_str(),
                expected.c_str());
    ++wrong;
  }
  std::printf("%zu environments, %d differ\n", std::size(runs), wrong);
  return wrong == 0 ? 0 : 1;
}
