/// The four IEEE rounding directions on the host's floating-point unit.
#pragma once

#include "lanes.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace gpu_emulator::exec::GPU_EMULATOR_ISA {

enum Rounding : unsigned { to_nearest, to_zero, downward, upward };

/// While it lives, arithmetic rounds as asked. The clobbers keep loads behind its start and stores before its
/// end, so that the arithmetic between them cannot move out.
class RoundingScope {
 public:
  explicit RoundingScope(unsigned rounding) {
#if defined(__SSE2__)
    saved_ = _mm_getcsr();
    const unsigned control[] = {0, 3, 1, 2};
    _mm_setcsr((saved_ & ~0x6000u) | control[rounding] << 13);
#else
    saved_ = std::fegetround();
    const int mode[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(mode[rounding]);
#endif
    asm volatile("" ::: "memory");
  }
  ~RoundingScope() {
    asm volatile("" ::: "memory");
#if defined(__SSE2__)
    _mm_setcsr(saved_);
#else
    std::fesetround(saved_);
#endif
  }
  RoundingScope(const RoundingScope&) = delete;
  RoundingScope& operator=(const RoundingScope&) = delete;

 private:
#if defined(__SSE2__)
  unsigned saved_;
#else
  int saved_;
#endif
};

/// Keeps a value in memory, so that arithmetic on it stays within a RoundingScope.
template <class T>
inline T opaque(T value) {
  asm volatile("" : "+m"(value) : : "memory");
  return value;
}

}  // namespace gpu_emulator::exec::GPU_EMULATOR_ISA
