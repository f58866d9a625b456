// Integer intrinsics, SIMD-in-a-word, 64-bit and 128-bit arithmetic.
#include "check.cuh"

extern "C" __global__ void check_bits(unsigned* failures) {
  const unsigned x = hidden(threadIdx.x * 2654435761u + 12345u);
  const unsigned long long y = hidden((unsigned long long)x * 0x9e3779b97f4a7c15ull);
  unsigned ones = 0, reversed = 0;
  for (unsigned i = 0; i < 32; ++i) ones += x >> i & 1, reversed |= (x >> i & 1) << (31 - i);
  CHECK(__popc(x) == int(ones) && __brev(x) == reversed && __brevll((unsigned long long)x << 32) == reversed);
  CHECK(__popcll(y) == __popc(unsigned(y)) + __popc(unsigned(y >> 32)));
  CHECK(__clz(x | 1) == 31 - (31 - __clz(x | 1)) && __clz(0) == 32 && __clzll(0) == 64 && __ffs(0) == 0 &&
        __ffs(8) == 4 && __ffsll(1ll << 40) == 41);
  CHECK(__funnelshift_l(x, unsigned(y), 7) == (unsigned(y) << 7 | x >> 25) &&
        __funnelshift_r(x, unsigned(y), 7) == (unsigned(y) << 25 | x >> 7));
  CHECK(__funnelshift_lc(x, unsigned(y), 40) == x && __funnelshift_rc(x, unsigned(y), 40) == unsigned(y));
  CHECK(__byte_perm(x, unsigned(y), 0x3210) == x && __byte_perm(x, unsigned(y), 0x7654) == unsigned(y));
  CHECK(__fns(0xf0f0, 0, 2) == 5);
  unsigned field;
  asm("bfe.u32 %0, %1, 5, 9;" : "=r"(field) : "r"(x));
  CHECK(field == (x >> 5 & 511));
  asm("bfi.b32 %0, %1, %2, 3, 4;" : "=r"(field) : "r"(9u), "r"(x));
  CHECK(field == ((x & ~120u) | 72));
  asm("{ .reg .pred p; lop3.or.b32 %0|p, %1, %2, %1, 0xc0, 0; }" : "=r"(field) : "r"(x), "r"(255u));
  CHECK(field == (x & 255));
}

extern "C" __global__ void check_arithmetic(unsigned* failures) {
  const int a = hidden(int(threadIdx.x * 7919 + 13)), b = hidden(int(threadIdx.x % 17 + 1) * -3);
  CHECK(__mulhi(a, b) == int((long long)a * b >> 32) &&
        __umulhi(a, b) == unsigned((unsigned long long)unsigned(a) * unsigned(b) >> 32));
  CHECK(__mul24(a, b) == a * b && __umul24(5, 7) == 35 && __sad(a, b, 9u) == unsigned(a - b) + 9 &&
        __usad(3, 9, 1) == 7);
  CHECK(__hadd(a, b) == int(((long long)a + b) >> 1) && __rhadd(a, b) == int(((long long)a + b + 1) >> 1) &&
        __uhadd(7, 8) == 7 && __urhadd(7, 8) == 8);
  const long long p = hidden((long long)a * 1000000007ll), q = hidden((long long)b * 65537ll);
  CHECK(p / q * q + p % q == p &&
        (unsigned long long)p / 7u * 7u + (unsigned long long)p % 7u == (unsigned long long)p);
  CHECK(a / b * b + a % b == a && __mul64hi(p, q) == (long long)((__int128)p * q >> 64));
  CHECK(__umul64hi(p, q) ==
        (unsigned long long)((unsigned __int128)(unsigned long long)p * (unsigned long long)q >> 64));
  const unsigned __int128 wide =
      (unsigned __int128)(unsigned long long)p * 0x123456789abcdefull + (unsigned long long)q;
  CHECK(wide / 0x123456789abcdefull >= (unsigned long long)p);
  CHECK((unsigned long long)(wide % 1000003) < 1000003 &&
        (wide << 5 >> 5) == (wide & (~(unsigned __int128)0 >> 5)));
  CHECK(min(a, b) == (a < b ? a : b) && max(p, q) == (p > q ? p : q) && abs(b) == -b && llabs(q) == -q);
  CHECK(short(a) * short(b) == (int)(short)a * (short)b &&
        (unsigned char)(a) / 3 * 3 + (unsigned char)(a) % 3 == (unsigned char)a);
  bool overflow = false;
  unsigned sum;
  asm("{ .reg .u32 c; add.cc.u32 %0, %1, %2; addc.u32 c, 0, 0; }" : "=r"(sum) : "r"(unsigned(a)), "r"(~0u));
  overflow = sum != unsigned(a) - 1;
  CHECK(!overflow);
}

