/// Statements → instructions.

#include "decoder.hpp"

#include "../exec/warp.hpp"
#include "parser.hpp"

#include <bit>
#include <cstring>

namespace gpu_emulator::ptx {

using exec::Base;
using exec::Form;
using exec::Instruction;
using exec::no_operand;
using exec::Reference;
using Kind = Operand::Kind;

namespace {
constexpr std::size_t most_diagnostics = 50;

struct SpecialName {
  const char* name;
  exec::Special which;
};
constexpr SpecialName special_names[] = {
    {"%tid.x", exec::tid_x}, {"%tid.y", exec::tid_y}, {"%tid.z", exec::tid_z},
    {"%ntid.x", exec::ntid_x}, {"%ntid.y", exec::ntid_y}, {"%ntid.z", exec::ntid_z},
    {"%ctaid.x", exec::ctaid_x}, {"%ctaid.y", exec::ctaid_y}, {"%ctaid.z", exec::ctaid_z},
    {"%nctaid.x", exec::nctaid_x}, {"%nctaid.y", exec::nctaid_y}, {"%nctaid.z", exec::nctaid_z},
    {"%laneid", exec::laneid}, {"%warpid", exec::warpid}, {"%nwarpid", exec::nwarpid},
    {"%smid", exec::smid}, {"%nsmid", exec::nsmid}, {"%gridid", exec::gridid32},
    {"%lanemask_eq", exec::lanemask_eq}, {"%lanemask_le", exec::lanemask_le}, {"%lanemask_lt", exec::lanemask_lt},
    {"%lanemask_ge", exec::lanemask_ge}, {"%lanemask_gt", exec::lanemask_gt},
    {"%clusterid.x", exec::clusterid_x}, {"%clusterid.y", exec::clusterid_y}, {"%clusterid.z", exec::clusterid_z},
    {"%nclusterid.x", exec::nclusterid_x}, {"%nclusterid.y", exec::nclusterid_y}, {"%nclusterid.z", exec::nclusterid_z},
    {"%cluster_ctaid.x", exec::cluster_ctaid_x}, {"%cluster_ctaid.y", exec::cluster_ctaid_y}, {"%cluster_ctaid.z", exec::cluster_ctaid_z},
    {"%cluster_nctaid.x", exec::cluster_nctaid_x}, {"%cluster_nctaid.y", exec::cluster_nctaid_y},
    {"%cluster_nctaid.z", exec::cluster_nctaid_z},
    {"%cluster_ctarank", exec::cluster_ctarank}, {"%cluster_nctarank", exec::cluster_nctarank},
    {"%envreg0", exec::envreg0}, {"%envreg1", exec::envreg1}, {"%envreg2", exec::envreg2},
    {"%tid.w", exec::zero32}, {"%ntid.w", exec::zero32}, {"%ctaid.w", exec::zero32}, {"%nctaid.w", exec::zero32},
    {"%total_smem_size", exec::total_smem_size}, {"%dynamic_smem_size", exec::dynamic_smem_size},
    {"%aggr_smem_size", exec::total_smem_size},
    {"%reserved_smem_offset_begin", exec::reserved_begin}, {"%reserved_smem_offset_end", exec::reserved_end},
    {"%reserved_smem_offset_cap", exec::reserved_cap}, {"%reserved_smem_offset_0", exec::reserved_0}, {"%reserved_smem_offset_1", exec::reserved_1},
};
}  // namespace

void Decoder::fail(const std::string& message, bool unsupported) const { throw SyntaxError(line_, message, unsupported); }

std::span<const Operand> Decoder::children(const Operand& operand) const {
  return std::span(declaration_->operands).subspan(operand.first, operand.count);
}

bool Decoder::run() {
  collect_functions();
  place_variables();
  place_shared();
  if (!diagnostics.empty() || out_of_memory) return false;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    decode_function(i);
    if (diagnostics.size() >= most_diagnostics) break;
  }
  if (!diagnostics.empty()) return false;
  initialise_variables();
  if (!diagnostics.empty()) return false;
  close_call_graph();
  finish_entries();
  // The pool's base is aligned for vector loads.
  const auto start = reinterpret_cast<std::uintptr_t>(program_.constants_storage.data());
  const std::size_t shift = (64 - start % 64) % 64;
  program_.constants_storage.resize(program_.constants_storage.size() + 64);
  const auto again = reinterpret_cast<std::uintptr_t>(program_.constants_storage.data());
  const std::size_t final_shift = (64 - again % 64) % 64;
  std::memmove(program_.constants_storage.data() + final_shift, program_.constants_storage.data(), program_.constants_storage.size() - 64);
  program_.constants = program_.constants_storage.data() + final_shift;
  (void)shift;
  return diagnostics.empty();
}

