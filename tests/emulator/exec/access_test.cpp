/// The edges of every access check: each width in each space, at the last byte that fits and one further,
/// aligned and not, by one lane of many.

#include "run_ptx.hpp"

#include <optional>
#include <random>

namespace gpu_emulator::test {
namespace {

constexpr unsigned lanes = 32, room = 1024;

struct Width {
  const char* type;    ///< of the instruction
  const char* values;  ///< operand: the register that is loaded or stored
  unsigned bytes;
};
/// The registers are named a (16 and 32 bits) and w (64 bits); a load's bytes are told by the first and the
/// last.
const Width widths[] = {
    {"u8", "%r8", 1},
    {"u16", "%r8", 2},
    {"u32", "%r8", 4},
    {"u64", "%rd4", 8},
    {"v2.u8", "{%r8, %r9}", 2},
    {"v4.u8", "{%r8, %r9, %r10, %r11}", 4},
    {"v2.u16", "{%r8, %r9}", 4},
    {"v2.u32", "{%r8, %r9}", 8},
    {"v4.u16", "{%r8, %r9, %r10, %r11}", 8},
    {"v2.u64", "{%rd4, %rd5}", 16},
    {"v4.u32", "{%r8, %r9, %r10, %r11}", 16},
    {"b128", "%q", 16},
};

enum class Space { global, shared, local, generic_global, generic_shared, generic_local };
const Space spaces[] = {Space::global,         Space::shared,         Space::local,
                        Space::generic_global, Space::generic_shared, Space::generic_local};
bool in_shared(Space space) { return space == Space::shared || space == Space::generic_shared; }
bool in_local(Space space) { return space == Space::local || space == Space::generic_local; }

/// k(out, base, offsets): each lane accesses base + offsets[lane], where base is that of the space's `room`
/// bytes; lanes whose offset is negative stay out. Shared and local memory are filled first.
std::string access_text(Space space, const Width& width, bool store, bool fill = true) {
  const std::string name = in_shared(space) ? "shared" : in_local(space) ? "local" : "global";
  std::string body =
      "\t.shared .align 16 .b8 s[1024];\n\t.local .align 16 .b8 l[1024];\n\t.reg .b128 %q;\n\tld.param.u64 "
      "%rd1, "
      "[base];\n\tld.param.u64 %rd2, [offsets];\n\tmad.wide.u32 %rd2, %t, 8, %rd2;\n\tld.global.s64 %rd2, "
      "[%rd2];\n"
      "\tmov.b32 %r8, 0x44332211;\n\tmov.b32 %r9, 0x88776655;\n\tmov.b32 %r10, 0x4c3c2c1c;\n\tmov.b32 %r11, "
      "0x8d7d6d5d;\n\tmov.b64 %rd4, {%r8, %r9};\n\tmov.b64 %rd5, {%r10, %r11};\n\tmov.b128 %q, {%rd4, "
      "%rd5};\n";
  if (name != "global") body += "\tmov.u64 %rd1, " + name.substr(0, 1) + ";\n";
  if (name != "global" && fill)
    body += "\tmov.u64 %rd6, %rd1;\n\tadd.u64 %rd7, %rd1, 1024;\nF:\n\tst." + name +
            ".u32 [%rd6], 0x5a5a5a5a;\n\tadd.u64 %rd6, %rd6, 4;\n\tsetp.lt.u64 %p1, %rd6, %rd7;\n\t@%p1 bra "
            "F;\n\tbar.warp.sync -1;\n";
  const bool generic = space >= Space::generic_global;
  if (generic) body += "\tcvta." + name + ".u64 %rd1, %rd1;\n";
  body += "\tsetp.lt.s64 %p2, %rd2, 0;\n\tadd.s64 %rd3, %rd1, %rd2;\n";
  const std::string suffix = (generic ? "." : "." + name + ".") + width.type;
  body += store ? "\t@!%p2 st" + suffix + " [%rd3], " + width.values + ";"
                : "\t@!%p2 ld" + suffix + " " + width.values + ", [%rd3];";
  return kernel(body, "", ".param .u64 out, .param .u64 base, .param .u64 offsets");
}

class Accesses {
 public:
  Accesses(Space space, const Width& width, bool store)
      : module_(load_or_fail(access_text(space, width, store))), memory_(room), offsets_(lanes) {}
  Outcome run(const std::vector<std::int64_t>& offsets) {
    std::copy(offsets.begin(), offsets.end(), offsets_.data());
    return run_module(module_, Parameters(memory_.address(), memory_.address(), offsets_.address()));
  }

