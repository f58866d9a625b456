/// Parameters in registers, which hand-written PTX uses: they become .param variables, written before a call
/// or a return and read after it, so that calls know one kind only.

#include "parser.hpp"

#include <tuple>

namespace gpu_emulator::ptx {

void Parser::move_parameter(bool load, const Operand& value, const VariableDeclaration& variable,
                            std::int32_t guard, bool negated) {
  static constexpr std::string_view loads[] = {"ld.param.b8", "ld.param.b16", "ld.param.b32", "ld.param.b64"},
                                    stores[] = {"st.param.b8", "st.param.b16", "st.param.b32",
                                                "st.param.b64"};
  unsigned which = 0;
  while (which < 3 && std::size_t{1} << which < variable.size) ++which;
  if (variable.size != std::size_t{1} << which)
    throw SyntaxError(lexer_.line(), "a parameter of " + std::to_string(variable.size) +
                                         " bytes cannot be passed in a register");
  Operand place;
  place.kind = Operand::Kind::address;
  place.variable = &variable;
  Statement statement;
  statement.opcode = load ? loads[which] : stores[which];
  statement.line = lexer_.line();
  statement.guard = guard;
  statement.guard_negated = negated;
  statement.scope = scopes_.back().id;
  std::tie(statement.first, statement.count) =
      store(load ? std::vector{value, place} : std::vector{place, value});
  function_->statements.push_back(statement);
}

/// Declares the registers of .reg parameters and results, and fills those of the parameters.
void Parser::take_register_parameters() {
  const auto declare = [&](const VariableDeclaration& variable) {
    Operand value;
    value.kind = Operand::Kind::reg;
    value.name = variable.name;
    value.index = std::int32_t(function_->registers.size());
    function_->registers.push_back({std::uint8_t(variable.size)});
    scopes_.back().registers.push_back({variable.name, std::uint32_t(value.index), 0});
    return value;
  };
  for (const VariableDeclaration* variable : function_->prototype.results)
    if (variable->in_register) declare(*variable);
  for (const VariableDeclaration* variable : function_->prototype.parameters)
    if (variable->in_register) move_parameter(true, declare(*variable), *variable, -1, false);
}

void Parser::give_register_results(std::int32_t guard, bool negated) {
  for (const VariableDeclaration* variable : function_->prototype.results) {
    if (!variable->in_register) continue;
    Operand value;
    named_operand(value, variable->name);
    move_parameter(false, value, *variable, guard, negated);
  }
}

/// Registers and constants among a call's operands become .param variables. Those of arguments are written;
/// what is to be read after the call is returned.
std::vector<Parser::PassedRegister> Parser::pass_registers(const std::vector<Operand>& operands,
                                                           std::int32_t guard, bool negated) {
  std::vector<PassedRegister> results;
  const bool returns = !operands.empty() && operands[0].kind == Operand::Kind::list;
  const std::size_t callee = returns ? 1 : 0;
  const auto target = operands.size() <= callee ? out_.function_by_name.end()
                                                : out_.function_by_name.find(operands[callee].name);
  for (std::size_t at = 0; at < operands.size() && at <= callee + 1; ++at) {
    if (operands[at].kind != Operand::Kind::list || at == callee) continue;
    const bool result = at < callee;
    for (std::uint32_t i = 0; i < operands[at].count; ++i) {
      const Operand value = function_->operands[operands[at].first + i];
      const bool constant = value.kind == Operand::Kind::number;
      if (value.kind != Operand::Kind::reg && (result || !constant)) continue;
      Type type;
      type.width = constant ? 0 : function_->registers[std::size_t(value.index)].width;
      if (constant && target != out_.function_by_name.end() &&
          i < target->second->prototype.parameters.size())
        type.width = int(target->second->prototype.parameters[i]->size);
      if (type.width == 0)
        throw SyntaxError(lexer_.line(),
                          constant ? "a constant as argument of a function that is not declared before"
                                   : "a predicate cannot be an argument or result of a call",
                          true);
      type.alignment = std::size_t(type.width);
      VariableDeclaration* const variable = new_variable("_", Space::parameter, type);
      declare_variable(variable);
      if (result)
        results.push_back({value, variable});
      else
        move_parameter(false, value, *variable, guard, negated);
      Operand& passed = function_->operands[operands[at].first + i];
      passed = Operand{};
      passed.kind = Operand::Kind::name;
      passed.variable = variable;
    }
  }
  return results;
}

}  // namespace gpu_emulator::ptx