void Decoder::collect_functions() {
  std::unordered_map<std::string_view, int> visible;
  for (unsigned t = 0; t < texts_.size(); ++t) {
    function_of_name_.emplace_back();
    for (FunctionDeclaration& declaration : texts_[t].functions) {
      if (!declaration.defined) continue;
      const int index = int(functions_.size());
      if (declaration.visible || declaration.weak) {
        const auto [place, fresh] = visible.emplace(declaration.name, index);
        if (!fresh) {
          if (declaration.weak || functions_[std::size_t(place->second)].declaration->weak) {
            function_of_name_[t][declaration.name] = place->second;
            continue;
          }
          diagnostics.push_back({t, declaration.line, "'" + std::string(declaration.name) + "' is defined in two of the linked texts", false});
        }
      }
      FunctionFacts& facts = functions_.emplace_back();
      facts.declaration = &declaration;
      facts.text = t;
      function_of_name_[t][declaration.name] = index;
    }
  }
  for (unsigned t = 0; t < texts_.size(); ++t) {
    for (const FunctionDeclaration& declaration : texts_[t].functions)
      if (!declaration.defined && visible.contains(declaration.name)) function_of_name_[t].emplace(declaration.name, visible[declaration.name]);
    for (const auto& [alias, target] : texts_[t].aliases)
      if (const auto found = function_of_name_[t].find(target); found != function_of_name_[t].end())
        function_of_name_[t][alias] = found->second;
  }
  program_.functions.resize(functions_.size());
}

int Decoder::find_function(unsigned text, std::string_view name) const {
  const auto found = function_of_name_[text].find(name);
  return found == function_of_name_[text].end() ? -1 : found->second;
}

const VariableDeclaration* Decoder::resolve(const VariableDeclaration* variable) const {
  if (!variable->external || variable->space == Space::shared) return variable;
  const auto found = visible_variables_.find(variable->name);
  if (found == visible_variables_.end())
    fail("the external variable '" + std::string(variable->name) + "' is defined nowhere");
  return found->second;
}

