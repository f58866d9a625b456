/// Instructions whose operands do not follow a signature: mov, parameters, barriers, cp.async, call.

#include "decoder.hpp"

#include "../exec/warp.hpp"
#include "parser.hpp"

#include <cstring>

namespace gpu_emulator::ptx {

/// cp.async [shared], [global], size {, bytes to read}: operands 0 and 1 are the addresses' registers, 2 the
/// bytes to read, 3 the displacement of the first; width0 is the size.
void Decoder::decode_copy_async(const Statement& statement, Instruction& out) {
  const auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  if (operands.size() < 3 || operands.size() > 4)
    fail("'" + std::string(statement.opcode) + "' takes three or four operands");
  static constexpr Form shared{"", "m", nullptr, exec::decode_memory_shared},
      global{"", "m", nullptr, exec::decode_memory_global};
  decode_address(operands[0], shared, out, 0);
  out.operands[3] = constant(std::uint64_t(out.immediate), 4);
  const std::uint8_t shared_width = out.width1;
  if (shared_width == 8) fail("cp.async with a 64-bit shared address is not supported", true);
  decode_address(operands[1], global, out, 1);
  const Operand& size = operands[2];
  const bool bypass = statement.opcode.find(".cg") != std::string_view::npos;
  const std::uint64_t bytes = size.number.bits;
  if (size.kind != Kind::number || !(bytes == 16 || (!bypass && (bytes == 4 || bytes == 8))))
    fail("cp.async copies " + std::string(bypass ? "16" : "4, 8 or 16") + " bytes");
  out.width0 = std::uint8_t(bytes);
  if (operands.size() == 4) out.operands[2] = source(operands[3], 4, 'r');
}

/// bar and barrier: [result,] barrier [, threads] [, predicate] → operands 0 to 3.
void Decoder::decode_bar(const Statement& statement, Instruction& out) {
  auto operands = std::span(declaration_->operands).subspan(statement.first, statement.count);
  const bool reduces = statement.opcode.find(".red") != std::string_view::npos;
  const bool arrives = statement.opcode.find(".arrive") != std::string_view::npos;
  const std::size_t least = reduces ? 3 : arrives ? 2 : 1, most = reduces ? 4 : 2;
  if (operands.size() < least || operands.size() > most)
    fail("'" + std::string(statement.opcode) + "' takes " + std::to_string(least) + " to " +
         std::to_string(most) + " operands");
  if (reduces) {
    out.operands[0] = destination(operands[0], statement.opcode.ends_with(".pred") ? 0 : 4);
    out.operands[3] = source(operands.back(), 0, 'p');
    if (operands.back().negated) out.negated = 8;
    operands = operands.subspan(1, operands.size() - 2);
  }
  out.operands[1] = source(operands[0], 4, 'r');
  if (operands.size() > 1) out.operands[2] = source(operands[1], 4, 'r');
  if (operands[0].kind == Kind::number && operands[0].number.bits > 15)
    fail("a block has the barriers 0 to 15");
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
    for (const char* name :
         {"%clock64", "%clock_hi", "%clock", "%globaltimer_lo", "%globaltimer_hi", "%globaltimer"})
      if (from.name == name) {
        const bool wide = from.name == "%clock64" || from.name == "%globaltimer";
        if (width != (wide ? 8 : 4))
          fail("'" + std::string(from.name) + "' has " + (wide ? "64" : "32") + " bits");
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
        if (variable->unsized)
          return use_form(out, width == 8 ? "#mov.dynamic_shared.64" : "#mov.dynamic_shared.32");
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
  if (address.kind != Kind::address || address.count != 0) fail("expected an address in brackets");
  const std::size_t dot = statement.opcode.rfind('.');
  const std::string_view type = statement.opcode.substr(dot + 1);
  const unsigned bytes = unsigned(width_of_type(type));
  const char* vector = statement.opcode.find(".v2.") != std::string_view::npos   ? "v2."
                       : statement.opcode.find(".v4.") != std::string_view::npos ? "v4."
                                                                                 : "";
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
    if (variable == nullptr || variable->space != Space::parameter)
      fail("unknown parameter '" + std::string(address.name) + "'");
    const std::uint64_t offset = address.number.bits;
    if (offset > variable->size || bytes * count > variable->size - offset)
      fail("the access of " + std::to_string(bytes * count) + " bytes at offset " +
           std::to_string(std::int64_t(offset)) + " leaves the parameter '" + std::string(address.name) +
           "' of " + std::to_string(variable->size) + " bytes");
    out.immediate += std::int64_t(variable->address);
    if (variable->launch_parameter && !load) fail("a launch parameter cannot be written");
    place = variable->launch_parameter ? "launch" : "call";
  }
  const auto values = count == 1 ? std::span(&value, 1) : children(value);
  if (count > 1 && (value.kind != Kind::vector || value.count != count))
    fail("expected a vector of " + std::to_string(count));
  int common = -1;
  for (const Operand& part : values)
    if (part.kind == Kind::reg) common = std::max(common, width_of(part));
  if (common == 0) fail("a predicate cannot be loaded or stored");
  if (common < 0) common = 8;
  out.width0 = std::uint8_t(common);
  unsigned first = load ? 0 : 1;
  for (const Operand& part : values)
    out.operands[first++] = load ? destination(part, common) : source(part, common, 'x');
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
      if (operand.kind != Kind::name || operand.variable == nullptr ||
          operand.variable->space != Space::parameter)
        fail("call arguments that are not .param variables are not supported", true);
      if (operand.variable->launch_parameter)
        fail("a launch parameter passed on by call is not supported", true);
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
        if (site.arguments.size() != count || site.results.size() != (result ? 1u : 0u))
          fail("wrong arguments for '" + std::string(callee.name) + "'");
      };
      if (callee.name == "vprintf") {
        expect(2, true);
        site.builtin = Builtin::vprintf;
      } else if (callee.name == "__assertfail") {
        expect(5, false);
        site.builtin = Builtin::assertfail;
      } else if (callee.name == "free") {
        expect(1, false);
        site.builtin = Builtin::free;
      } else if (callee.name == "malloc") {
        fail("malloc in device code is not supported", true);
      } else if (callee.name.starts_with("__cudaCDP") || callee.name.starts_with("cudaLaunch") ||
                 callee.name.starts_with("cudaGetParameterBuffer") || callee.name.starts_with("cudaDevice") ||
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
      const auto agree = [&](const std::vector<VariableDeclaration*>& formal,
                             const std::vector<ParameterCopy>& actual, const char* what) {
        if (formal.size() != actual.size())
          fail("'" + std::string(callee.name) + "' has " + std::to_string(formal.size()) + " " + what +
               "s, the call " + std::to_string(actual.size()));
        for (std::size_t i = 0; i < formal.size(); ++i)
          if (formal[i]->size != actual[i].size)
            fail(std::string(what) + " " + std::to_string(i + 1) + " of '" + std::string(callee.name) +
                 "' has another size");
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
