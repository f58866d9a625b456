/// Operands → references to registers, broadcast constants and special registers.

#include "decoder.hpp"

#include "../exec/warp.hpp"

#include <bit>
#include <cstring>

namespace gpu_emulator::ptx {

namespace {
struct SpecialName {
  const char* name;
  exec::Special which;
};
constexpr SpecialName special_names[] = {
    {"%tid.x", exec::tid_x},
    {"%tid.y", exec::tid_y},
    {"%tid.z", exec::tid_z},
    {"%ntid.x", exec::ntid_x},
    {"%ntid.y", exec::ntid_y},
    {"%ntid.z", exec::ntid_z},
    {"%ctaid.x", exec::ctaid_x},
    {"%ctaid.y", exec::ctaid_y},
    {"%ctaid.z", exec::ctaid_z},
    {"%nctaid.x", exec::nctaid_x},
    {"%nctaid.y", exec::nctaid_y},
    {"%nctaid.z", exec::nctaid_z},
    {"%laneid", exec::laneid},
    {"%warpid", exec::warpid},
    {"%nwarpid", exec::nwarpid},
    {"%smid", exec::smid},
    {"%nsmid", exec::nsmid},
    {"%gridid", exec::gridid32},
    {"%lanemask_eq", exec::lanemask_eq},
    {"%lanemask_le", exec::lanemask_le},
    {"%lanemask_lt", exec::lanemask_lt},
    {"%lanemask_ge", exec::lanemask_ge},
    {"%lanemask_gt", exec::lanemask_gt},
    {"%clusterid.x", exec::clusterid_x},
    {"%clusterid.y", exec::clusterid_y},
    {"%clusterid.z", exec::clusterid_z},
    {"%nclusterid.x", exec::nclusterid_x},
    {"%nclusterid.y", exec::nclusterid_y},
    {"%nclusterid.z", exec::nclusterid_z},
    {"%cluster_ctaid.x", exec::cluster_ctaid_x},
    {"%cluster_ctaid.y", exec::cluster_ctaid_y},
    {"%cluster_ctaid.z", exec::cluster_ctaid_z},
    {"%cluster_nctaid.x", exec::cluster_nctaid_x},
    {"%cluster_nctaid.y", exec::cluster_nctaid_y},
    {"%cluster_nctaid.z", exec::cluster_nctaid_z},
    {"%cluster_ctarank", exec::cluster_ctarank},
    {"%cluster_nctarank", exec::cluster_nctarank},
    {"%envreg0", exec::envreg0},
    {"%envreg1", exec::envreg1},
    {"%envreg2", exec::envreg2},
    {"%tid.w", exec::zero32},
    {"%ntid.w", exec::zero32},
    {"%ctaid.w", exec::zero32},
    {"%nctaid.w", exec::zero32},
    {"%total_smem_size", exec::total_smem_size},
    {"%dynamic_smem_size", exec::dynamic_smem_size},
    {"%aggr_smem_size", exec::total_smem_size},
    {"%reserved_smem_offset_begin", exec::reserved_begin},
    {"%reserved_smem_offset_end", exec::reserved_end},
    {"%reserved_smem_offset_cap", exec::reserved_cap},
    {"%reserved_smem_offset_0", exec::reserved_0},
    {"%reserved_smem_offset_1", exec::reserved_1},
};
}  // namespace

int Decoder::width_of(const Operand& operand) const {
  return operand.index >= 0 ? declaration_->registers[std::size_t(operand.index)].width : -1;
}

Reference Decoder::register_reference(const Operand& operand, int width) {
  const int found = width_of(operand);
  if (found != width)
    fail("'" + std::string(operand.name) + "' is a " +
         (found == 0 ? std::string("predicate") : std::to_string(found * 8) + "-bit register") + ", " +
         (width == 0 ? std::string("a predicate") : std::to_string(width * 8) + " bits") + " expected");
  return exec::make_reference(Base::frame, register_offsets_[std::size_t(operand.index)]);
}

Reference Decoder::constant(std::uint64_t bits, int width) {
  if (width < 8 && width > 0) bits &= (std::uint64_t{1} << (8 * width)) - 1;
  auto& known = constants_[width];
  const auto found = known.find(bits);
  if (found != known.end()) return found->second;
  std::vector<std::byte>& pool = program_.constants_storage;
  const std::size_t offset = (pool.size() + 63) / 64 * 64;
  if (offset + 512 >= (std::size_t{1} << 30)) fail("too many constants in one module");
  pool.resize(offset + exec::register_bytes(unsigned(width)));
  if (width == 0) {
    const Mask mask = bits != 0 ? all_lanes : 0;
    std::memcpy(pool.data() + offset, &mask, sizeof mask);
  } else {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      std::memcpy(pool.data() + offset + std::size_t(width) * lane, &bits,
                  std::size_t(width < 8 ? width : 8));
  }
  const Reference reference = exec::make_reference(Base::constant, std::uint32_t(offset));
  known.emplace(bits, reference);
  return reference;
}

std::uint64_t Decoder::literal(const Number& number, int width, bool floating) {
  switch (number.kind) {
    case Number::Kind::integer:
      if (floating && width == 4) return number.bits;
      return number.bits;
    case Number::Kind::single:
      if (floating && width == 8)
        return std::bit_cast<std::uint64_t>(double(std::bit_cast<float>(std::uint32_t(number.bits))));
      return number.bits;
    case Number::Kind::real:
      if (floating && width == 4)
        return std::bit_cast<std::uint32_t>(float(std::bit_cast<double>(number.bits)));
      if (!floating && width < 8)
        fail("a 64-bit floating-point constant for a " + std::to_string(width * 8) + "-bit operand");
      if (floating && width == 2) fail("a floating-point constant for a 16-bit operand");
      return number.bits;
  }
  return 0;
}

Reference Decoder::special(std::string_view name) {
  for (const SpecialName& known : special_names)
    if (name == known.name) {
      if (known.which >= exec::reserved_begin) facts_->reserved_shared = true;
      return exec::special_reference(known.which);
    }
  if (name.starts_with("%envreg")) return exec::special_reference(exec::zero32);
  if (name.starts_with("%pm") || name.starts_with("%reserved"))
    fail("the special register '" + std::string(name) + "' is not supported", true);
  fail("unknown register '" + std::string(name) + "'");
}

Reference Decoder::source(const Operand& operand, int width, char letter) {
  switch (operand.kind) {
    case Kind::reg:
      return register_reference(operand, width);
    case Kind::number:
      return constant(literal(operand.number, width, letter == 'f' || letter == 'g' || letter == 'H'), width);
    case Kind::special: {
      const Reference reference = special(operand.name);
      if (width != 4)
        fail("'" + std::string(operand.name) + "' has 32 bits, " + std::to_string(width * 8) + " expected");
      return reference;
    }
    case Kind::name: {
      if (operand.variable != nullptr) {
        const VariableDeclaration* variable = resolve(operand.variable);
        if (variable->space == Space::shared) {
          facts_->shared.insert(variable);
          if (!variable->unsized) return constant(variable->address + operand.number.bits, width);
          if (operand.number.bits == 0 && (width == 4 || width == 8))
            return exec::special_reference(width == 4 ? exec::dynamic_shared_base
                                                      : exec::dynamic_shared_base64);
        } else if (width == 8 && (variable->space == Space::global || variable->space == Space::constant)) {
          return constant(variable->address + operand.number.bits, width);
        }
        fail("the address of '" + std::string(operand.name) + "' cannot stand here");
      }
      fail("unknown register or variable '" + std::string(operand.name) + "'");
    }
    default:
      fail("expected a register or a constant");
  }
}

Reference Decoder::destination(const Operand& operand, int width) {
  if (operand.kind == Kind::sink) return width == 0 ? no_operand : exec::scratch_reference;
  if (operand.kind != Kind::reg) fail("expected a register for the result");
  return register_reference(operand, width);
}

void Decoder::decode_address(const Operand& operand, const Form& form, Instruction& out, unsigned slot) {
  if (operand.kind != Kind::address || operand.count != 0) fail("expected an address in brackets");
  out.immediate = std::int64_t(operand.number.bits);
  if (operand.index >= 0) {
    const int width = width_of(operand);
    if (width != 8 && !(width == 4 && form.decode != exec::decode_memory_global))
      fail("'" + std::string(operand.name) + "' cannot hold an address of this space");
    out.width1 = std::uint8_t(width);
    out.operands[slot] = register_reference(operand, width);
    return;
  }
  out.width1 = 0;
  if (operand.name.empty()) return;
  if (operand.variable == nullptr) fail("unknown register or variable '" + std::string(operand.name) + "'");
  const VariableDeclaration* variable = resolve(operand.variable);
  const bool fits = form.decode == exec::decode_memory_shared ? variable->space == Space::shared
                    : form.decode == exec::decode_memory_local
                        ? variable->space == Space::local
                        : variable->space == Space::global || variable->space == Space::constant;
  if (!fits) fail("'" + std::string(operand.name) + "' lies in another space than the instruction says");
  if (variable->space == Space::shared) {
    facts_->shared.insert(variable);
    if (variable->unsized) {
      out.operands[slot] = exec::special_reference(exec::dynamic_shared_base);
      out.width1 = 4;
      return;
    }
  }
  out.immediate += std::int64_t(variable->address);
}

/// The elements' references, one after the other; gives the number of the first.
Reference Decoder::vector_references(const Operand& operand, char letter, bool result,
                                     std::string_view opcode) {
  const std::size_t at = opcode.find(".v");
  const unsigned count = at == std::string_view::npos ? 0 : unsigned(opcode[at + 2] - '0');
  if (operand.kind != Kind::vector || operand.count != count)
    fail("expected a vector of " + std::to_string(count) + " registers");
  const int width = letter == 'h' ? 2 : 4;
  const Reference first = Reference(program_.references.size());
  for (const Operand& child : children(operand))
    program_.references.push_back(result ? destination(child, width) : source(child, width, letter));
  return first;
}

void Decoder::decode_operands(const Statement& statement, const Form& form, Instruction& out) {
  const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  std::size_t next = 0;
  unsigned slot = 0;
  bool result = std::strchr(form.signature, '=') != nullptr;
  bool optional = false;
  unsigned open_widths = 0;
  const auto record_width = [&](int width) {
    if (open_widths == 0)
      out.width0 = std::uint8_t(width);
    else
      out.width1 = std::uint8_t(width);
  };
  const auto open = [&](const Operand& operand) {  // x: any width
    if (operand.kind == Kind::sink) {
      if (!result) fail("'_' cannot be a source");
      record_width(8);
      out.operands[slot++] = exec::scratch_reference;
      return;
    }
    const int width = operand.kind == Kind::reg ? width_of(operand) : operand.kind == Kind::special ? 4 : 8;
    if (width == 0) fail("'" + std::string(operand.name) + "' is a predicate");
    record_width(width);
    out.operands[slot++] = result ? destination(operand, width) : source(operand, width, 'x');
  };
  for (const char* letter = form.signature; *letter != 0; ++letter) {
    if (*letter == '=') {
      result = false;
      continue;
    }
    if (*letter == '?') {
      optional = true;
      continue;
    }
    if (next >= operands.size()) {
      if (!optional) fail("too few operands for '" + std::string(statement.opcode) + "'");
      out.operands[slot++] = no_operand;
      optional = false;
      continue;
    }
    optional = false;
    const Operand& operand = operands[next++];
    const int width = *letter == 'p'                     ? 0
                      : *letter == 'h' || *letter == 'H' ? 2
                      : *letter == 'r' || *letter == 'f' ? 4
                      : *letter == 'd' || *letter == 'g' ? 8
                      : *letter == 'q'                   ? 16
                                                         : -1;
    if (operand.pair && *letter != 'P' && *letter != '|') fail("a pair a|b does not belong here");
    switch (*letter) {
      case 'P':  // p|q, the second may be left out
      case '|':  // r|p
        out.operands[slot++] = destination(operand, *letter == 'P' ? 0 : 4);
        out.operands[slot++] = operand.pair ? destination(children(operand)[0], 0) : no_operand;
        break;
      case 'S':  // p alone, in the place of p|q
        out.operands[slot++] = destination(operand, 0);
        out.operands[slot++] = no_operand;
        break;
      case 'm':
        decode_address(operand, form, out, slot++);
        break;
      case 'i':
        if (operand.kind != Kind::number || operand.number.kind != Number::Kind::integer)
          fail("expected an integer constant");
        out.immediate = std::int64_t(operand.number.bits);
        break;
      case 's':  // a 64-bit register, or a variable's address
        out.operands[slot++] = source(operand, 8, 'd');
        break;
      case '2':
      case '4':
      case '8': {
        if (operand.kind != Kind::vector || operand.count != unsigned(*letter - '0'))
          fail("expected a vector of " + std::string(1, *letter) + " registers");
        int common = -1;
        for (const Operand& child : children(operand)) {
          if (child.kind == Kind::sink || child.kind == Kind::number) continue;
          const int found = child.kind == Kind::reg ? width_of(child) : 4;
          if (common >= 0 && found != common) fail("the registers of a vector differ in width");
          common = found;
        }
        if (common < 0) common = 8;
        if (common == 0) fail("a vector of predicates");
        record_width(common);
        for (const Operand& child : children(operand))
          out.operands[slot++] = result ? destination(child, common) : source(child, common, 'x');
        ++open_widths;
        break;
      }
      case 'V':
        out.operands[slot++] = vector_references(operand, *++letter, result, statement.opcode);
        break;
      case 'x':
        open(operand);
        ++open_widths;
        break;
      default:
        if (width < 0) fail("internal error: signature '" + std::string(form.signature) + "'");
        if (operand.negated) {
          if (width != 0 || result) fail("'!' does not belong here");
          out.negated = std::uint16_t(out.negated | 1u << slot);
        }
        out.operands[slot++] = result ? destination(operand, width) : source(operand, width, *letter);
    }
  }
  if (next != operands.size()) fail("too many operands for '" + std::string(statement.opcode) + "'");
  if (form.signature[0] != 0 && std::strchr(form.signature, '=') != nullptr && form.handler == nullptr)
    fail("internal error: no handler");
  const bool atomic = statement.opcode.starts_with("atom"), reduction = statement.opcode.starts_with("red.");
  if (atomic || reduction) {
    // Integer updates whose result nobody reads commute: blocks may run in any order.
    const std::string_view type = statement.opcode.substr(statement.opcode.rfind('.') + 1);
    const bool commutes = type.find('f') == std::string_view::npos &&
                          statement.opcode.find(".cas") == std::string_view::npos &&
                          statement.opcode.find(".exch") == std::string_view::npos &&
                          statement.opcode.find(".inc") == std::string_view::npos &&
                          statement.opcode.find(".dec") == std::string_view::npos &&
                          statement.opcode.find(".shared") == std::string_view::npos;
    const bool shared = statement.opcode.find(".shared") != std::string_view::npos;
    const bool unread = reduction || (operands[0].kind == Kind::sink) ||
                        (operands[0].index >= 0 && occurrences_[std::size_t(operands[0].index)] == 1);
    if (!shared && !(commutes && unread)) facts_->ordered = true;
  }
}

}  // namespace gpu_emulator::ptx
