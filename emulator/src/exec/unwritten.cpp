#include "unwritten.hpp"

#include "../ptx/forms.hpp"
#include "block.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

namespace gpu_emulator::exec {

namespace {

enum class Kind : std::uint8_t {
  moves,     ///< results depend on all sources, lane by lane
  selects,   ///< selp
  conjoins,  ///< and.pred
  disjoins,  ///< or.pred
  compares,  ///< setp, with a predicate that it is combined with
  loads,     ///< of memory: the sources are its address
  uses,      ///< everything that shows outside of the lane's registers
};

/// What an instruction form does with its operands; a bit an operand.
struct Roles {
  Kind kind = Kind::uses;
  std::uint8_t results = 0, sources = 0;
};

std::string_view base_of(std::string_view pattern) { return pattern.substr(0, pattern.find_first_of(".{")); }

/// Operands that a letter of a signature stands for.
unsigned slots_of(char letter) {
  if (letter >= '2' && letter <= '8') return unsigned(letter - '0');
  return letter == 'P' || letter == '|' || letter == 'S' ? 2 : letter == 'i' || letter == '?' ? 0 : 1;
}

std::uint8_t bits(unsigned first, unsigned count) { return std::uint8_t(((1u << count) - 1) << first); }

Roles roles_of(const Form& form) {
  const std::string_view pattern = form.pattern, base = base_of(pattern), signature = form.signature;
  if (pattern.starts_with("#unpack.")) return {Kind::moves, bits(1, unsigned(pattern[8] - '0')), 1};
  if (pattern.starts_with("#pack.")) return {Kind::moves, 1, bits(1, unsigned(pattern[6] - '0'))};
  if (pattern.starts_with("#mov.")) return {Kind::moves, 1, 2};
  if (pattern.starts_with("#ld.")) {
    const unsigned count = pattern.find(".v2.") != pattern.npos   ? 2
                           : pattern.find(".v4.") != pattern.npos ? 4
                                                                  : 1;
    return {Kind::loads, bits(0, count), bits(count, 1)};
  }
  const bool barrier = base == "bar" || base == "barrier";
  if (pattern[0] == '#' || signature == "*")
    return {Kind::uses, std::uint8_t(barrier), std::uint8_t(barrier ? 0x3e : 0x3f)};
  Roles roles;
  unsigned slot = 0;
  bool has_address = false;
  const bool returns = signature.find('=') != signature.npos;
  bool result = returns;
  for (std::size_t at = 0; at < signature.size(); ++at) {
    const char letter = signature[at];
    if (letter == '=') {
      result = false;
      continue;
    }
    has_address |= letter == 'm';
    at += letter == 'V';  // the elements' letter
    (result ? roles.results : roles.sources) |= bits(slot, slots_of(letter));
    slot += slots_of(letter);
  }
  static constexpr std::string_view meetings[] = {"shfl", "vote", "match", "redux", "elect", "activemask"};
  if (!returns || std::ranges::find(meetings, base) != std::end(meetings)) return roles;
  if (has_address)
    roles.kind = base == "ld" || base == "ldu" ? Kind::loads : Kind::uses;
  else if (base == "selp")
    roles.kind = Kind::selects;
  else if (base == "setp")
    roles.kind = Kind::compares;
  else if (pattern == "and.pred")
    roles.kind = Kind::conjoins;
  else if (pattern == "or.pred")
    roles.kind = Kind::disjoins;
  else
    roles.kind = Kind::moves;
  return roles;
}

const Roles& roles_of(Handler handler) {
  static const auto& known = *[] {
    auto* const table = new std::unordered_map<Handler, Roles>;
    const FormTable& forms = form_table();
    for (unsigned i = 0; i < forms.count; ++i)
      table->emplace(forms.forms[i].handler, roles_of(forms.forms[i]));
    return table;
  }();
  static const Roles unknown{Kind::uses, 0, 0x3f};
  const auto found = known.find(handler);
  return found == known.end() ? unknown : found->second;
}

Handler return_handler() {
  static const Handler handler = ptx::find_form("ret").form->handler;
  return handler;
}

const std::byte* place_of(const Warp& warp, const Instruction& in, unsigned slot) {
  const Reference reference = in.operands[slot];
  return reference == no_operand || (reference & 3) != unsigned(Base::frame)
             ? nullptr
             : warp.bases[0] + (reference >> 2);
}

Mask lanes_at(const Unwritten& unwritten, const std::byte* at) {
  Mask lanes = 0;
  for (const Unwritten::Place& place : unwritten.places)
    if (place.at == at) lanes |= place.lanes;
  return lanes;
}

/// Follows one instruction.
class Step {
 public:
  Step(Warp& warp, const Instruction& in, Mask lanes)
      : warp_(warp), in_(in), lanes_(lanes), unwritten_(*warp.unwritten), roles_(roles_of(in.handler)) {}