 private:
  std::shared_ptr<const Module> module_;
  Array<unsigned char> memory_;
  Array<std::int64_t> offsets_;
};

std::string where(Space space, const Width& width, bool store) {
  return std::string(store ? "st " : "ld ") + width.type + " in space " + std::to_string(int(space));
}

std::vector<std::int64_t> ascending(unsigned bytes) {
  std::vector<std::int64_t> offsets(lanes);
  for (unsigned i = 0; i < lanes; ++i) offsets[i] = std::int64_t(i) * bytes;
  return offsets;
}

void expect_fault(const Outcome& outcome, int result, unsigned lane, const std::string& what) {
  EXPECT_EQ(cuda_result(outcome.fault), result) << what << "\n" << outcome.report;
  const std::string thread = "thread (" + std::to_string(lane) + ",0,0)";
  EXPECT_NE(outcome.report.find(thread), std::string::npos) << what << ": not " << thread << "\n"
                                                            << outcome.report;
}

TEST(Access, TheLastPlaceThatFitsIsTheLast) {
  for (const Space space : spaces)
    for (const Width& width : widths)
      for (const bool store : {false, true}) {
        Accesses accesses(space, width, store);
        const std::string what = where(space, width, store);
        std::vector<std::int64_t> offsets = ascending(width.bytes);
        for (const unsigned lane : {0u, 5u, 31u}) {
          offsets = ascending(width.bytes);
          offsets[lane] = room - width.bytes;
          EXPECT_EQ(accesses.run(offsets).fault, Fault::none) << what;
          offsets[lane] = room;
          // Local memory may be longer than its variables.
          if (!in_local(space)) expect_fault(accesses.run(offsets), 700, lane, what);
          offsets[lane] = std::int64_t{1} << 44;
          expect_fault(accesses.run(offsets), 700, lane, what);
        }
      }
}

TEST(Access, HalfOutsideIsOutside) {
  // An allocation whose size is no multiple of the width.
  for (const Width& width : widths) {
    if (width.bytes == 1) continue;
    for (unsigned missing = 1; missing < width.bytes; ++missing) {
      Array<unsigned char> memory(64 - missing);
      const std::string text =
          kernel("\tld.param.u64 %rd1, [out];\n\tadd.u64 %rd1, %rd1, " + std::to_string(64 - width.bytes) +
                 ";\n\tst.global." + width.type + " [%rd1], " + width.values + ";");
      const std::string with_q = text;
      if (std::string(width.type) == "b128") continue;
      expect_fault(run_text(with_q, Parameters(memory.address())), 700, 0, width.type);
    }
  }
}

TEST(Access, MisalignedByAnyBitBelowTheWidth) {
  for (const Space space : spaces)
    for (const Width& width : widths)
      for (const bool store : {false, true})
        for (unsigned bit = 1; bit < width.bytes; bit *= 2)
          for (const unsigned lane : {0u, 9u, 31u}) {
            Accesses accesses(space, width, store);
            std::vector<std::int64_t> offsets = ascending(width.bytes);
            offsets[lane] = 64 + bit;
            expect_fault(accesses.run(offsets), 716, lane, where(space, width, store));
          }
}

TEST(Access, TheLowestOfTheWrongLanesIsReported) {
  for (const Space space : spaces) {
    Accesses accesses(space, widths[2], true);
    std::vector<std::int64_t> offsets = ascending(4);
    offsets[7] = offsets[20] = std::int64_t{1} << 40;
    expect_fault(accesses.run(offsets), 700, 7, where(space, widths[2], true));
    offsets = ascending(4);
    offsets[3] = offsets[30] = 66;
    expect_fault(accesses.run(offsets), 716, 3, where(space, widths[2], true));
  }
}

TEST(Access, LanesThatStayOutAreNotChecked) {
  for (const Space space : spaces)
    for (const Width& width : widths)
      for (const bool store : {false, true}) {
        Accesses accesses(space, width, store);
        std::vector<std::int64_t> offsets = ascending(width.bytes);
        for (unsigned lane = 0; lane < lanes; lane += 3) offsets[lane] = -1 - std::int64_t(lane) * (1 << 20);
        EXPECT_EQ(accesses.run(offsets).fault, Fault::none) << where(space, width, store);
        offsets.assign(lanes, -5);
        offsets[17] = room - width.bytes;
        EXPECT_EQ(accesses.run(offsets).fault, Fault::none) << where(space, width, store);
      }
}

/// Uninitialised reads: every width at every offset, of memory in which some bytes are written.
TEST(Access, ReadsOfDeviceMemoryThatNothingWrote) {
  std::mt19937 engine(1);
  const auto random = [&engine] { return unsigned(engine()); };
  for (const Width& width : widths) {
    const auto module = load_or_fail(access_text(Space::global, width, false));
    for (unsigned round = 0; round < 40; ++round) {
      Array<unsigned char> memory(room, false);
      Array<std::int64_t> offsets(lanes);
      std::vector<bool> written(room);
      // Runs of written bytes of random length.
      for (unsigned at = random() % 20; at < room;) {
        const unsigned length = 1 + random() % (round % 2 ? 200 : 20);
        for (unsigned i = at; i < std::min(room, at + length); ++i) written[i] = true;
        MemoryTable::process().mark_initialised(memory.address() + at, std::min(length, room - at));
        at += length + 1 + random() % 9;
      }
      std::optional<unsigned> first;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        // Mostly places that are written in part, so that the wrong lane is not always the first.
        for (unsigned attempt = 0; attempt < 30; ++attempt) {
          offsets[lane] = std::int64_t(random() % (room / width.bytes)) * width.bytes;
          bool any = false;
          for (unsigned k = 0; k < width.bytes; ++k) any |= written[std::size_t(offsets[lane]) + k];
          if (any || attempt == 29 || random() % 60 == 0) {
            if (!any && !first) first = lane;
            break;
          }
        }
      }
      const Outcome outcome =
          run_module(module, Parameters(memory.address(), memory.address(), offsets.address()));
      if (first)
        expect_fault(outcome, 719, *first, width.type);
      else
        EXPECT_EQ(outcome.fault, Fault::none) << width.type << "\n" << outcome.report;
    }
  }
}

TEST(Access, StoresMarkTheirBytesAndNoOthers) {
  for (const Width& width : widths) {
    Array<unsigned char> memory(room, false);
    Array<std::int64_t> offsets(lanes);
    for (unsigned lane = 0; lane < lanes; ++lane)
      offsets[lane] = lane % 4 == 3 ? -1 : std::int64_t(lane) * 32 + 16;
    const Outcome outcome = run_text(access_text(Space::global, width, true),
                                     Parameters(memory.address(), memory.address(), offsets.address()));
    ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
    for (unsigned byte = 0; byte < room; ++byte) {
      const unsigned lane = byte / 32, within = byte % 32;
      const bool expected = lane % 4 != 3 && within >= 16 && within < 16 + width.bytes;
      EXPECT_EQ(MemoryTable::process().is_initialised(memory.address() + byte, 1), expected)
          << width.type << " at byte " << byte;
    }
  }
}

/// Shared memory, of which lane t writes `bytes` bytes at t * 16, several times; then one lane reads
/// elsewhere.
TEST(Access, ReadsOfSharedMemoryThatNothingWrote) {
  for (const Width& width : widths) {
    if (std::string(width.type) == "b128") continue;
    for (const unsigned offset : {0u, 16u - width.bytes, 16u}) {
      const std::string w = width.type, v = width.values;
      const std::string text = kernel(
          "\t.shared .align 16 .b8 s[528];\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r1, %t, 16, %r1;\n\tmov.u32 "
          "%r2, 0;\nL:\n"
          "\tst.shared." +
          w + " [%r1], " + v +
          ";\n\tadd.u32 %r2, %r2, 1;\n\tsetp.lt.u32 %p1, %r2, 40;\n\t@%p1 bra L;\n"
          "\tbar.warp.sync -1;\n\tsetp.eq.u32 %p2, %t, 31;\n\tadd.u32 %r3, %r1, " +
          std::to_string(offset) + ";\n\tselp.u32 %r3, %r3, %r1, %p2;\n\tld.shared." + w + " " + v +
          ", [%r3];\n\tsetp.eq." + (v.find("%rd") != v.npos ? "u64 %p3, %rd4" : "u32 %p3, %r8") +
          ", 5;\n\t@%p3 bra E;\nE:");
      const Outcome outcome = run_text(text, Parameters(Address{0}));
      if (offset == 0 || offset < width.bytes)
        EXPECT_EQ(outcome.fault, Fault::none) << w << " +" << offset << "\n" << outcome.report;
      else
        expect_fault(outcome, 719, 31, w + " +" + std::to_string(offset));
    }
  }
}

TEST(Access, SharedMemoryThatIsWrittenWholeIsReadFreely) {
  // The last byte is written by another width than the rest.
  for (const char* last : {"\tst.shared.u8 [s+1023], %t;\n", ""}) {
    const std::string text =
        kernel(std::string("\t.shared .align 16 .b8 s[1024];\n\tmov.u32 %r1, "
                           "s;\nL:\n\tst.shared.u8 [%r1], %t;\n\tadd.u32 %r1, "
                           "%r1, 1;\n\tsetp.lt.u32 %p1, %r1, 1023;\n\t@%p1 bra L;\n") +
               last + "\tbar.warp.sync -1;\n\tld.shared.u8 %r2, [s+1023];\n\tst.shared.u32 [s], %r2;");
    EXPECT_EQ(cuda_result(run_text(text, Parameters(Address{0})).fault), *last != 0 ? 0 : 719);
  }
}

/// What is loaded and stored, in every pattern of addresses: the same for all, one after the other, shuffled,
/// masked.
TEST(Access, ValuesInEveryPatternOfAddresses) {
  const auto pattern = [](unsigned which, unsigned lane) -> std::int64_t {
    switch (which) {
      case 0:
        return 64;
      case 1:
        return std::int64_t(lane) * 4;
      case 2:
        return std::int64_t(31 - lane) * 4;
      case 3:
        return lane == 31 ? 8 : std::int64_t(lane) * 4;
      case 4:
        return lane == 0 ? 400 : 404;
      case 5:
        return lane % 2 ? -1 : std::int64_t(lane) * 4;
      case 6:
        return lane == 13 ? -1 : 32;
      default:
        return lane < 3 ? -1 : std::int64_t(lane * 7 % 32) * 4;
    }
  };
  for (const Space space : spaces) {
    const std::string name = in_shared(space) ? "shared" : in_local(space) ? "local" : "global";
    const bool generic = space >= Space::generic_global;
    for (const char* type : {"u32", "u16", "s8"}) {
      // Memory holds the number of each word; what is loaded goes to out.
      std::string body =
          "\t.shared .align 16 .b8 s[1024];\n\t.local .align 16 .b8 l[1024];\n\tld.param.u64 %rd1, "
          "[base];\n\tld.param.u64 "
          "%rd2, [offsets];\n\tmad.wide.u32 %rd2, %t, 8, %rd2;\n\tld.global.s64 %rd2, [%rd2];\n";
      if (name != "global") body += "\tmov.u64 %rd1, " + name.substr(0, 1) + ";\n";
      body += "\tmov.u64 %rd6, %rd1;\n\tmov.u32 %r1, 0x01fe0081;\nF:\n\tst." + name +
              ".u32 [%rd6], %r1;\n\tadd.u64 %rd6, %rd6, 4;\n\tadd.u32 %r1, %r1, 1;\n\tsetp.lt.u32 %p1, %r1, "
              "0x01fe0181;\n\t@%p1 bra F;\n\tbar.warp.sync -1;\n";
      if (generic) body += "\tcvta." + name + ".u64 %rd1, %rd1;\n";
      const std::string suffix = (generic ? "." : "." + name + ".") + type;
      body += "\tsetp.lt.s64 %p2, %rd2, 0;\n\tadd.s64 %rd3, %rd1, %rd2;\n\tmov.u32 %r3, 99;\n\t@!%p2 ld" +
              suffix + " %r3, [%rd3];\n\tst.global.u32 [%out], %r3;";
      const auto module =
          load_or_fail(kernel(body, "", ".param .u64 out, .param .u64 base, .param .u64 offsets"));
      for (unsigned which = 0; which < 8; ++which) {
        Array<unsigned> out(lanes), memory(room / 4);
        Array<std::int64_t> offsets(lanes);
        for (unsigned lane = 0; lane < lanes; ++lane) offsets[lane] = pattern(which, lane);
        ASSERT_EQ(run_module(module, Parameters(out.address(), memory.address(), offsets.address())).fault,
                  Fault::none);
        for (unsigned lane = 0; lane < lanes; ++lane) {
          const unsigned word = 0x01fe0081u + unsigned(offsets[lane] / 4);
          const unsigned expected = offsets[lane] < 0            ? 99
                                    : std::string(type) == "u32" ? word
                                    : std::string(type) == "u16"
                                        ? word & 0xffff
                                        : unsigned(int(static_cast<signed char>(word)));
          EXPECT_EQ(out[lane], expected)
              << type << " in space " << int(space) << ", pattern " << which << ", lane " << lane;
        }
      }
    }
  }
}

/// The parameter space through a register: the launch's parameters end with the last one.
TEST(Access, ParametersThroughAnAddress) {
  for (const char* offset : {"0", "4", "24"}) {
    Array<unsigned> out(lanes);
    const std::string text = kernel("\tmov.u64 %rd1, b;\n\tld.param.u32 %r1, [%rd1+" + std::string(offset) +
                                        "];\n\tst.global.u32 [%out], %r1;",
                                    "", ".param .u64 out, .param .align 8 .b8 b[8]");
    const Outcome outcome = run_text(text, Parameters(out.address(), std::uint64_t{0x0000000700000005}));
    if (std::string(offset) == "24") {
      expect_fault(outcome, 700, 0, offset);
    } else {
      ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
      EXPECT_EQ(out[3], std::string(offset) == "0" ? 5u : 7u);
    }
  }
}

/// isspacep and windows: the first and last address of each space.
TEST(Access, SpacesOfAddresses) {
  for (const std::string shared : {"shared", "shared::cta", "shared::cluster"}) {
    Array<unsigned> out(lanes);
    const std::string text = kernel(
        "\t.shared .align 16 .b8 s[64];\n\t.local .align 16 .b8 l[64];\n\tmov.u64 %rd1, "
        "s;\n\tcvta.shared.u64 "
        "%rd1, "
        "%rd1;\n\tmov.u64 %rd2, l;\n\tcvta.local.u64 %rd2, %rd2;\n\tmov.u64 %rd3, c;\n\tsetp.eq.u32 %p1, %t, "
        "0;\n"
        "\tselp.b64 %rd4, %rd1, %out, %p1;\n\tsetp.eq.u32 %p1, %t, 1;\n\tselp.b64 %rd4, %rd2, %rd4, "
        "%p1;\n\tsetp.eq.u32 "
        "%p1, %t, 2;\n\tselp.b64 %rd4, %rd3, %rd4, %p1;\n\tsetp.eq.u32 %p1, %t, 3;\n\tadd.u64 %rd5, %rd1, "
        "63;\n\tselp.b64 "
        "%rd4, %rd5, %rd4, %p1;\n\tisspacep.global %p2, %rd4;\n\tselp.u32 %r1, 1, 0, %p2;\n\tisspacep." +
            shared +
            " %p2, "
            "%rd4;\n\tselp.u32 %r2, 2, 0, %p2;\n\tor.b32 %r1, %r1, %r2;\n\tisspacep.local %p2, "
            "%rd4;\n\tselp.u32 "
            "%r2, 4, 0, "
            "%p2;\n\tor.b32 %r1, %r1, %r2;\n\tisspacep.const %p2, %rd4;\n\tselp.u32 %r2, 8, 0, "
            "%p2;\n\tor.b32 %r1, "
            "%r1, "
            "%r2;\n\tst.global.u32 [%out], %r1;",
        ".const .align 4 .u32 c = 5;\n");
    ASSERT_EQ(run_text(text, Parameters(out.address())).fault, Fault::none);
    for (unsigned lane = 0; lane < lanes; ++lane)
      EXPECT_EQ(out[lane], lane == 0 || lane == 3 ? 2u : lane == 1 ? 4u : lane == 2 ? 8u : 1u) << lane;
  }
}

/// cp.async: sizes, zero-filling, edges on both sides.
TEST(Access, AsynchronousCopies) {
  for (const unsigned size : {4u, 8u, 16u})
    for (unsigned reads = 0; reads <= size; reads += size == 16 ? 5 : 1) {
      Array<unsigned> out(lanes * 4);
      Array<unsigned char> from(lanes * 16);
      for (unsigned i = 0; i < lanes * 16; ++i) from[i] = static_cast<unsigned char>(i * 7 + 1);
      const std::string s = std::to_string(size);
      const std::string text = kernel(
          "\t.shared .align 16 .b8 s[528];\n\tld.param.u64 %rd1, [from];\n\tmad.wide.u32 %rd1, %t, " + s +
              ", %rd1;\n\tmov.u32 %r1, s;\n\tmad.lo.u32 %r1, %t, 16, %r1;\n\tcp.async.ca.shared.global "
              "[%r1+16], [%rd1], " +
              s + ", " + std::to_string(reads) +
              ";\n\tcp.async.wait_all;\n\tld.param.u64 %rd2, [out];\n\tmad.wide.u32 "
              "%rd2, %t, 16, %rd2;\n\tld.shared.u32 %r2, [%r1+16];\n\tst.global.u32 [%rd2], %r2;\n" +
              (size >= 8 ? "\tld.shared.u32 %r2, [%r1+20];\n\tst.global.u32 [%rd2+4], %r2;\n" : "") +
              (size == 16 ? "\tld.shared.u32 %r2, [%r1+28];\n\tst.global.u32 [%rd2+12], %r2;\n" : ""),
          "", ".param .u64 out, .param .u64 from");
      const Outcome outcome = run_text(text, Parameters(out.address(), from.address()));
      ASSERT_EQ(outcome.fault, Fault::none) << outcome.report;
      for (unsigned lane = 0; lane < lanes; ++lane)
        for (unsigned k = 0; k < size; ++k) {
          if (size == 16 && k >= 8 && k < 12) continue;
          const unsigned got = out[lane * 4 + k / 4] >> (8 * (k % 4)) & 255;
          EXPECT_EQ(got, k < reads ? from[lane * size + k] : 0u)
              << size << " of " << reads << " lane " << lane;
        }
    }
  const auto copy = [](std::size_t bytes, const char* to, const char* reads, const char* offset) {
    Array<unsigned char> from(bytes);
    return run_text(
        kernel(
            "\t.shared .align 16 .b8 s[64];\n\tld.param.u64 %rd1, [out];\n\tmov.u32 %r1, s;\n\tsetp.eq.u32 "
            "%p1, %t, 9;\n\t@%p1 cp.async.ca.shared.global [%r1+" +
            std::string(to) + "], [%rd1+" + offset + "], 8, " + reads + ";"),
        Parameters(from.address()));
  };
  EXPECT_EQ(copy(16, "56", "8", "8").fault, Fault::none);
  expect_fault(copy(16, "64", "8", "8"), 700, 9, "shared memory ends");
  expect_fault(copy(16, "56", "8", "16"), 700, 9, "global memory ends");
  expect_fault(copy(15, "56", "8", "8"), 700, 9, "a byte too few");
  EXPECT_EQ(copy(15, "56", "7", "8").fault, Fault::none);
  expect_fault(copy(16, "52", "8", "8"), 716, 9, "shared alignment");
  expect_fault(copy(32, "56", "8", "12"), 716, 9, "global alignment");
  EXPECT_EQ(copy(16, "56", "0", "8").fault, Fault::none);
}

}  // namespace
}  // namespace gpu_emulator::test
