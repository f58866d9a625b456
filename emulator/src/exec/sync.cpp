/// Operations at which the lanes of a member mask meet: shuffles, votes, matches, reductions, bar.warp.sync.

#include "block.hpp"

#include <bit>

namespace gpu_emulator::exec {

namespace {

/// What one meeting sees: operands of lanes whose frames may differ.
struct Meeting {
  Warp& warp;
  const Instruction& in;
  Mask lanes;    ///< that take part
  Mask members;  ///< the member mask

  std::byte* place(unsigned index, unsigned lane) const {
    const Reference reference = in.operands[index];
    std::byte* const base =
        (reference & 3) == unsigned(Base::frame) ? warp.frames[lane]->registers : warp.bases[reference & 3];
    return base + (reference >> 2);
  }
  template <class T>
  T value(unsigned index, unsigned lane) const {
    return reinterpret_cast<const T*>(place(index, lane))[lane];
  }
  template <class T>
  void give(unsigned index, unsigned lane, T result) const {
    reinterpret_cast<T*>(place(index, lane))[lane] = result;
  }
  bool holds(unsigned index, unsigned lane) const {
    const Mask bits = *reinterpret_cast<const Mask*>(place(index, lane));
    return ((bits >> lane & 1) != 0) != ((in.negated >> index & 1) != 0);
  }
  void give_predicate(unsigned index, unsigned lane, bool result) const {
    if (in.operands[index] == no_operand) return;
    Mask& bits = *reinterpret_cast<Mask*>(place(index, lane));
    bits = (bits & ~(Mask{1} << lane)) | Mask(result) << lane;
  }
};

std::string lanes_text(Mask lanes) {
  char shown[16];
  std::snprintf(shown, sizeof shown, "0x%08x", lanes);
  return shown;
}

/// Brings lanes to the meeting; when it is complete calls `perform` for all who take part. `slot`: the member
/// mask's operand.
template <class F>
void meet(Warp& warp, const Instruction& in, Mask arriving, unsigned slot, F perform) {
  const std::uint32_t* const masks = operand<std::uint32_t>(warp, in, slot);
  const std::uint32_t pc = pc_of(warp, in);
  const Mask alive = warp.existing & ~warp.exited;
  Mask left = arriving;
  while (left != 0) {
    const unsigned leader = unsigned(std::countr_zero(left));
    const Mask members = masks[leader];
    Mask group = 0;
    for (Mask rest = left; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      if (masks[lane] == members) group |= Mask{1} << lane;
    }
    left &= ~group;
    if ((group & ~members) != 0) {
      const unsigned lane = unsigned(std::countr_zero(group & ~members));
      return record_fault(
          warp, pc, lane, Fault::launch_failed,
          "lane " + std::to_string(lane) + " is not in its own member mask " + lanes_text(members));
    }
    Mask together = group;
    for (Mask rest = warp.waiting_sync; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      if (warp.pcs[lane] == pc && warp.sync_masks[lane] == members) together |= Mask{1} << lane;
    }
    if ((members & alive & ~together) != 0) {
      for (Mask rest = group; rest != 0; rest &= rest - 1) {
        const unsigned lane = unsigned(std::countr_zero(rest));
        warp.pcs[lane] = pc;
        warp.sync_masks[lane] = members;
      }
      for (Mask rest = warp.mask & ~arriving; rest != 0; rest &= rest - 1)
        warp.pcs[std::countr_zero(rest)] = warp.pc;
      warp.waiting_sync |= group;
      warp.ready &= ~group;
      warp.mask &= ~group;
      if (warp.mask == 0) warp.limit = 0;
      continue;
    }
    perform(Meeting{warp, in, together, members});
    if (warp.event == Event::fault) return;
    const Mask waited = together & ~group;
    if (waited != 0) {
      for (Mask rest = waited; rest != 0; rest &= rest - 1) warp.pcs[std::countr_zero(rest)] = pc + 1;
      warp.waiting_sync &= ~waited;
      warp.ready |= waited;
      if (pc + 1 < warp.limit) warp.limit = pc + 1;
    }
  }
}

/// shfl.sync; modifier 0: up down bfly idx. Operands: result, predicate, source, b, c, members.
void shfl(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 5, [](const Meeting& m) {
    std::uint32_t values[warp_size] = {};
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      values[lane] = m.value<std::uint32_t>(2, lane);
    }
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      const std::uint32_t b = m.value<std::uint32_t>(3, lane) & 31, c = m.value<std::uint32_t>(4, lane);
      const std::uint32_t segment = c >> 8 & 31, clamp = c & 31;
      const std::int32_t upper = std::int32_t((lane & segment) | (clamp & ~segment));
      const std::int32_t lower = std::int32_t(lane & segment);
      std::int32_t from = 0;
      bool valid = false;
      switch (m.in.modifier(0)) {
        case 0:
          from = std::int32_t(lane) - std::int32_t(b);
          valid = from >= upper;
          break;
        case 1:
          from = std::int32_t(lane + b);
          valid = from <= upper;
          break;
        case 2:
          from = std::int32_t(lane ^ b);
          valid = from <= upper;
          break;
        default:
          from = lower | std::int32_t(b & ~segment);
          valid = from <= upper;
      }
      if (!valid) from = std::int32_t(lane);
      if ((m.lanes >> from & 1) == 0) {
        const bool exited = m.warp.exited >> from & 1, member = m.members >> from & 1;
        return record_fault(
            m.warp, pc_of(m.warp, m.in), lane, Fault::launch_failed,
            "shuffle: lane " + std::to_string(lane) + " reads lane " + std::to_string(from) + ", which " +
                (!member                              ? "is outside the member mask " + lanes_text(m.members)
                 : exited                             ? std::string("has exited")
                 : (m.warp.existing >> from & 1) == 0 ? std::string("does not exist in this block")
                                                      : std::string("does not take part")));
      }
      m.give<std::uint32_t>(0, lane, values[from]);
      m.give_predicate(1, lane, valid);
    }
  });
}

