/// Accesses at the edges of what is allowed: memory that is written in part, memory that goes while a kernel
/// runs, parameters through an address, vectors of atomics.

#include "run_ptx.hpp"

#include <atomic>
#include <thread>

namespace gpu_emulator::test {
namespace {

constexpr unsigned lanes = 32;

void expect_in(const std::string& report, const std::string& words) {
  EXPECT_NE(report.find(words), std::string::npos) << "no '" << words << "' in:\n" << report;
}

/// A row of bytes, one a lane, at every place within a bitmap's byte; all but one of them are written.
TEST(AccessEdges, OneByteOfARowIsUnwritten) {
  // An access before makes the allocation a known one.
  const std::string address =
      "\tld.param.u64 %rd1, [known];\n\tld.global.u8 %r1, [%rd1];\n\tld.param.u64 %rd1, "
      "[out];\n\tcvt.u64.u32 "
      "%rd2, %t;\n\tadd.u64 %rd1, %rd1, %rd2;\n";
  const std::string parameters = ".param .u64 out, .param .u64 known";
  const auto store = load_or_fail(kernel(address + "\tst.global.u8 [%rd1], %t;", "", parameters));
  const auto load = load_or_fail(kernel(address + "\tld.global.u8 %r1, [%rd1];", "", parameters));
  MemoryTable& table = MemoryTable::process();
  for (unsigned offset = 0; offset < 8; ++offset)
    for (unsigned missing = 0; missing < lanes; ++missing) {
      Array<unsigned char> memory(64, false);
      const Address first = memory.address() + offset, known = memory.address() + 63;
      table.mark_initialised(known, 1);
      for (unsigned i = 0; i < lanes; ++i)
        if (i != missing) table.mark_initialised(first + i, 1);
      const Outcome read = run_module(load, Parameters(first, known));
      EXPECT_EQ(cuda_result(read.fault), 719) << offset << ", " << missing;
      expect_in(read.report, "thread (" + std::to_string(missing) + ",0,0)");
      EXPECT_EQ(run_module(store, Parameters(first, known)).fault, Fault::none);
      for (unsigned i = 0; i < 63; ++i)
        EXPECT_EQ(table.is_initialised(memory.address() + i, 1), i >= offset && i < offset + lanes)
            << offset << ", " << missing << ": byte " << i;
      EXPECT_EQ(run_module(load, Parameters(first, known)).fault, Fault::none);
    }
}

TEST(AccessEdges, MemoryThatIsFreedWhileAKernelRuns) {
  const std::string text = kernel(
      "\tld.param.u64 %rd1, [flag];\n\tst.global.u32 [%out], %t;\n\tst.volatile.global.u32 [%rd1], 1;\n"
      "W:\n\tld.volatile.global.u32 %r1, [%rd1];\n\tsetp.ne.u32 %p1, %r1, 2;\n\t@%p1 bra W;\n"
      "\tst.global.u32 [%out], %t;",
      "", ".param .u64 out, .param .u64 flag");
  MemoryTable& table = MemoryTable::process();
  const Address data = table.allocate(128, 256, MemoryKind::device);
  Array<unsigned> flag(std::vector<unsigned>{0});
  std::atomic<bool> ended = false;
  std::thread host([&] {
    while (!ended && __atomic_load_n(flag.data(), __ATOMIC_ACQUIRE) != 1) std::this_thread::yield();
    table.free(data);
    __atomic_store_n(flag.data(), 2u, __ATOMIC_RELEASE);
  });
  const Outcome outcome = run_text(text, Parameters(data, flag.address()));
  ended = true;
  host.join();
  EXPECT_EQ(cuda_result(outcome.fault), 700);
  expect_in(outcome.report, "use after free");
}

TEST(AccessEdges, ReportsGiveTheOffsetInSharedAndLocalMemory) {
  for (const std::string space : {"shared", "local"}) {
    const std::string before = "\t." + space + " .align 16 .b8 s[64];\n\tst." + space + ".u32 ";
    const Outcome misaligned = run_text(kernel(before + "[s+38], %t;"), Parameters(Address{0}));
    EXPECT_EQ(cuda_result(misaligned.fault), 716);
    expect_in(misaligned.report, "misaligned write of 4 bytes at 0x26 in " + space + " memory");
    const Outcome outside = run_text(kernel(before + "[s+1048576], %t;"), Parameters(Address{0}));
    EXPECT_EQ(cuda_result(outside.fault), 700);
    expect_in(outside.report, "write of 4 bytes at 0x100000 in " + space + " memory");
  }
}

/// A launch's parameters end 8 bytes behind `b`, at a multiple of 16.
TEST(AccessEdges, LaunchParametersThroughAnAddress) {
  const std::string pair = "{%r1, %r2}", four = "{%r1, %r2, %r3, %r4}";
  const struct {
    const char* type;
    std::string values;
    int bytes;
  } loads[] = {{"u8", "%r1", 1},    {"u16", "%r1", 2},   {"u32", "%r1", 4},   {"u64", "%rd2", 8},
               {"v2.u16", pair, 4}, {"v4.u16", four, 8}, {"v2.u32", pair, 8}, {"v4.u32", four, 16}};
  for (const auto& load : loads) {
    const auto at = [&](int offset) {
      return cuda_result(run_text(kernel("\tmov.u64 %rd1, b;\n\tld.param." + std::string(load.type) + " " +
                                             load.values + ", [%rd1+" + std::to_string(offset) + "];",
                                         "", ".param .u64 out, .param .align 8 .b8 b[8]"),
                                  Parameters(Address{0}, 5u, 6u))
                             .fault);
    };
    EXPECT_EQ(at(8 - load.bytes), 0) << load.type;
    EXPECT_EQ(at(-8), 0) << load.type;
    EXPECT_EQ(at(8), 700) << load.type;
    EXPECT_EQ(at(-8 - load.bytes), 700) << load.type;
    for (int reach = 1; reach < load.bytes; reach *= 2) {
      EXPECT_EQ(at(8 - load.bytes + reach), 700) << load.type << " " << reach;
      if (load.bytes < 16) {
        EXPECT_EQ(at(-8 + reach), 716) << load.type << " " << reach;
      }
    }
  }
}

/// k calls f, which stores to its result with `stores` (%d is the result's address, %a0 to %a3 are t + 1 to
/// t + 4); the result's 32 bytes go to out.
Outcome store_through_address(const Array<unsigned>& out, const std::string& stores) {
  const std::string function =
      ".func (.param .align 16 .b8 r[32]) f(.param .b32 x)\n{\n\t.reg .b32 %a<4>;\n\t.reg .b64 %d, "
      "%w;\n\tld.param.u32 %a0, [x];\n\tadd.u32 %a0, %a0, 1;\n\tadd.u32 %a1, %a0, 1;\n\tadd.u32 %a2, %a0, "
      "2;\n\tadd.u32 %a3, %a0, 3;\n\tmov.b64 %w, {%a0, %a1};\n\tmov.u64 %d, r;\n" +
      stores + "\n\tret;\n}\n";
  std::string body =
      "\tld.param.u64 %rd1, [out];\n\tmad.wide.u32 %rd1, %t, 32, %rd1;\n\t{\n\t.param .b32 "
      "a;\n\tst.param.b32 "
      "[a+0], %t;\n\t.param .align 16 .b8 v[32];\n\tcall.uni (v), f, (a);\n";
  for (unsigned at = 0; at < 32; at += 4)
    body += "\tld.param.b32 %r1, [v+" + std::to_string(at) + "];\n\tst.global.u32 [%rd1+" +
            std::to_string(at) + "], %r1;\n";
  return run_text(kernel(body + "\t}", function), Parameters(out.address()));
}

TEST(AccessEdges, StoresToParametersThroughAnAddress) {
  Array<unsigned> out(lanes * 8);
  Outcome outcome = store_through_address(
      out,
      "\tst.param.b32 [%d], %a3;\n\tst.param.b64 [%d+8], %w;\n\tst.param.v4.b32 [%d+16], {%a0, %a1, %a2, "
      "%a3};");
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned t = 0; t < lanes; ++t) {
    const unsigned expected[] = {t + 4, 0, t + 1, t + 2, t + 1, t + 2, t + 3, t + 4};
    for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(out[t * 8 + k], expected[k]) << t << ", word " << k;
  }
  outcome = store_through_address(
      out, "\tst.param.v2.b32 [%d+24], {%a1, %a2};\n\tst.param.b16 [%d+6], %a0;\n\tst.param.b8 [%d+3], %a0;");
  ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
  for (unsigned t = 0; t < lanes; ++t) {
    const unsigned expected[] = {(t + 1) << 24, (t + 1) << 16, 0, 0, 0, 0, t + 2, t + 3};
    for (unsigned k = 0; k < 8; ++k) EXPECT_EQ(out[t * 8 + k], expected[k]) << t << ", word " << k;
  }
  outcome = store_through_address(out, "\tst.param.v4.b32 [%d+1048576], {%a0, %a1, %a2, %a3};");
  EXPECT_EQ(cuda_result(outcome.fault), 700);
  expect_in(outcome.report, "write of 16 bytes");
  outcome = store_through_address(out, "\tst.param.b64 [%d+4], %w;");
  EXPECT_EQ(cuda_result(outcome.fault), 716);
  expect_in(outcome.report, "misaligned write of 8 bytes");
}

/// Vectors of atomics are as long, and aligned to as much, as all their elements.
TEST(AccessEdges, VectorsOfAtomics) {
  const struct {
    const char *operation, *values, *others;
    unsigned bytes;
  } forms[] = {
      {"add.v2.f32", "{%f0, %f1}", "{%f2, %f3}", 8},
      {"add.v4.f32", "{%f0, %f1, %f2, %f3}", "{%f4, %f5, %f6, %f7}", 16},
      {"add.noftz.v2.f16", "{%h0, %h1}", "{%h2, %h3}", 4},
      {"min.noftz.v4.bf16", "{%h0, %h1, %h2, %h3}", "{%h4, %h5, %h6, %h7}", 8},
      {"max.noftz.v8.f16", "{%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}",
       "{%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}", 16},
      {"add.noftz.v2.f16x2", "{%r8, %r9}", "{%r10, %r11}", 8},
      {"add.noftz.v4.bf16x2", "{%r8, %r9, %r10, %r11}", "{%r12, %r13, %r14, %r15}", 16},
  };
  std::string zeros = "\t.reg .b16 %h<8>;\n";
  for (unsigned i = 0; i < 8; ++i) {
    const std::string n = std::to_string(i);
    zeros += "\tmov.b16 %h" + n + ", 0;\n\tmov.b32 %f" + n + ", 0f00000000;\n\tmov.b32 %r" +
             std::to_string(8 + i) + ", 0;\n";
  }
  for (const auto& form : forms)
    for (const bool returns : {false, true}) {
      const std::string operation = std::string(returns ? "atom" : "red") + ".global." + form.operation;
      const auto at = [&](unsigned size, unsigned offset) {
        Array<unsigned char> memory(size);
        std::fill_n(memory.data(), size, static_cast<unsigned char>(0));
        std::string line =
            "\tsetp.eq.u32 %p1, %t, 9;\n\tld.param.u64 %rd1, [out];\n\t@%p1 " + operation + " ";
        if (returns) line += std::string(form.others) + ", ";
        line += "[%rd1+" + std::to_string(offset) + "], " + form.values + ";";
        return cuda_result(run_text(".version 8.1\n.target sm_90\n.address_size 64\n" + kernel(zeros + line),
                                    Parameters(memory.address()))
                               .fault);
      };
      EXPECT_EQ(at(64, 64 - form.bytes), 0) << operation;
      EXPECT_EQ(at(63, 64 - form.bytes), 700) << operation;
      EXPECT_EQ(at(64, 64), 700) << operation;
      for (unsigned bit = 1; bit < form.bytes; bit *= 2) EXPECT_EQ(at(64, 16 + bit), 716) << operation << bit;
    }
}

}  // namespace
}  // namespace gpu_emulator::test
