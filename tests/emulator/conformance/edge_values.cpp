// Edge values of every operand kind, most telling first: products of three operands take only the head of
// each list.

#include "kind.hpp"

namespace conformance {
namespace {

using Values = std::vector<std::uint64_t>;

/// Two's complement edges of a width that any integer type can have.
Values integer_edges(unsigned bits) {
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  const std::uint64_t half = (std::uint64_t{1} << (bits / 2)) - 1;
  Values values{0,
                1,
                mask,
                top,
                top - 1,
                top + 1,
                2,
                mask - 1,
                half,
                half + 1,
                half >> 1,
                ~half,
                3,
                mask - 2,
                0x55,
                5,
                7,
                8,
                10,
                15,
                16,
                31,
                32,
                33,
                0x5555,
                0x7f,
                0x80,
                0xff,
                0x100,
                0x7fff,
                0x8000,
                0xffff,
                0x10000,
                0x12345678,
                63,
                64,
                65,
                100,
                127,
                255,
                256,
                1000,
                0xdeadbeefcafef00d,
                0x0123456789abcdef,
                0x5555555555555555,
                0xaaaaaaaaaaaaaaaa,
                0x00ff00ff00ff00ff,
                0x7f807f807f807f80,
                0xffffff80,
                0xffff8000,
                0x80000000,
                0x7fffffff,
                0xffffffff,
                0x100000000};
  Values distinct;
  for (std::uint64_t value : values) {
    value &= mask;
    bool seen = false;
    for (const std::uint64_t other : distinct) {
      seen = seen || other == value;
    }
    if (!seen) {
      distinct.push_back(value);
    }
  }
  return distinct;
}

Values float_edges() {
  return {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x00000001,
          0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f000000, 0x3fc00000,
          0x40200000, 0x3f800001, 0x3f7fffff, 0x4b000001, 0x7fa00000, 0xffc12345, 0x33800000, 0x34000000,
          0x40000000,  // 25: heads of triples
          0xc0000000, 0x40400000, 0x3eaaaaab, 0xbf000000, 0xbfc00000, 0xc0200000, 0x40600000, 0x4b7fffff,
          0x4b800000, 0x4afffffd, 0x4b000000, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff,
          0x4f800000, 0x5f000000, 0x5effffff, 0xdf000000, 0x5f7fffff, 0x5f800000, 0x42fe0000, 0x42ff0000,
          0x43000000, 0xc3000000, 0xc3008000, 0x437f0000, 0x437f8000, 0x46fffe00, 0x46ffff00, 0x477fff00,
          0x477fff80, 0x477fe000, 0x477fefff, 0x477ff000, 0x477ff001, 0x33000000, 0x33000001, 0x33c00000,
          0x387fc000, 0x387fe000, 0x38800000, 0x387fdfff, 0x3f804000, 0x3f808000, 0x3f80c000, 0x3f801000,
          0x3f803000, 0x3f800fff, 0x7f7f8000, 0x7f7f7fff, 0x00400000, 0x80400000, 0x00000002, 0x00000003,
          0x80800000, 0x00800001, 0x7f000000, 0x7e800000, 0x7e800001, 0x0d800000, 0x20000000, 0x1fffffff,
          0x5fffffff, 0x7fffffff, 0xffffffff, 0x7f800001, 0xff800001, 0x3fb504f3, 0x40490fdb, 0x3fc90fdb,
          0xc0490fdb, 0x42c80000, 0x43a00000, 0x4640e400, 0xc2fc0000, 0xc3150000, 0x3effffff, 0x3f000001,
          0x80000003, 0x3dcccccd, 0x41200000, 0x42280000, 0xc2280000};
}

Values double_edges() {
  return {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
          0xfff0000000000000, 0x7ff8000000000000, 0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff,
          0x0010000000000000, 0x7fefffffffffffff, 0xffefffffffffffff, 0x3fe0000000000000, 0x3ff8000000000000,
          0x4004000000000000, 0x3ff0000000000001, 0x3fefffffffffffff, 0x7ff4000000000000, 0xfff8123456789abc,
          0x3ca0000000000000, 0x3cb0000000000000, 0x4330000000000001, 0x4000000000000000, 0x8010000000000000,
          0xc000000000000000, 0x4008000000000000, 0x3fd5555555555555, 0xbfe0000000000000, 0xbff8000000000000,
          0xc004000000000000, 0x400c000000000000, 0x4340000000000000, 0x433fffffffffffff, 0x432ffffffffffffd,
          0x41dfffffffc00000, 0x41dfffffffe00000, 0x41e0000000000000, 0xc1e0000000000000, 0xc1e0000000200000,
          0xc1e0000000100000, 0x41efffffffe00000, 0x41effffffff00000, 0x41f0000000000000, 0x43dfffffffffffff,
          0x43e0000000000000, 0xc3e0000000000000, 0xc3e0000000000001, 0x43efffffffffffff, 0x43f0000000000000,
          0x405fc00000000000, 0x405fe00000000000, 0x4060000000000000, 0xc060000000000000, 0xc060100000000000,
          0x406fe00000000000, 0x406ff00000000000, 0x40dfffc000000000, 0x40dfffe000000000, 0x40efffe000000000,
          0x40effff000000000, 0x40effc0000000000, 0x40effe0000000000, 0x40effdffffffffff, 0x40effe0000000001,
          0x47efffffe0000000, 0x47efffffefffffff, 0x47effffff0000000, 0x47f0000000000000, 0x36a0000000000000,
          0x3690000000000000, 0x3690000000000001, 0x380fffffc0000000, 0x380fffffe0000000, 0x380ffffff0000000,
          0x3810000000000000, 0x3ff0000010000000, 0x3ff0000030000000, 0x3ff000000fffffff, 0x3ff0000010000001,
          0x3e60000000000000, 0x3e70000000000000, 0x3f10000000000000, 0x0008000000000000, 0x0000000000000002,
          0x7fe0000000000000, 0x2000000000000000, 0x1fffffffffffffff, 0x5fffffffffffffff, 0x7fffffffffffffff,
          0xffffffffffffffff, 0x7ff0000000000001, 0x3ff6a09e667f3bcd, 0x400921fb54442d18, 0x3fb999999999999a};
}

Values half_edges() {
  return {0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x8001, 0x03ff,
          0x0400, 0x7bff, 0xfbff, 0x3800, 0x3e00, 0x4100, 0x3c01, 0x3bff, 0x7d00, 0xfe12,
          0x1000, 0x1400, 0x6401, 0x4000, 0x8400, 0xc000, 0x4200, 0x3555, 0xb800, 0xbe00,
          0xc100, 0x4300, 0x6400, 0x63ff, 0x6800, 0x5bf8, 0x57f0, 0xd800, 0x7800, 0x77ff,
          0x7fff, 0xffff, 0x0200, 0x83ff, 0x3dab, 0x4248, 0x5640, 0x0002, 0x0003, 0x2e66};
}

Values bfloat_edges() {
  return {0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0x0001, 0x8001, 0x007f,
          0x0080, 0x7f7f, 0xff7f, 0x3f00, 0x3fc0, 0x4020, 0x3f81, 0x3f7f, 0x7fa0, 0xffc5,
          0x3b80, 0x3c00, 0x4301, 0x4000, 0x8080, 0xc000, 0x4040, 0x3eab, 0xbf00, 0xbfc0,
          0xc020, 0x4060, 0x4300, 0x42ff, 0x437f, 0x4f00, 0xcf00, 0x5f00, 0x7f00, 0x7e80,
          0x7fff, 0xffff, 0x0040, 0x807f, 0x3fb5, 0x4049, 0x42c8, 0x0002, 0x0003, 0x3dcd};
}

/// Each scalar edge in both halves, with another one beside it.
Values pair_edges(const Values& scalar) {
  Values pairs;
  for (std::size_t i = 0; i < scalar.size(); ++i) {
    pairs.push_back(scalar[i] | scalar[(i * 7 + 3) % scalar.size()] << 16);
  }
  return pairs;
}

}  // namespace

const std::vector<std::uint64_t>& edge_values(Kind kind) {
  static const Values predicate{0, 1};
  static const Values i8 = integer_edges(8);
  static const Values i16 = integer_edges(16);
  static const Values i32 = integer_edges(32);
  static const Values i64 = integer_edges(64);
  static const Values f16 = half_edges();
  static const Values bf16 = bfloat_edges();
  static const Values f16x2 = pair_edges(f16);
  static const Values bf16x2 = pair_edges(bf16);
  static const Values f32 = float_edges();
  static const Values f64 = double_edges();
  static const Values count{0,  1,  31, 32,  33,  64,  63,         16,         15,         8,
                            7,  2,  3,  65,  4,   17,  30,         34,         48,         62,
                            66, 96, 97, 128, 255, 256, 0x80000000, 0xffffffff, 0x7fffffff, 0x100};
  static const Values field{0,   1,   31,  32,  33,  8,     16,         255,        63,    64,
                            24,  7,   2,   3,   30,  15,    17,         62,         65,    96,
                            127, 128, 254, 256, 257, 0x120, 0x80000000, 0xffffffff, 0x1000};
  switch (kind) {
    case Kind::pred:
      return predicate;
    case Kind::i8:
      return i8;
    case Kind::i16:
      return i16;
    case Kind::i32:
      return i32;
    case Kind::i64:
    case Kind::wide:
      return i64;
    case Kind::f16:
      return f16;
    case Kind::bf16:
      return bf16;
    case Kind::f16x2:
      return f16x2;
    case Kind::bf16x2:
      return bf16x2;
    case Kind::f32:
      return f32;
    case Kind::f64:
      return f64;
    case Kind::count:
      return count;
    case Kind::field:
      return field;
  }
  return predicate;
}

}  // namespace conformance
