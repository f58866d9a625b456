/// Functions and statements → instructions.

#include "decoder.hpp"

#include "../exec/warp.hpp"
#include "parser.hpp"

#include <cstring>

namespace gpu_emulator::ptx {

namespace {
constexpr std::size_t most_diagnostics = 50;
}  // namespace

void Decoder::fail(const std::string& message, bool unsupported) const {
  throw SyntaxError(line_, message, unsupported);
}

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
  std::memmove(program_.constants_storage.data() + final_shift, program_.constants_storage.data(),
               program_.constants_storage.size() - 64);
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
          diagnostics.push_back(
              {t, declaration.line,
               "'" + std::string(declaration.name) + "' is defined in two of the linked texts", false});
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
      if (!declaration.defined && visible.contains(declaration.name))
        function_of_name_[t].emplace(declaration.name, visible[declaration.name]);
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
    diagnostics.push_back(
        {facts_->text, source_text.line, "'" + function_->name + "' has too many registers", false});
    return;
  }
  function_->register_bytes = std::uint32_t(offset);

  occurrences_.assign(source_text.registers.size(), 0);
  for (const Operand& operand : source_text.operands)
    if (operand.index >= 0) ++occurrences_[std::size_t(operand.index)];
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

/// A cache policy changes no result: the opcode without .L2::cache_hint, and without the operand that it has.
Statement Decoder::without_cache_hint(Statement statement) {
  static constexpr std::string_view hint = ".L2::cache_hint";
  const std::size_t at = statement.opcode.find(hint);
  if (at == std::string_view::npos) return statement;
  if (statement.count == 0 ||
      declaration_->operands[statement.first + statement.count - 1].kind != Kind::reg ||
      width_of(declaration_->operands[statement.first + statement.count - 1]) != 8)
    fail("'" + std::string(statement.opcode) + "' takes a cache policy in a 64-bit register as last operand");
  std::string plain(statement.opcode);
  plain.erase(at, hint.size());
  statement.opcode = *opcodes_.insert(std::move(plain)).first;
  --statement.count;
  return statement;
}

void Decoder::decode_statement(const Statement& written, Instruction& out) {
  const Statement statement = without_cache_hint(written);
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
    case exec::decode_mov:
      return decode_mov(statement, *match.form, out);
    case exec::decode_memory_param:
      return decode_parameter_access(statement, out);
    case exec::decode_call:
      return decode_call(statement, out);
    case exec::decode_bar:
      return decode_bar(statement, out);
    case exec::decode_copy_async:
      return decode_copy_async(statement, out);
    case exec::decode_branch: {
      if (statement.count != 1) fail("a branch takes one label");
      const Operand& target = declaration_->operands[statement.first];
      if (target.kind != Kind::name) fail("a branch takes a label");
      out.immediate = label(statement, target.name);
      return;
    }
    case exec::decode_branch_table: {
      const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
      if (operands.size() != 2 || operands[1].kind != Kind::name)
        fail("brx.idx takes an index and the label of its .branchtargets");
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
    default:
      return decode_operands(statement, *match.form, out);
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

}  // namespace gpu_emulator::ptx