extern "C" __global__ void check_simd(unsigned* failures) {
  const unsigned a = hidden(threadIdx.x * 0x01030709u + 0x807f00ffu),
                 b = hidden(threadIdx.x * 0x11050301u + 0x7f80ff01u);
  const auto byte = [](unsigned v, int k) { return int(v >> (8 * k) & 255); };
  const auto sbyte = [](unsigned v, int k) { return int((signed char)(v >> (8 * k))); };
  for (int k = 0; k < 4; ++k) {
    const int x = byte(a, k), y = byte(b, k), sx = sbyte(a, k), sy = sbyte(b, k);
    CHECK(byte(__vadd4(a, b), k) == ((x + y) & 255) && byte(__vsub4(a, b), k) == ((x - y) & 255));
    CHECK(byte(__vaddus4(a, b), k) == min(x + y, 255) && byte(__vsubus4(a, b), k) == max(x - y, 0));
    CHECK(sbyte(__vaddss4(a, b), k) == max(-128, min(127, sx + sy)) &&
          sbyte(__vsubss4(a, b), k) == max(-128, min(127, sx - sy)));
    CHECK(byte(__vmaxu4(a, b), k) == max(x, y) && sbyte(__vmins4(a, b), k) == min(sx, sy));
    CHECK(byte(__vabsdiffu4(a, b), k) == abs(x - y) && byte(__vavgu4(a, b), k) == (x + y + 1) / 2 &&
          byte(__vhaddu4(a, b), k) == (x + y) / 2);
    CHECK(byte(__vcmpeq4(a, b), k) == (x == y ? 255 : 0) && byte(__vcmpgtu4(a, b), k) == (x > y ? 255 : 0) &&
          byte(__vsetlts4(a, b), k) == (sx < sy));
    CHECK(byte(__vabs4(a), k) == (abs(sx) & 255) && byte(__vneg4(a), k) == (-sx & 255));
  }
  const auto half = [](unsigned v, int k) { return int(v >> (16 * k) & 65535); };
  const auto shalf = [](unsigned v, int k) { return int(short(v >> (16 * k))); };
  for (int k = 0; k < 2; ++k) {
    const int x = half(a, k), y = half(b, k), sx = shalf(a, k), sy = shalf(b, k);
    CHECK(half(__vadd2(a, b), k) == ((x + y) & 65535) && half(__vaddus2(a, b), k) == min(x + y, 65535) &&
          shalf(__vsubss2(a, b), k) == max(-32768, min(32767, sx - sy)));
    CHECK(half(__vmaxu2(a, b), k) == max(x, y) && shalf(__vmins2(a, b), k) == min(sx, sy) &&
          half(__vcmpne2(a, b), k) == (x != y ? 65535 : 0));
    CHECK(half(__vavgu2(a, b), k) == (x + y + 1) / 2 && half(__vabsdiffu2(a, b), k) == abs(x - y) &&
          half(__vcmpgeu2(a, b), k) == (x >= y ? 65535 : 0));
  }
  CHECK(__vsadu4(a, b) == unsigned(abs(byte(a, 0) - byte(b, 0)) + abs(byte(a, 1) - byte(b, 1)) +
                                   abs(byte(a, 2) - byte(b, 2)) + abs(byte(a, 3) - byte(b, 3))));
  CHECK(__viaddmax_s32(3, 4, 9) == 9 && __vimax3_s32(1, 5, 2) == 5 && __viaddmin_u32(3, 4, 9) == 7 &&
        __vimin_s32_relu(-3, 4) == 0);
  CHECK(__vimax3_s16x2(a, b, a) == __vmaxs2(__vmaxs2(a, b), a) &&
        __viaddmax_s16x2(a, 0, b) == __vmaxs2(a, b));
  bool pick = false;
  CHECK(__vibmax_s32(5, 3, &pick) == 5 && pick);
  CHECK(__dp4a(int(a), int(b), 100) == 100 + sbyte(a, 0) * sbyte(b, 0) + sbyte(a, 1) * sbyte(b, 1) +
                                           sbyte(a, 2) * sbyte(b, 2) + sbyte(a, 3) * sbyte(b, 3));
  CHECK(__dp4a(a, b, 100u) == unsigned(100 + byte(a, 0) * byte(b, 0) + byte(a, 1) * byte(b, 1) +
                                       byte(a, 2) * byte(b, 2) + byte(a, 3) * byte(b, 3)));
  CHECK(__dp2a_lo(int(a), int(b), 7) == 7 + shalf(a, 0) * sbyte(b, 0) + shalf(a, 1) * sbyte(b, 1));
  CHECK(__dp2a_hi(a, b, 7u) == unsigned(7 + half(a, 0) * byte(b, 2) + half(a, 1) * byte(b, 3)));
}