  void run() {
    const Mask depends = roles_.kind == Kind::uses || roles_.kind == Kind::loads ? 0 : result_lanes();
    if (roles_.kind == Kind::uses || roles_.kind == Kind::loads)
      for (unsigned slot = 0; slot < max_operands; ++slot)
        if (const Mask used = of_source(slot)) return report(place_of(warp_, in_, slot), used);
    const std::size_t read = origin_;
    for (unsigned slot = 0; slot < max_operands; ++slot)
      if ((roles_.results >> slot & 1) != 0) mark(slot, depends, read);
    if (lanes_ != 0) in_.handler(warp_, in_, lanes_);
  }

  /// The guard decides whether lanes do anything.
  bool guard_counts() {
    if (in_.guard == 0) return false;
    const std::byte* const at = warp_.bases[0] + ((in_.guard - 2) >> 1);
    const Mask used = lanes_at(unwritten_, at) & warp_.mask;
    if (used != 0) report(at, used);
    return used != 0;
  }

 private:
  Mask of(unsigned slot) {
    const std::byte* const at = place_of(warp_, in_, slot);
    if (at == nullptr) return 0;
    Mask found = 0;
    for (const Unwritten::Place& place : unwritten_.places)
      if (place.at == at && (place.lanes & lanes_) != 0) {
        origin_ = place.read;
        found |= place.lanes & lanes_;
      }
    return found;
  }
  Mask of_source(unsigned slot) { return (roles_.sources >> slot & 1) != 0 ? of(slot) : 0; }

  /// What a AND b depends on: a false side settles it.
  static Mask conjunction(Mask a, Mask a_unwritten, Mask b, Mask b_unwritten) {
    return (a_unwritten & b_unwritten) | (a_unwritten & b) | (b_unwritten & a);
  }

  Mask result_lanes() {
    Mask all = 0;
    for (unsigned slot = 0; slot < max_operands; ++slot) all |= of_source(slot);
    if (all == 0) return 0;
    switch (roles_.kind) {
      case Kind::selects: {
        const Mask p = predicate(warp_, in_, 3);
        return of(3) | (p & of(1)) | (~p & of(2));
      }
      case Kind::conjoins:
        return conjunction(predicate(warp_, in_, 1), of(1), predicate(warp_, in_, 2), of(2));
      case Kind::disjoins:
        return conjunction(~predicate(warp_, in_, 1), of(1), ~predicate(warp_, in_, 2), of(2));
      case Kind::compares: {
        const Mask compared = of(2) | of(3);
        if (in_.operands[4] == no_operand || in_.modifier(1) > 1) return all;
        const Mask other = in_.modifier(1) == 0 ? predicate(warp_, in_, 4) : ~predicate(warp_, in_, 4);
        return conjunction(compared, compared, other, of(4));
      }
      default:
        return all;
    }
  }

  /// The result's lanes: `depends` of them hold such a value from now on, the others no more.
  void mark(unsigned slot, Mask depends, std::size_t read) {
    const std::byte* const at = place_of(warp_, in_, slot);
    if (at == nullptr) return;
    for (Unwritten::Place& place : unwritten_.places)
      if (place.at == at) place.lanes &= ~lanes_;
    if (depends != 0) unwritten_.places.push_back({at, depends, read});
  }

  void report(const std::byte* at, Mask used) {
    const unsigned lane = unsigned(std::countr_zero(used));
    for (const Unwritten::Place& place : unwritten_.places)
      if (place.at == at && (place.lanes >> lane & 1) != 0) {
        const Unwritten::Read& read = unwritten_.reads[place.read];
        access_fault(warp_, warp_.code[read.pc], lane, shared_window + read.address[lane], read.size, false,
                     AccessFault::uninitialised);
        const ptx::Program& program = *warp_.block->launch->program;
        const std::uint32_t pc = pc_of(warp_, in_);
        warp_.block->fault.details.push_back("the value is used at PTX line " + std::to_string(in_.line) +
                                             ": " + program.line_text(pc));
        return;
      }
  }