/// modifier 0: all any uni
void vote(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 2, [](const Meeting& m) {
    Mask holds = 0;
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      if (m.holds(1, lane)) holds |= Mask{1} << lane;
    }
    const unsigned how = m.in.modifier(0);
    const bool result = how == 0 ? holds == m.lanes : how == 1 ? holds != 0 : holds == m.lanes || holds == 0;
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1)
      m.give_predicate(0, unsigned(std::countr_zero(rest)), result);
  });
}
void ballot(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 2, [](const Meeting& m) {
    Mask holds = 0;
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      if (m.holds(1, lane)) holds |= Mask{1} << lane;
    }
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1)
      m.give<std::uint32_t>(0, unsigned(std::countr_zero(rest)), holds);
  });
}
template <class T>
void match_any(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 2, [](const Meeting& m) {
    Mask found[warp_size] = {};
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      for (Mask other = m.lanes; other != 0; other &= other - 1) {
        const unsigned peer = unsigned(std::countr_zero(other));
        if (m.value<T>(1, lane) == m.value<T>(1, peer)) found[lane] |= Mask{1} << peer;
      }
    }
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1)
      m.give<std::uint32_t>(0, unsigned(std::countr_zero(rest)), found[std::countr_zero(rest)]);
  });
}
/// Operands: result, predicate, value, members.
template <class T>
void match_all(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 3, [](const Meeting& m) {
    bool same = true;
    const T first = m.value<T>(2, unsigned(std::countr_zero(m.lanes)));
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1)
      same &= m.value<T>(2, unsigned(std::countr_zero(rest))) == first;
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      m.give<std::uint32_t>(0, lane, same ? m.lanes : 0);
      m.give_predicate(1, lane, same);
    }
  });
}
/// modifier 0: add min max and or xor
template <class T>
void redux(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 2, [](const Meeting& m) {
    T result = m.value<T>(1, unsigned(std::countr_zero(m.lanes)));
    for (Mask rest = m.lanes & (m.lanes - 1); rest != 0; rest &= rest - 1) {
      const T other = m.value<T>(1, unsigned(std::countr_zero(rest)));
      switch (m.in.modifier(0)) {
        case 0:
          result = T(std::uint32_t(result) + std::uint32_t(other));
          break;
        case 1:
          result = other < result ? other : result;
          break;
        case 2:
          result = other > result ? other : result;
          break;
        case 3:
          result = T(result & other);
          break;
        case 4:
          result = T(result | other);
          break;
        default:
          result = T(result ^ other);
      }
    }
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1)
      m.give<T>(0, unsigned(std::countr_zero(rest)), result);
  });
}
void warp_barrier(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 0, [](const Meeting&) {});
}
/// Operands: result, predicate, members.
void elect(Warp& warp, const Instruction& in, Mask lanes) {
  meet(warp, in, lanes, 2, [](const Meeting& m) {
    const unsigned leader = unsigned(std::countr_zero(m.lanes));
    for (Mask rest = m.lanes; rest != 0; rest &= rest - 1) {
      const unsigned lane = unsigned(std::countr_zero(rest));
      m.give<std::uint32_t>(0, lane, leader);
      m.give_predicate(1, lane, lane == leader);
    }
  });
}
void activemask(Warp& warp, const Instruction& in, Mask lanes) {
  std::uint32_t* const d = operand<std::uint32_t>(warp, in, 0);
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) d[std::countr_zero(rest)] = lanes;
}

constexpr Form forms[] = {
    {"shfl.sync{.up|.down|.bfly|.idx}.b32", "|=rrrr", shfl, 0},
    {"vote.sync{.all|.any|.uni}.pred", "p=pr", vote, 0},
    {"vote.sync.ballot.b32", "r=pr", ballot, 0},
    {"match.any.sync.b32", "r=rr", match_any<std::uint32_t>, 0},
    {"match.any.sync.b64", "r=dr", match_any<std::uint64_t>, 0},
    {"match.all.sync.b32", "|=rr", match_all<std::uint32_t>, 0},
    {"match.all.sync.b64", "|=dr", match_all<std::uint64_t>, 0},
    {"redux.sync{.add|.min|.max}.u32", "r=rr", redux<std::uint32_t>, 0},
    {"redux.sync{.add|.min|.max}.s32", "r=rr", redux<std::int32_t>, 0},
    {"redux.sync{!|!|!|.and|.or|.xor}.b32", "r=rr", redux<std::uint32_t>, 0},
    {"bar.warp.sync", "r", warp_barrier, 0},
    {"elect.sync", "|=r", elect, 0},
    {"activemask.b32", "r=", activemask, 0},
};

}  // namespace

const FormList sync_forms = {forms, sizeof forms / sizeof(Form)};

}  // namespace gpu_emulator::exec
