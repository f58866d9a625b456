/// Test values: every pair of edge values, then edges and random values mixed.

#include "case.hpp"

#include <array>
#include <bit>

namespace equality {

namespace {

std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

std::vector<std::uint64_t> edges_of(Values kind) {
  switch (kind) {
    case Values::integer:
      return {0,
              1,
              2,
              3,
              7,
              8,
              15,
              16,
              31,
              32,
              33,
              63,
              64,
              127,
              128,
              255,
              0x7fff,
              0x8000,
              0xffff,
              0x7fffffff,
              0x80000000,
              0xffffffff,
              0x7fffffffffffffff,
              0x8000000000000000,
              0xffffffffffffffff,
              0x5555555555555555,
              0x0000000100000000};
    case Values::f32:
      return {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x007fffff,
              0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
              0xffc12345, 0x7f800001, 0x3f000000, 0x40000000, 0x3fc00000, 0x4b000000, 0x4f000000,
              0xcf000000, 0x5f000000, 0x33800000, 0x3f7fffff, 0x7e800001, 0x4b800001};
    case Values::f64:
      return {0,
              0x8000000000000000,
              0x3ff0000000000000,
              0xbff0000000000000,
              1,
              0x8000000000000001,
              0x000fffffffffffff,
              0x0010000000000000,
              0x7fefffffffffffff,
              0xffefffffffffffff,
              0x7ff0000000000000,
              0xfff0000000000000,
              0x7ff8000000000000,
              0xfff8000012345678,
              0x7ff0000000000001,
              0x3fe0000000000000,
              0x4000000000000000,
              0x41e0000000000000,
              0xc1e0000000000000,
              0x43e0000000000000,
              0x3ff8000000000000,
              0x47efffffe0000000,
              0x47effffff0000000,
              0x36a0000000000000,
              0x380fffffe0000000,
              0x3690000000000000,
              0x4340000000000001};
    case Values::f16:
      return {0,      0x8000, 0x3c00, 0xbc00, 1,      0x8001, 0x03ff, 0x0400, 0x8400, 0x7bff, 0xfbff,
              0x7c00, 0xfc00, 0x7e00, 0xfe12, 0x7c01, 0x3800, 0x4000, 0x6400, 0x6bff, 0x3bff, 0x5bf8};
    case Values::bf16:
      return {0,      0x8000, 0x3f80, 0xbf80, 1,      0x8001, 0x007f, 0x0080, 0x8080, 0x7f7f, 0xff7f,
              0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x7f81, 0x3f00, 0x4000, 0x4300, 0x3f7f, 0x4f00};
    case Values::predicate:
      return {0, 1};
    default:
      return {};
  }
}

/// A random value that is not hopeless: floating-point numbers stay near 1 three times of four.
std::uint64_t random_value(Values kind, std::uint64_t seed) {
  const std::uint64_t bits = mix(seed), choice = mix(seed ^ 0x51ed270b) & 3;
  switch (kind) {
    case Values::integer:
      return choice == 0 ? bits & 0x3f : choice == 1 ? bits & 0xffff : bits;
    case Values::f32:
      return choice == 0 ? bits & 0xffffffff
                         : (bits & 0x807fffff) | (std::uint64_t(120 + (bits >> 40) % 16) << 23);
    case Values::f64:
      return choice == 0 ? bits
                         : (bits & 0x800fffffffffffff) | (std::uint64_t(1015 + (mix(bits) >> 40) % 20) << 52);
    case Values::f16:
      return choice == 0 ? bits & 0xffff : (bits & 0x83ff) | (std::uint64_t(11 + (bits >> 40) % 9) << 10);
    case Values::bf16:
      return choice == 0 ? bits & 0xffff : (bits & 0x807f) | (std::uint64_t(122 + (bits >> 40) % 12) << 7);
    case Values::predicate:
      return bits & 1;
    default:
      return bits;
  }
}

std::uint64_t one_value(Values kind, unsigned position, unsigned thread) {
  const std::vector<std::uint64_t> edges = edges_of(kind);
  const std::uint64_t count = edges.size(), seed = mix(thread * 8 + position + 1);
  // The kept threads walk all pairs of edges for operands 0 and 1; a third and further operand steps at
  // another pace.
  if (thread < kept * 15 / 16) {
    const std::uint64_t index = position == 0   ? thread % count
                                : position == 1 ? thread / count % count
                                                : (thread * (2 * position + 3) + thread / 29) % count;
    return edges[index];
  }
  if (thread >= kept && (seed >> 20) % 8 == 0) return edges[(seed >> 24) % count];
  return random_value(kind, seed);
}

}  // namespace

std::vector<std::uint64_t> test_values(Values kind, unsigned position) {
  std::vector<std::uint64_t> values(threads);
  for (unsigned i = 0; i < threads; ++i) {
    if (kind == Values::f16x2 || kind == Values::bf16x2) {
      const Values half = kind == Values::f16x2 ? Values::f16 : Values::bf16;
      values[i] = one_value(half, position, i) | one_value(half, position, (i * 5 + 11) % threads) << 16;
    } else {
      values[i] = one_value(kind, position, i);
    }
  }
  return values;
}

}  // namespace equality
