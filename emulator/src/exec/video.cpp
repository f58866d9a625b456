/// SIMD video instructions: two halves or four bytes a register.

#define GPU_EMULATOR_ISA common
#define GPU_EMULATOR_WITHOUT_FORMS
#include "block.hpp"
#include "isa/integer.hpp"

namespace gpu_emulator::exec {

namespace {

using namespace common;

enum class Video { add, sub, average, difference, minimum, maximum };

/// Groups: 0 to 2 the types of d, a, b (.u32 .s32), 3 nothing, .sat or .add.
template <Video operation, unsigned parts>
void video(Warp& w, const Instruction& in, Mask m) {
  constexpr unsigned bits = 32 / parts;
  const bool d_signed = in.modifier(0) == 1, a_signed = in.modifier(1) == 1, b_signed = in.modifier(2) == 1;
  const unsigned how = in.modifier(3);
  const auto part = [](u32 x, unsigned k, bool is_negative_possible) {
    const u32 raw = x >> (bits * k) << (32 - bits);
    return is_negative_possible ? s32(raw) >> (32 - bits) : s32(raw >> (32 - bits));
  };
  scalar3<u32, u32, u32, u32>(w, in, m, [&](u32 a, u32 b, u32 c) {
    u32 result = 0, sum = c;
    for (unsigned k = 0; k < parts; ++k) {
      const s32 x = part(a, k, a_signed), y = part(b, k, b_signed);
      s32 r = 0;
      switch (operation) {
        case Video::add:
          r = x + y;
          break;
        case Video::sub:
          r = x - y;
          break;
        case Video::average:
          r = (x + y + (x + y >= 0 ? 1 : 0)) >> 1;
          break;
        case Video::difference:
          r = x > y ? x - y : y - x;
          break;
        case Video::minimum:
          r = x < y ? x : y;
          break;
        case Video::maximum:
          r = x > y ? x : y;
          break;
      }
      if (how == 1) {
        const s32 low = d_signed ? -(1 << (bits - 1)) : 0,
                  high_value = d_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
        r = r < low ? low : r > high_value ? high_value : r;
      }
      sum += u32(r);
      result |= (u32(r) << (32 - bits) >> (32 - bits)) << (bits * k);
    }
    return how == 2 ? sum : result;
  });
}

#define GPU_EMULATOR_VIDEO(name, operation)                                                   \
  {name "2{.u32|.s32}{.u32|.s32}{.u32|.s32}{|.sat|.add}", "r=rrr", video<operation, 2>, 0}, { \
    name "4{.u32|.s32}{.u32|.s32}{.u32|.s32}{|.sat|.add}", "r=rrr", video<operation, 4>, 0    \
  }
constexpr Form forms[] = {
    GPU_EMULATOR_VIDEO("vadd", Video::add),      GPU_EMULATOR_VIDEO("vsub", Video::sub),
    GPU_EMULATOR_VIDEO("vavrg", Video::average), GPU_EMULATOR_VIDEO("vabsdiff", Video::difference),
    GPU_EMULATOR_VIDEO("vmin", Video::minimum),  GPU_EMULATOR_VIDEO("vmax", Video::maximum),
};

}  // namespace

const FormList video_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec
