/// Arithmetic that the record of a GPU leaves out: comparisons of halves that take a predicate, what stays of
/// a NaN, video instructions of every type.

#include "run_ptx.hpp"

#include <algorithm>
#include <random>

namespace gpu_emulator::test {
namespace {

constexpr unsigned lanes = 32;

/// Runs `body`, which has the lane's a, b, c in %r1, %r2, %r3 and leaves a result in %r4.
Array<unsigned> run_lanes(const std::string& body, const unsigned (&inputs)[3][lanes]) {
  Array<unsigned> out(lanes), in(std::vector<unsigned>(&inputs[0][0], &inputs[0][0] + 3 * lanes));
  const std::string text = kernel(
      "\tld.param.u64 %rd1, [in];\n\tmad.wide.u32 %rd1, %t, 4, %rd1;\n\tld.global.u32 %r1, "
      "[%rd1];\n\tld.global.u32 %r2, [%rd1+128];\n\tld.global.u32 %r3, [%rd1+256];\n" +
          body + "\n\tst.global.u32 [%out], %r4;",
      "", ".param .u64 out, .param .u64 in");
  const Outcome outcome = run_text(text, Parameters(out.address(), in.address()));
  EXPECT_EQ(outcome.fault, Fault::none) << body << "\n" << outcome.report;
  return Array<unsigned>(std::vector<unsigned>(out.data(), out.data() + lanes));
}

TEST(Arithmetic, ComparisonsOfHalvesWithAPredicate) {
  // -2, 0, 1, 3
  const unsigned f16[] = {0xc000, 0, 0x3c00, 0x4200}, bf16[] = {0xc000, 0, 0x3f80, 0x4040};
  for (const std::string type : {"f16x2", "bf16x2"})
    for (const std::string combination : {"and", "or", "xor"})
      for (const bool negated : {false, true}) {
        const unsigned* const values = type == "f16x2" ? f16 : bf16;
        unsigned in[3][lanes];
        const auto low_a = [](unsigned i) { return i % 4; };
        const auto low_b = [](unsigned i) { return i / 4 % 4; };
        const auto high_a = [](unsigned i) { return i / 2 % 4; };
        const auto high_b = [](unsigned i) { return i * 3 % 4; };
        for (unsigned i = 0; i < lanes; ++i) {
          in[0][i] = values[low_a(i)] | values[high_a(i)] << 16;
          in[1][i] = values[low_b(i)] | values[high_b(i)] << 16;
          in[2][i] = i / 8 % 2;
        }
        const std::string c = std::string(negated ? "!" : "") + "%p3", compared = ".lt." + combination + ".";
        const Array<unsigned> out = run_lanes(
            "\tsetp.ne.u32 %p3, %r3, 0;\n\tsetp" + compared + type + " %p1|%p2, %r1, %r2, " + c +
                ";\n\tselp.u32 %r4, 1, 0, %p1;\n\t@%p2 add.u32 %r4, %r4, 2;\n\tset" + compared + "u32." +
                type + " %r5, %r1, %r2, " + c + ";\n\tand.b32 %r6, %r5, 0x00040004;\n\tor.b32 %r4, %r4, %r6;",
            in);
        for (unsigned i = 0; i < lanes; ++i) {
          const bool with = (in[2][i] != 0) != negated;
          const auto combined = [&](bool less) {
            return combination == "and" ? less && with : combination == "or" ? less || with : less != with;
          };
          const bool low = combined(low_a(i) < low_b(i)), high = combined(high_a(i) < high_b(i));
          EXPECT_EQ(out[i], (low ? 0x5u : 0u) | (high ? 0x40002u : 0u)) << type << compared << c << " " << i;
        }
      }
}

/// Sign and upper payload of a NaN, which the record of a GPU does not look at.
TEST(Arithmetic, WhatStaysOfANaN) {
  unsigned in[3][lanes] = {};
  // Quiet f16 NaNs, and as many f64 ones.
  for (unsigned i = 0; i < lanes; ++i) {
    in[0][i] = (i % 2 << 15) | 0x7e00 | (i * 37 % 512);
    in[1][i] = i % 2 << 31 | 0x7ff80000 | (i * 37 % 512) << 10;
  }
  const Array<unsigned> narrowed = run_lanes(
      "\t.reg .b16 %h1;\n\tmov.b64 %rd2, {%r3, %r2};\n\tcvt.rn.f16.f64 %h1, %rd2;\n\tcvt.u32.u16 %r4, %h1;",
      in);
  const Array<unsigned> widened = run_lanes(
      "\t.reg .b16 %h1;\n\tcvt.u16.u32 %h1, %r1;\n\tcvt.f64.f16 %rd2, %h1;\n\tmov.b64 {%r5, %r4}, %rd2;", in);
  for (unsigned i = 0; i < lanes; ++i) {
    EXPECT_EQ(narrowed[i], in[0][i]) << i;
    EXPECT_EQ(widened[i], in[1][i]) << i;
  }
}

/// What the ISA says of vadd2, vavrg4 and their kin, in plain words.
unsigned expected_video(const std::string& operation, unsigned parts, const bool (&is_signed)[3], int how,
                        unsigned a, unsigned b, unsigned c) {
  const unsigned bits = 32 / parts;
  const auto part = [&](unsigned x, unsigned k, bool with_sign) {
    const long value = long(x >> (bits * k) & ((1ul << bits) - 1));
    return with_sign && value >= 1l << (bits - 1) ? value - (1l << bits) : value;
  };
  unsigned packed = 0;
  long sum = long(c);
  for (unsigned k = 0; k < parts; ++k) {
    const long x = part(a, k, is_signed[1]), y = part(b, k, is_signed[2]);
    // The average is rounded away from zero.
    const long total = x + y, average = (total + (total % 2 == 0 ? 0 : total > 0 ? 1 : -1)) / 2;
    long r = operation == "vadd"       ? total
             : operation == "vsub"     ? x - y
             : operation == "vavrg"    ? average
             : operation == "vabsdiff" ? std::max(x, y) - std::min(x, y)
             : operation == "vmin"     ? std::min(x, y)
                                       : std::max(x, y);
    const long low = is_signed[0] ? -(1l << (bits - 1)) : 0,
               high = is_signed[0] ? (1l << (bits - 1)) - 1 : (1l << bits) - 1;
    if (how == 1) r = std::clamp(r, low, high);
    sum += r;
    packed |= unsigned(r & ((1l << bits) - 1)) << (bits * k);
  }
  return how == 2 ? unsigned(sum) : packed;
}

TEST(Arithmetic, VideoInstructionsOfEveryType) {
  std::mt19937 engine(1);
  unsigned in[3][lanes];
  for (auto& operand : in)
    for (unsigned& value : operand) value = unsigned(engine());
  for (unsigned i = 0; i < 8; ++i) in[0][i] = in[1][i] ^ (i % 2 ? 0x01010101u : 0x80808080u);
  for (const std::string operation : {"vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"})
    for (const unsigned parts : {2u, 4u})
      for (unsigned types = 0; types < 8; ++types)
        for (const int how : {0, 1, 2}) {
          const bool is_signed[3] = {(types & 1) != 0, (types & 2) != 0, (types & 4) != 0};
          std::string name = operation + std::to_string(parts);
          for (const bool with_sign : is_signed) name += with_sign ? ".s32" : ".u32";
          name += how == 1 ? ".sat" : how == 2 ? ".add" : "";
          const Array<unsigned> out = run_lanes("\t" + name + " %r4, %r1, %r2, %r3;", in);
          for (unsigned i = 0; i < lanes; ++i)
            EXPECT_EQ(out[i], expected_video(operation, parts, is_signed, how, in[0][i], in[1][i], in[2][i]))
                << name << ", lane " << i;
        }
}

}  // namespace
}  // namespace gpu_emulator::test