void Decoder::decode_function(std::size_t index) {
  facts_ = &functions_[index];
  declaration_ = facts_->declaration;
  function_ = &program_.functions[index];
  const FunctionDeclaration& source_text = *declaration_;
  function_->name = source_text.name;
  function_->entry = source_text.entry;
  function_->first_pc = std::uint32_t(program_.code.size());
  function_->parameter_stride = std::uint32_t((source_text.parameter_area + 15) / 16 * 16);
  for (const VariableDeclaration* p : source_text.prototype.results)
    function_->results.push_back({std::uint32_t(p->address), std::uint32_t(p->size)});
  for (const VariableDeclaration* p : source_text.prototype.parameters)
    function_->parameters.push_back({std::uint32_t(p->address), std::uint32_t(p->size)});
  program_.text_of_function.push_back(facts_->text);

  std::size_t local = 0;
  for (VariableDeclaration* variable : source_text.variables)
    if (variable->space == Space::local) {
      local = (local + variable->alignment - 1) / variable->alignment * variable->alignment;
      variable->address = local;
      local += variable->size;
    }
  function_->local_bytes = std::uint32_t((local + 15) / 16 * 16);

  // Wide registers first: every vector lies at a multiple of its own size up to 64.
  register_offsets_.assign(source_text.registers.size(), 0);
  std::uint64_t offset = 0;
  for (const int width : {16, 8, 4, 2, 1, 0}) {
    for (std::size_t i = 0; i < source_text.registers.size(); ++i)
      if (source_text.registers[i].width == width) {
        register_offsets_[i] = std::uint32_t(offset);
        offset += exec::register_bytes(unsigned(width));
      }
    if (width == 1) offset = (offset + 63) / 64 * 64;
  }
  offset = (offset + 63) / 64 * 64;
  if (offset >= (std::uint64_t{1} << 29)) {
    diagnostics.push_back({facts_->text, source_text.line, "'" + function_->name + "' has too many registers", false});
    return;
  }
  function_->register_bytes = std::uint32_t(offset);

  occurrences_.assign(source_text.registers.size(), 0);
  for (const Operand& operand : source_text.operands)
    if (operand.index >= 0) ++occurrences_[std::size_t(operand.index)];
  program_.code.reserve(program_.code.size() + source_text.statements.size() + 1);
  for (const Statement& statement : source_text.statements) {
    Instruction& out = program_.code.emplace_back();
    out.line = line_ = statement.line;
    try {
      decode_statement(statement, out);
    } catch (const SyntaxError& error) {
      diagnostics.push_back({facts_->text, error.line, error.what(), error.unsupported});
      if (diagnostics.size() >= most_diagnostics) return;
    }
  }
  Instruction& last = program_.code.emplace_back();
  last.line = source_text.statements.empty() ? source_text.line : source_text.statements.back().line;
  use_form(last, "ret");
  function_->end_pc = std::uint32_t(program_.code.size());

  std::map<std::uint32_t, std::uint32_t> file_index;
  for (const Location& location : source_text.locations) {
    const auto file = texts_[facts_->text].files.find(location.file);
    if (file == texts_[facts_->text].files.end()) continue;
    auto [known, fresh] = file_index.emplace(location.file, 0);
    if (fresh) {
      std::size_t i = 0;
      while (i < program_.files.size() && program_.files[i] != file->second) ++i;
      if (i == program_.files.size()) program_.files.emplace_back(file->second);
      known->second = std::uint32_t(i);
    }
    program_.places.push_back({function_->first_pc + location.statement, known->second, location.line});
  }
}

void Decoder::use_form(Instruction& out, std::string_view name) {
  const Match match = find_form(name);
  if (match.form == nullptr) fail("internal error: no handler '" + std::string(name) + "'");
  out.handler = match.form->handler;
  out.modifiers = match.modifiers;
}

void Decoder::decode_statement(const Statement& statement, Instruction& out) {
  if (statement.guard >= 0)
    out.guard = register_offsets_[std::size_t(statement.guard)] * 2 + unsigned(statement.guard_negated) + 2;
  const Match match = find_form(statement.opcode);
  if (match.form == nullptr) {
    bool unsupported = false;
    const std::string why = explain_unknown(statement.opcode, unsupported);
    fail(why, unsupported);
  }
  out.handler = match.form->handler;
  out.modifiers = match.modifiers;
  switch (match.form->decode) {
    case exec::decode_mov: return decode_mov(statement, *match.form, out);
    case exec::decode_memory_param: return decode_parameter_access(statement, out);
    case exec::decode_call: return decode_call(statement, out);
    case exec::decode_bar: return decode_bar(statement, out);
    case exec::decode_copy_async: return decode_copy_async(statement, out);
    case exec::decode_branch: {
      if (statement.count != 1) fail("a branch takes one label");
      const Operand& target = declaration_->operands[statement.first];
      if (target.kind != Kind::name) fail("a branch takes a label");
      out.immediate = label(statement, target.name);
      return;
    }
    case exec::decode_branch_table: {
      const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
      if (operands.size() != 2 || operands[1].kind != Kind::name) fail("brx.idx takes an index and the label of its .branchtargets");
      out.operands[0] = source(operands[0], 4, 'r');
      for (std::uint32_t scope = statement.scope;; scope = declaration_->scope_parent[scope]) {
        const auto found = declaration_->branch_targets.find({scope, operands[1].name});
        if (found != declaration_->branch_targets.end()) {
          out.immediate = std::int64_t(program_.branch_tables.size());
          auto& table = program_.branch_tables.emplace_back();
          for (const std::string_view name : found->second) table.push_back(label(statement, name));
          return;
        }
        if (scope == 0) fail("no .branchtargets with the label '" + std::string(operands[1].name) + "'");
      }
    }
    default: return decode_operands(statement, *match.form, out);
  }
}