  Warp& warp_;
  const Instruction& in_;
  const Mask lanes_;
  Unwritten& unwritten_;
  const Roles roles_;
  std::size_t origin_ = 0;
};

/// Registers of one call of a function.
struct Registers {
  const std::byte *first, *end;
  explicit Registers(const CallFrame& frame)
      : first(frame.registers), end(frame.registers + frame.function->register_bytes) {}
};

/// Drops what no lane holds any more: lanes that exited or left the call.
void drop_the_gone(Warp& warp, const Registers& call, Mask left) {
  std::vector<Unwritten::Place>& places = warp.unwritten->places;
  for (Unwritten::Place& place : places) {
    place.lanes &= ~warp.exited;
    if (place.at >= call.first && place.at < call.end) place.lanes &= ~left;
  }
  std::erase_if(places, [](const Unwritten::Place& place) { return place.lanes == 0; });
  if (places.empty()) {
    warp.unwritten = nullptr;
    stop(warp, Event::unwritten);
  }
}

}  // namespace

namespace {
/// Forgets reads of which no register holds anything any more.
void forget_reads(Unwritten& unwritten) {
  constexpr std::size_t many = 256;
  if (unwritten.reads.size() < many) return;
  std::vector<Unwritten::Read> kept;
  std::vector<std::size_t> number(unwritten.reads.size(), ~std::size_t{0});
  for (Unwritten::Place& place : unwritten.places) {
    if (number[place.read] == ~std::size_t{0}) {
      number[place.read] = kept.size();
      kept.push_back(unwritten.reads[place.read]);
    }
    place.read = number[place.read];
  }
  unwritten.reads = std::move(kept);
}
}  // namespace

bool unwritten_read(Warp& warp, const Instruction& in, Mask lanes, const std::uint64_t* address,
                    unsigned size) {
  const Roles& roles = roles_of(in.handler);
  if (roles.kind != Kind::loads) {
    const unsigned lane = unsigned(std::countr_zero(lanes));
    access_fault(warp, in, lane, shared_window + address[lane], size, false, AccessFault::uninitialised);
    return false;
  }
  Unwritten& unwritten = warp.block->unwritten[warp.index];
  if (warp.unwritten == nullptr) unwritten = {};
  warp.unwritten = &unwritten;
  forget_reads(unwritten);
  Unwritten::Read read{pc_of(warp, in), size, {}};
  std::copy(address, address + warp_size, read.address.begin());
  unwritten.reads.push_back(read);
  for (unsigned slot = 0; slot < max_operands; ++slot)
    if ((roles.results >> slot & 1) != 0)
      if (const std::byte* const at = place_of(warp, in, slot))
        unwritten.places.push_back({at, lanes, unwritten.reads.size() - 1});
  if (unwritten.places.empty()) warp.unwritten = nullptr;  // nobody wants the value
  if (warp.unwritten != nullptr) stop(warp, Event::unwritten);
  return true;
}

void run_unwritten(Warp& warp) {
  while (warp.unwritten != nullptr) {
    const Instruction& in = warp.code[warp.pc];
    Mask lanes = warp.mask;
    if (in.guard != 0) {
      const Mask p = *reinterpret_cast<const Mask*>(warp.bases[0] + ((in.guard - 2) >> 1));
      lanes &= in.guard & 1 ? ~p : p;
    }
    const Registers call(*warp.frame);
    const bool returns = in.handler == return_handler() && warp.frame->parent != nullptr;
    Step step(warp, in, lanes);
    if (step.guard_counts()) return;
    ++warp.pc;
    ++warp.warp_instructions;
    warp.lane_instructions += std::uint64_t(std::popcount(lanes));
    if (lanes != 0) step.run();
    if (warp.event == Event::fault) return;
    drop_the_gone(warp, call, returns ? lanes : 0);
    if (warp.unwritten == nullptr) return;
    if (warp.pc >= warp.limit && !reschedule(warp)) return;
  }
}

}  // namespace gpu_emulator::exec
