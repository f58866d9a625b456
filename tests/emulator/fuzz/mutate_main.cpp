/// A mutation fuzzer that needs nothing but the compiler: takes corpus files, changes them at random, loads
/// them.
///
///   emulator_fuzz SEED COUNT FILE…
///
/// The text under test lies in emulator_fuzz_<seed>.ptx while it is loaded, so that a crash leaves it behind.

#include "load_fuzz.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// What mutations insert: pieces of the grammar, and numbers at its limits.
constexpr const char* pieces[] = {".reg",
                                  ".b32",
                                  ".b128",
                                  ".pred",
                                  "%r1",
                                  "%p1",
                                  "{",
                                  "}",
                                  "(",
                                  ")",
                                  "[",
                                  "]",
                                  ";",
                                  ",",
                                  ":",
                                  "@%p1 ",
                                  "@!%p1 ",
                                  "<999999>",
                                  "<0>",
                                  "4294967296",
                                  "-1",
                                  "0x",
                                  "0f",
                                  "0d3FF0000000000000",
                                  "0b2",
                                  "1.5e400",
                                  "call",
                                  "bra",
                                  "ret",
                                  ".param",
                                  ".align 8",
                                  ".align 3",
                                  ".func",
                                  ".entry",
                                  ".global",
                                  ".shared",
                                  ".extern",
                                  "=",
                                  "generic(",
                                  "0xFF(",
                                  "|",
                                  "!",
                                  "_",
                                  ".v4",
                                  "::",
                                  "%tid.x",
                                  "%",
                                  "ld",
                                  "\"",
                                  "/*",
                                  "//",
                                  "99999999999999999999",
                                  ".branchtargets",
                                  "brx.idx",
                                  ".callprototype",
                                  ".loc 1 2 3",
                                  ".section",
                                  ".file 7 \"x\"",
                                  "[18446744073709551615]",
                                  "[1099511627776]",
                                  "\n",
                                  "+",
                                  "-"};

std::string mutated(const std::string& original, std::mt19937_64& random) {
  std::string text = original;
  for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
    const std::size_t at = random() % (text.size() + 1);
    const std::string piece = pieces[random() % (sizeof pieces / sizeof *pieces)];
    switch (random() % 6) {
      case 0:
        text.insert(at, 1, char(random()));
        break;
      case 1:
        text.erase(at, random() % 40);
        break;
      case 2:
        text.insert(at, piece);
        break;
      case 3:
        text.insert(at, text.substr(random() % (text.size() + 1), random() % 200));
        break;
      case 4:
        text.replace(at, std::min<std::size_t>(1 + random() % 8, text.size() - at), piece);
        break;
      default:
        if (random() % 8 == 0) text.resize(at);
    }
  }
  return text;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "usage: emulator_fuzz SEED COUNT FILE...\n");
    return 2;
  }
  std::mt19937_64 random(std::strtoull(arguments[1], nullptr, 0));
  const std::uint64_t runs = std::strtoull(arguments[2], nullptr, 0);
  std::vector<std::string> corpus;
  for (int i = 3; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    if (!file || text.str().empty()) {
      std::fprintf(stderr, "emulator_fuzz: cannot read %s\n", arguments[i]);
      return 2;
    }
    corpus.push_back(text.str());
  }
  const std::string witness = std::string("emulator_fuzz_") + arguments[1] + ".ptx";
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::string text = mutated(corpus[i % corpus.size()], random);
    {
      std::ofstream file(witness, std::ios::binary);
      file << text;
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::remove(witness.c_str());
  std::printf("%llu texts, no crash\n", static_cast<unsigned long long>(runs));
  return 0;
}
