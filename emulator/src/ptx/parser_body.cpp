/// Function bodies: registers, labels, instructions and their operands.

#include "../exec/instruction.hpp"
#include "parser.hpp"

#include <algorithm>
#include <tuple>

namespace gpu_emulator::ptx {

namespace {
constexpr std::uint32_t most_registers = 1u << 22;
constexpr std::size_t deepest_scope = 1000;
constexpr std::size_t most_parameter_bytes = 1u << 20;
}  // namespace

void Parser::push_scope() {
  if (scopes_.size() >= deepest_scope)
    lexer_.fail("blocks nest deeper than " + std::to_string(deepest_scope));
  const std::uint32_t id = std::uint32_t(function_->scope_parent.size());
  function_->scope_parent.push_back(scopes_.empty() ? 0 : scopes_.back().id);
  scopes_.push_back({id, {}, {}, scopes_.empty() ? 0 : scopes_.back().parameter_cursor});
}

void Parser::pop_scope() { scopes_.pop_back(); }

void Parser::body(FunctionDeclaration& function) {
  function_ = &function;
  scopes_.clear();
  push_scope();
  for (VariableDeclaration* parameter : function.prototype.results) declare_variable(parameter);
  for (VariableDeclaration* parameter : function.prototype.parameters) {
    parameter->launch_parameter = function.entry;
    declare_variable(parameter);
  }
  take_register_parameters();
  while (!scopes_.empty()) {
    const char c = lexer_.peek();
    if (c == 0) lexer_.fail("the body of '" + std::string(function.name) + "' has no closing '}'");
    if (lexer_.accept('{')) {
      push_scope();
    } else if (lexer_.accept('}')) {
      if (scopes_.size() == 1) give_register_results(-1, false);
      pop_scope();
    } else if (lexer_.accept(';')) {
    } else if (c == '.') {
      body_directive();
    } else if (lexer_.accept('@')) {
      const bool negated = lexer_.accept('!');
      const std::string_view predicate = lexer_.expect_name("a predicate after '@'");
      const std::int32_t guard = find_register(predicate);
      if (guard < 0) lexer_.fail("unknown register '" + std::string(predicate) + "'");
      if (function.registers[std::size_t(guard)].width != 0)
        lexer_.fail("'" + std::string(predicate) + "' is no predicate");
      instruction(guard, negated, lexer_.expect_name("an instruction"));
    } else {
      const std::string_view name = lexer_.expect_name("an instruction");
      const Lexer::Position after = lexer_.position();
      if (text_.substr(after.offset, 2) != "::" && lexer_.accept(':')) {
        label(name);
      } else {
        lexer_.rewind(after);
        instruction(-1, false, name);
      }
    }
  }
  function_ = nullptr;
}

void Parser::body_directive() {
  const Lexer::Position before = lexer_.position();
  const std::string_view word = lexer_.directive();
  if (word == "reg") {
    registers();
  } else if (word == "loc") {
    location();
  } else if (word == "local" || word == "shared" || word == "param" || word == "global" || word == "const") {
    const Space space = word == "local"    ? Space::local
                        : word == "shared" ? Space::shared
                        : word == "param"  ? Space::parameter
                        : word == "global" ? Space::global
                                           : Space::constant;
    variables({}, space, function_);
  } else if (word == "extern") {
    if (!lexer_.accept_directive("shared")) lexer_.fail("expected .shared after .extern in a body");
    variables({false, true, false}, Space::shared, function_);
  } else if (word == "pragma") {
    lexer_.string_literal();
    lexer_.expect(';', "after .pragma");
  } else if (word == "file") {
    file();
  } else if (word == "section") {
    section();
  } else {
    lexer_.rewind(before);
    lexer_.fail("unknown directive " + lexer_.here() + " in a body");
  }
}

void Parser::registers() {
  if (lexer_.accept_directive("v2") || lexer_.accept_directive("v4"))
    throw SyntaxError(lexer_.line(), "vector registers are not supported", true);
  const Type kind = type("registers");
  if (kind.vector > 1) throw SyntaxError(lexer_.line(), "vector registers are not supported", true);
  do {
    const std::string_view name = lexer_.expect_name("a register's name");
    for (const RegisterRange& other : scopes_.back().registers)
      if (other.prefix == name && (other.count == 0) == (lexer_.peek() != '<'))
        lexer_.fail("the register '" + std::string(name) + "' is declared a second time");
    std::int64_t count = 0;
    if (lexer_.accept('<')) {
      count = lexer_.integer("a number of registers");
      lexer_.expect('>', "after the number of registers");
      if (count < 1) lexer_.fail("a range of " + std::to_string(count) + " registers");
    }
    const std::size_t first = function_->registers.size();
    if (count > most_registers || first + std::size_t(count) > most_registers)
      lexer_.fail("over " + std::to_string(most_registers) + " registers in a function");
    scopes_.back().registers.push_back({name, std::uint32_t(first), std::uint32_t(count)});
    function_->registers.resize(first + std::size_t(count == 0 ? 1 : count), {std::uint8_t(kind.width)});
  } while (lexer_.accept(','));
  lexer_.expect(';', "after the registers");
}

void Parser::location() {
  const std::int64_t file = lexer_.integer("a file number");
  const std::int64_t line = lexer_.integer("a line");
  if (lexer_.number_next()) lexer_.integer("a column");
  while (lexer_.accept(',')) {
    if (lexer_.expect_name("function_name or inlined_at") == "function_name") {
      lexer_.expect_name("a label");
      if (lexer_.accept('+')) lexer_.integer("an offset");
    } else {
      lexer_.integer("a file number");
      lexer_.integer("a line");
      lexer_.integer("a column");
    }
  }
  function_->locations.push_back(
      {std::uint32_t(function_->statements.size()), std::uint32_t(file), std::uint32_t(line)});
}

void Parser::label(std::string_view name) {
  const std::uint32_t scope = scopes_.back().id;
  const Lexer::Position before = lexer_.position();
  const std::string_view word = lexer_.peek() == '.' ? lexer_.directive() : std::string_view{};
  if (word == "callprototype") {
    std::string_view ignored;
    function_->prototypes[{scope, name}] = prototype_head(ignored);
    lexer_.accept_directive("noreturn");
    lexer_.expect(';', "after .callprototype");
    return;
  }
  if (word == "branchtargets" || word == "calltargets") {
    std::vector<std::string_view> targets;
    do targets.push_back(lexer_.expect_name("a target"));
    while (lexer_.accept(','));
    lexer_.expect(';', "after the targets");
    function_->branch_targets[{scope, name}] = std::move(targets);
    return;
  }
  lexer_.rewind(before);
  if (!function_->labels.emplace(std::pair{scope, name}, std::uint32_t(function_->statements.size())).second)
    lexer_.fail("the label '" + std::string(name) + "' is defined a second time");
}

void Parser::declare_variable(VariableDeclaration* variable) {
  if (variable->name != "_")
    for (const VariableDeclaration* other : scopes_.back().variables)
      if (other->name == variable->name)
        lexer_.fail("'" + std::string(variable->name) + "' is declared a second time");
  variable->function = function_->index;
  if (variable->space == Space::parameter && !variable->launch_parameter) {
    std::size_t& cursor = scopes_.back().parameter_cursor;
    cursor = (cursor + variable->alignment - 1) / variable->alignment * variable->alignment;
    variable->address = cursor;
    cursor += variable->size;
    if (cursor > most_parameter_bytes)
      lexer_.fail("over " + std::to_string(most_parameter_bytes) + " bytes of .param variables");
    function_->parameter_area = std::max(function_->parameter_area, cursor);
  }
  scopes_.back().variables.push_back(variable);
  function_->variables.push_back(variable);
}

std::int32_t Parser::find_register(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    for (const RegisterRange& range : scope->registers) {
      if (!name.starts_with(range.prefix)) continue;
      const std::string_view digits = name.substr(range.prefix.size());
      if (range.count == 0) {
        if (digits.empty()) return std::int32_t(range.first);
        continue;
      }
      if (digits.empty() || digits.size() > 8 || (digits[0] == '0' && digits.size() > 1)) continue;
      std::uint32_t number = 0;
      bool numeric = true;
      for (const char digit : digits) {
        numeric &= digit >= '0' && digit <= '9';
        number = number * 10 + std::uint32_t(digit - '0');
      }
      if (numeric && number < range.count) return std::int32_t(range.first + number);
    }
  return -1;
}

const VariableDeclaration* Parser::find_variable(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    for (const VariableDeclaration* variable : scope->variables)
      if (variable->name == name) return variable;
  const auto found = out_.variable_by_name.find(name);
  return found == out_.variable_by_name.end() ? nullptr : found->second;
}

std::pair<std::uint32_t, std::uint32_t> Parser::store(const std::vector<Operand>& children) {
  const std::size_t first = function_->operands.size();
  function_->operands.insert(function_->operands.end(), children.begin(), children.end());
  return {std::uint32_t(first), std::uint32_t(children.size())};
}

void Parser::instruction(std::int32_t guard, bool negated, std::string_view name) {
  Statement statement;
  statement.line = lexer_.line();
  statement.guard = guard;
  statement.guard_negated = negated;
  statement.scope = scopes_.back().id;
  statement.opcode = lexer_.rest_of_opcode(name);
  std::vector<Operand> operands;
  if (!lexer_.accept(';')) {
    do {
      operands.push_back(operand());
      if (operands.size() > 64) lexer_.fail("over 64 operands");
    } while (lexer_.accept(','));
    lexer_.expect(';', "after '" + std::string(statement.opcode) + "'");
  }
  const bool calls = statement.opcode == "call" || statement.opcode == "call.uni";
  std::vector<PassedRegister> passed;
  if (calls) passed = pass_registers(operands, guard, negated);
  if (statement.opcode == "ret" || statement.opcode == "ret.uni") give_register_results(guard, negated);
  std::tie(statement.first, statement.count) = store(operands);
  function_->statements.push_back(statement);
  for (const PassedRegister& result : passed)
    move_parameter(true, result.value, *result.variable, guard, negated);
}

void Parser::addend(Operand& result) {
  while (lexer_.peek() == '+' || lexer_.peek() == '-') {
    const bool minus = lexer_.accept('-');
    if (!minus) lexer_.accept('+');
    const std::uint64_t value = std::uint64_t(lexer_.integer("an offset"));
    result.number.bits += minus ? ~value + 1 : value;
  }
}

void Parser::named_operand(Operand& result, std::string_view name) {
  result.name = name;
  result.index = find_register(name);
  if (result.index >= 0) {
    result.kind = Operand::Kind::reg;
    return;
  }
  if (name[0] == '%') {
    const Lexer::Position after = lexer_.position();
    if (after.offset < text_.size() && text_[after.offset] == '.') {
      lexer_.directive();
      result.name = text_.substr(std::size_t(name.data() - text_.data()),
                                 lexer_.position().offset - std::size_t(name.data() - text_.data()));
    }
    result.kind = Operand::Kind::special;
    return;
  }
  if (name == "WARP_SZ") {
    result.kind = Operand::Kind::number;
    result.number.bits = warp_size;
    return;
  }
  result.kind = Operand::Kind::name;
  result.variable = find_variable(name);
}

Operand Parser::address(unsigned depth) {
  Operand result;
  if (lexer_.number_next()) {
    result.number.bits = std::uint64_t(lexer_.integer("an address"));
  } else {
    const std::string_view name = lexer_.expect_name("a register, a variable or a number in the brackets");
    named_operand(result, name);
    if (result.kind == Operand::Kind::special)
      lexer_.fail("unknown register '" + std::string(result.name) + "'");
    addend(result);
  }
  result.kind = Operand::Kind::address;
  if (lexer_.accept(',')) {  // [texture, {coordinates}]: the decoder refuses the instructions that have it
    const Operand coordinates = operand(depth + 1);
    std::tie(result.first, result.count) = store({coordinates});
  }
  lexer_.expect(']', "after an address");
  return result;
}

Operand Parser::operand(unsigned depth) {
  if (depth > 8) lexer_.fail("operands nest too deep");
  Operand result;
  const char c = lexer_.peek();
  if (lexer_.accept('[')) {
    result = address(depth);
  } else if (c == '{' || c == '(') {
    lexer_.accept(c);
    const char close = c == '{' ? '}' : ')';
    std::vector<Operand> children;
    if (!lexer_.accept(close)) {
      do {
        children.push_back(operand(depth + 1));
        if (children.size() > 4096) lexer_.fail("over 4096 operands in a list");
      } while (lexer_.accept(','));
      lexer_.expect(close, "after a list of operands");
    }
    result.kind = c == '{' ? Operand::Kind::vector : Operand::Kind::list;
    std::tie(result.first, result.count) = store(children);
  } else if (lexer_.number_next()) {
    result.kind = Operand::Kind::number;
    result.number = lexer_.number();
  } else {
    result.negated = lexer_.accept('!');
    const std::string_view name = lexer_.expect_name("an operand");
    if (name == "_") {
      result.kind = Operand::Kind::sink;
    } else {
      named_operand(result, name);
      if (result.kind == Operand::Kind::name) addend(result);
    }
  }
  if (lexer_.accept('|')) {
    result.pair = true;
    const Operand second = operand(depth + 1);
    std::tie(result.first, result.count) = store({second});
  }
  return result;
}

}  // namespace gpu_emulator::ptx