std::uint32_t Decoder::label(const Statement& statement, std::string_view name) {
  for (std::uint32_t scope = statement.scope;; scope = declaration_->scope_parent[scope]) {
    const auto found = declaration_->labels.find({scope, name});
    if (found != declaration_->labels.end()) return function_->first_pc + found->second;
    if (scope == 0) break;
  }
  // A label in another block of the same body.
  for (const auto& [key, statement_index] : declaration_->labels)
    if (key.second == name) return function_->first_pc + statement_index;
  fail("unknown label '" + std::string(name) + "'");
}

int Decoder::width_of(const Operand& operand) const {
  return operand.index >= 0 ? declaration_->registers[std::size_t(operand.index)].width : -1;
}

Reference Decoder::register_reference(const Operand& operand, int width) {
  const int found = width_of(operand);
  if (found != width)
    fail("'" + std::string(operand.name) + "' is a " + (found == 0 ? std::string("predicate") : std::to_string(found * 8) + "-bit register") +
         ", " + (width == 0 ? std::string("a predicate") : std::to_string(width * 8) + " bits") + " expected");
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
      std::memcpy(pool.data() + offset + std::size_t(width) * lane, &bits, std::size_t(width < 8 ? width : 8));
  }
  const Reference reference = exec::make_reference(Base::constant, std::uint32_t(offset));
  known.emplace(bits, reference);
  return reference;
}

std::uint64_t Decoder::literal(const Number& number, int width, bool floating) {
  switch (number.kind) {
    case Number::Kind::integer:
      if (floating && width == 4 ) return number.bits;
      return number.bits;
    case Number::Kind::single:
      if (floating && width == 8) return std::bit_cast<std::uint64_t>(double(std::bit_cast<float>(std::uint32_t(number.bits))));
      return number.bits;
    case Number::Kind::real:
      if (floating && width == 4) return std::bit_cast<std::uint32_t>(float(std::bit_cast<double>(number.bits)));
      if (!floating && width < 8) fail("a 64-bit floating-point constant for a " + std::to_string(width * 8) + "-bit operand");
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
  if (name.starts_with("%pm") || name.starts_with("%reserved")) fail("the special register '" + std::string(name) + "' is not supported", true);
  fail("unknown register '" + std::string(name) + "'");
}

Reference Decoder::source(const Operand& operand, int width, char letter) {
  switch (operand.kind) {
    case Kind::reg: return register_reference(operand, width);
    case Kind::number:
      return constant(literal(operand.number, width, letter == 'f' || letter == 'g' || letter == 'H'), width);
    case Kind::special: {
      const Reference reference = special(operand.name);
      if (width != 4) fail("'" + std::string(operand.name) + "' has 32 bits, " + std::to_string(width * 8) + " expected");
      return reference;
    }
    case Kind::name: {
      if (operand.variable != nullptr) {
        const VariableDeclaration* variable = resolve(operand.variable);
        if (variable->space == Space::shared) {
          facts_->shared.insert(variable);
          if (!variable->unsized) return constant(variable->address + operand.number.bits, width);
          if (operand.number.bits == 0 && (width == 4 || width == 8))
            return exec::special_reference(width == 4 ? exec::dynamic_shared_base : exec::dynamic_shared_base64);
        } else if (width == 8 && (variable->space == Space::global || variable->space == Space::constant)) {
          return constant(variable->address + operand.number.bits, width);
        }
        fail("the address of '" + std::string(operand.name) + "' cannot stand here");
      }
      fail("unknown register or variable '" + std::string(operand.name) + "'");
    }
    default: fail("expected a register or a constant");
  }
}

Reference Decoder::destination(const Operand& operand, int width) {
  if (operand.kind == Kind::sink) return width == 0 ? no_operand : exec::scratch_reference;
  if (operand.kind != Kind::reg) fail("expected a register for the result");
  return register_reference(operand, width);
}

void Decoder::decode_address(const Operand& operand, const Form& form, Instruction& out, unsigned slot) {
  if (operand.kind != Kind::address) fail("expected an address in brackets");
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
  const bool fits = form.decode == exec::decode_memory_shared  ? variable->space == Space::shared
                    : form.decode == exec::decode_memory_local ? variable->space == Space::local
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
    const int width = *letter == 'p' ? 0 : *letter == 'h' || *letter == 'H' ? 2 : *letter == 'r' || *letter == 'f' ? 4
                      : *letter == 'd' || *letter == 'g' ? 8 : *letter == 'q' ? 16 : -1;
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
      case 'm': decode_address(operand, form, out, slot++); break;
      case 'i':
        if (operand.kind != Kind::number || operand.number.kind != Number::Kind::integer) fail("expected an integer constant");
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
  if (form.signature[0] != 0 && std::strchr(form.signature, '=') != nullptr && form.handler == nullptr) fail("internal error: no handler");
  const bool atomic = statement.opcode.starts_with("atom"), reduction = statement.opcode.starts_with("red.");
  if (atomic || reduction) {
    // Integer updates whose result nobody reads commute: blocks may run in any order.
    const std::string_view type = statement.opcode.substr(statement.opcode.rfind('.') + 1);
    const bool commutes = type.find('f') == std::string_view::npos && statement.opcode.find(".cas") == std::string_view::npos &&
                          statement.opcode.find(".exch") == std::string_view::npos && statement.opcode.find(".inc") == std::string_view::npos &&
                          statement.opcode.find(".dec") == std::string_view::npos && statement.opcode.find(".shared") == std::string_view::npos;
    const bool shared = statement.opcode.find(".shared") != std::string_view::npos;
    const bool unread = reduction || (operands[0].kind == Kind::sink) || (operands[0].index >= 0 && occurrences_[std::size_t(operands[0].index)] == 1);
    if (!shared && !(commutes && unread)) facts_->ordered = true;
  }
}

/// cp.async [shared], [global], size {, bytes to read}: operands 0 and 1 are the addresses' registers, 2 the bytes to read, 3 the
/// displacement of the first; width0 is the size.
void Decoder::decode_copy_async(const Statement& statement, Instruction& out) {
  const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  if (operands.size() < 3 || operands.size() > 4) fail("'" + std::string(statement.opcode) + "' takes three or four operands");
  static constexpr Form shared{"", "m", nullptr, exec::decode_memory_shared}, global{"", "m", nullptr, exec::decode_memory_global};
  decode_address(operands[0], shared, out, 0);
  out.operands[3] = constant(std::uint64_t(out.immediate), 4);
  const std::uint8_t shared_width = out.width1;
  if (shared_width == 8) fail("cp.async with a 64-bit shared address is not supported", true);
  decode_address(operands[1], global, out, 1);
  const Operand& size = operands[2];
  const bool bypass = statement.opcode.find(".cg") != std::string_view::npos;
  const std::uint64_t bytes = size.number.bits;
  if (size.kind != Kind::number || !(bytes == 16 || (!bypass && (bytes == 4 || bytes == 8)))) fail("cp.async copies " + std::string(bypass ? "16" : "4, 8 or 16") + " bytes");
  out.width0 = std::uint8_t(bytes);
  if (operands.size() == 4) out.operands[2] = source(operands[3], 4, 'r');
}

/// bar and barrier: [result,] barrier [, threads] [, predicate] → operands 0 to 3.
void Decoder::decode_bar(const Statement& statement, Instruction& out) {
  auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  const bool reduces = statement.opcode.find(".red") != std::string_view::npos;
  const bool arrives = statement.opcode.find(".arrive") != std::string_view::npos;
  const std::size_t least = reduces ? 3 : arrives ? 2 : 1, most = reduces ? 4 : 2;
  if (operands.size() < least || operands.size() > most) fail("'" + std::string(statement.opcode) + "' takes " + std::to_string(least) + " to " + std::to_string(most) + " operands");
  if (reduces) {
    out.operands[0] = destination(operands[0], statement.opcode.ends_with(".pred") ? 0 : 4);
    out.operands[3] = source(operands.back(), 0, 'p');
    if (operands.back().negated) out.negated = 8;
    operands = operands.subspan(1, operands.size() - 2);
  }
  out.operands[1] = source(operands[0], 4, 'r');
  if (operands.size() > 1) out.operands[2] = source(operands[1], 4, 'r');
  if (operands[0].kind == Kind::number && operands[0].number.bits > 15) fail("a block has the barriers 0 to 15");
}

void Decoder::decode_mov(const Statement& statement, const Form&, Instruction& out) {
  const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  if (operands.size() != 2) fail("mov takes a result and a source");
  const std::string_view type = statement.opcode.substr(statement.opcode.rfind('.') + 1);
  const int width = width_of_type(type);
  const Operand& to = operands[0];
  const Operand& from = operands[1];
  const auto part_widths = [&](const Operand& vector) {
    if (vector.count != 2 && vector.count != 4) fail("mov packs two or four registers");
    const int part = width / int(vector.count);
    if (part < 1) fail("mov: the parts are smaller than a byte");
    return part;
  };
  if (to.kind == Kind::vector) {
    const int part = part_widths(to);
    out.operands[0] = source(from, width, 'r');
    for (unsigned i = 0; i < to.count; ++i) out.operands[1 + i] = destination(children(to)[i], part);
    return use_form(out, "#unpack." + std::to_string(to.count) + "x" + std::to_string(part * 8));
  }
  if (from.kind == Kind::vector) {
    const int part = part_widths(from);
    out.operands[0] = destination(to, width);
    for (unsigned i = 0; i < from.count; ++i) out.operands[1 + i] = source(children(from)[i], part, 'r');
    return use_form(out, "#pack." + std::to_string(from.count) + "x" + std::to_string(part * 8));
  }
  out.operands[0] = destination(to, width);
  const bool floating = type[0] == 'f';
  if (from.kind == Kind::special) {
    for (const char* name : {"%clock64", "%clock_hi", "%clock", "%globaltimer_lo", "%globaltimer_hi", "%globaltimer"})
      if (from.name == name) {
        const bool wide = from.name == "%clock64" || from.name == "%globaltimer";
        if (width != (wide ? 8 : 4)) fail("'" + std::string(from.name) + "' has " + (wide ? "64" : "32") + " bits");
        return use_form(out, "#mov." + std::string(from.name.substr(1)));
      }
    if (from.name == "%current_graph_exec") {
      out.operands[1] = constant(0, width);
      return use_form(out, "#mov." + std::to_string(width * 8));
    }
    if (from.name == "%is_explicit_cluster") {
      out.operands[1] = constant(0, width);
      return use_form(out, "#mov." + std::to_string(width * 8));
    }
    out.operands[1] = special(from.name);
    if (width == 8) return use_form(out, "#mov.wide");
    if (width == 2) return use_form(out, "#mov.narrow");
    if (width != 4) fail("'" + std::string(from.name) + "' has 32 bits");
    return use_form(out, "#mov.32");
  }
  if (from.kind == Kind::name) {
    out.immediate = std::int64_t(from.number.bits);
    if (from.variable == nullptr) {
      const int function = find_function(facts_->text, from.name);
      if (function < 0) fail("unknown register, variable or function '" + std::string(from.name) + "'");
      if (width != 8) fail("the address of a function has 64 bits");
      address_taken_.insert(function);
      out.operands[1] = constant(exec::function_window + std::uint64_t(function + 1) * 16, 8);
      return use_form(out, "#mov.64");
    }
    const VariableDeclaration* variable = resolve(from.variable);
    switch (variable->space) {
      case Space::global:
      case Space::constant:
        if (width != 8) fail("the address of '" + std::string(from.name) + "' has 64 bits");
        out.operands[1] = constant(variable->address + from.number.bits, 8);
        return use_form(out, "#mov.64");
      case Space::shared:
        facts_->shared.insert(variable);
        if (variable->unsized) return use_form(out, width == 8 ? "#mov.dynamic_shared.64" : "#mov.dynamic_shared.32");
        out.operands[1] = constant(variable->address + from.number.bits, width);
        return use_form(out, "#mov." + std::to_string(width * 8));
      case Space::local:
        out.immediate += std::int64_t(variable->address);
        return use_form(out, width == 8 ? "#mov.local_address.64" : "#mov.local_address.32");
      case Space::parameter:
        if (width != 8) fail("the address of a parameter has 64 bits");
        out.immediate += std::int64_t(variable->address);
        return use_form(out, variable->launch_parameter ? "#mov.launch_parameter" : "#mov.call_parameter");
    }
  }
  if (width == 0) {
    out.operands[1] = from.kind == Kind::number ? constant(from.number.bits, 0) : source(from, 0, 'p');
    if (from.negated) out.negated = 2;
    return use_form(out, "#mov.pred");
  }
  out.operands[1] = source(from, width, !floating ? 'r' : width == 8 ? 'g' : 'f');
  use_form(out, "#mov." + std::to_string(width * 8));
}

void Decoder::decode_parameter_access(const Statement& statement, Instruction& out) {
  const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  if (operands.size() != 2) fail("'" + std::string(statement.opcode) + "' takes two operands");
  const bool load = statement.opcode.starts_with("ld");
  const Operand& address = operands[load ? 1 : 0];
  const Operand& value = operands[load ? 0 : 1];
  if (address.kind != Kind::address) fail("expected an address in brackets");
  const std::size_t dot = statement.opcode.rfind('.');
  const std::string_view type = statement.opcode.substr(dot + 1);
  const unsigned bytes = unsigned(width_of_type(type));
  const char* vector = statement.opcode.find(".v2.") != std::string_view::npos ? "v2." : statement.opcode.find(".v4.") != std::string_view::npos ? "v4." : "";
  const unsigned count = vector[0] == 0 ? 1 : unsigned(vector[1] - '0');
  std::string place;
  out.immediate = std::int64_t(address.number.bits);
  unsigned slot = load ? count : 0;
  if (address.index >= 0) {
    if (width_of(address) != 8) fail("an address in parameter space needs a 64-bit register");
    out.operands[slot] = register_reference(address, 8);
    place = "register";
  } else {
    const VariableDeclaration* variable = address.variable;
    if (variable == nullptr || variable->space != Space::parameter) fail("unknown parameter '" + std::string(address.name) + "'");
    const std::uint64_t offset = address.number.bits;
    if (offset > variable->size || bytes * count > variable->size - offset)
      fail("the access of " + std::to_string(bytes * count) + " bytes at offset " + std::to_string(std::int64_t(offset)) + " leaves the parameter '" +
           std::string(address.name) + "' of " + std::to_string(variable->size) + " bytes");
    out.immediate += std::int64_t(variable->address);
    if (variable->launch_parameter && !load) fail("a launch parameter cannot be written");
    place = variable->launch_parameter ? "launch" : "call";
  }
  const auto values = count == 1 ? std::span(&value, 1) : children(value);
  if (count > 1 && (value.kind != Kind::vector || value.count != count)) fail("expected a vector of " + std::to_string(count));
  int common = -1;
  for (const Operand& part : values)
    if (part.kind == Kind::reg) common = std::max(common, width_of(part));
  if (common == 0) fail("a predicate cannot be loaded or stored");
  if (common < 0) common = 8;
  out.width0 = std::uint8_t(common);
  unsigned first = load ? 0 : 1;
  for (const Operand& part : values) out.operands[first++] = load ? destination(part, common) : source(part, common, 'x');
  use_form(out, std::string(load ? "#ld." : "#st.") + place + "." + vector + std::string(type));
}

void Decoder::decode_call(const Statement& statement, Instruction& out) {
  const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  std::size_t next = 0;
  std::span<const Operand> results, arguments;
  if (next < operands.size() && operands[next].kind == Kind::list) results = children(operands[next++]);
  if (next >= operands.size()) fail("call without a function");
  const Operand& callee = operands[next++];
  if (next < operands.size() && operands[next].kind == Kind::list) arguments = children(operands[next++]);
  CallSite site;
  const auto copies = [&](std::span<const Operand> list, std::vector<ParameterCopy>& to) {
    for (const Operand& operand : list) {
      if (operand.kind != Kind::name || operand.variable == nullptr || operand.variable->space != Space::parameter)
        fail("call arguments that are not .param variables are not supported", true);
      if (operand.variable->launch_parameter) fail("a launch parameter passed on by call is not supported", true);
      to.push_back({std::uint32_t(operand.variable->address), std::uint32_t(operand.variable->size)});
    }
  };
  copies(results, site.results);
  copies(arguments, site.arguments);
  if (callee.kind == Kind::reg) {
    out.operands[0] = register_reference(callee, 8);
    facts_->indirect = true;
    use_form(out, "#call.indirect");
  } else if (callee.kind == Kind::name) {
    site.function = find_function(facts_->text, callee.name);
    if (site.function < 0) {
      const auto expect = [&](std::size_t count, bool result) {
        if (site.arguments.size() != count || site.results.size() != (result ? 1u : 0u)) fail("wrong arguments for '" + std::string(callee.name) + "'");
      };
      if (callee.name == "vprintf") {
        expect(2, true);
        site.builtin = Builtin::vprintf;
      } else if (callee.name == "__assertfail") {
        expect(5, false);
        site.builtin = Builtin::assertfail;
      } else if (callee.name == "malloc" || callee.name == "free") {
        fail("malloc and free in device code are not supported", true);
      } else if (callee.name.starts_with("cudaLaunch") || callee.name.starts_with("cudaGetParameterBuffer") || callee.name.starts_with("cudaDevice") ||
                 callee.name.starts_with("cudaStream") || callee.name.starts_with("cudaEvent")) {
        fail("'" + std::string(callee.name) + "': dynamic parallelism is not supported", true);
      } else if (texts_[facts_->text].function_by_name.contains(callee.name)) {
        fail("the external function '" + std::string(callee.name) + "' is defined nowhere");
      } else {
        fail("unknown function '" + std::string(callee.name) + "'");
      }
      use_form(out, "#call.builtin");
    } else {
      const FunctionDeclaration& target = *functions_[std::size_t(site.function)].declaration;
      if (target.entry) fail("'" + std::string(callee.name) + "' is an entry and cannot be called");
      const auto agree = [&](const std::vector<VariableDeclaration*>& formal, const std::vector<ParameterCopy>& actual, const char* what) {
        if (formal.size() != actual.size())
          fail("'" + std::string(callee.name) + "' has " + std::to_string(formal.size()) + " " + what + "s, the call " + std::to_string(actual.size()));
        for (std::size_t i = 0; i < formal.size(); ++i)
          if (formal[i]->size != actual[i].size) fail(std::string(what) + " " + std::to_string(i + 1) + " of '" + std::string(callee.name) + "' has another size");
      };
      agree(target.prototype.results, site.results, "result");
      agree(target.prototype.parameters, site.arguments, "parameter");
      facts_->callees.insert(site.function);
      use_form(out, "#call.direct");
    }
  } else {
    fail("call takes a function or a register");
  }
  out.immediate = std::int64_t(program_.calls.size());
  program_.calls.push_back(std::move(site));
}

}  // namespace gpu_emulator::ptx
