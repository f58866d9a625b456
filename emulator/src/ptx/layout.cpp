/// Where variables lie, what they hold at first, and what the call graph says of each entry.

#include "decoder.hpp"

#include "../exec/warp.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

namespace gpu_emulator::ptx {

namespace {
std::size_t aligned(std::size_t offset, std::size_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}
}  // namespace

void Decoder::place_variables() {
  MemoryTable& memory = MemoryTable::process();
  const auto place = [&](VariableDeclaration& variable, bool named) {
    const MemoryKind kind = variable.space == Space::constant ? MemoryKind::constant
                            : variable.managed                ? MemoryKind::managed
                                                              : MemoryKind::module;
    const Variable* known = variable.managed && named && options_.managed_from != nullptr
                                ? options_.managed_from->find_variable(variable.name)
                                : nullptr;
    variable.shared = known != nullptr;
    const Address address = known != nullptr ? known->address
                                             : memory.allocate(std::max<std::size_t>(variable.size, 1),
                                                               std::max<std::size_t>(variable.alignment, 16),
                                                               kind, variable.name, options_.memory_tag);
    if (address == 0) {
      out_of_memory = true;
      return;
    }
    if (known == nullptr) program_.owned.push_back(address);
    variable.address = address;
    if (variable.space == Space::constant) constant_bytes_ += variable.size;
    if (!named) return;
    program_.variable_by_name.emplace(variable.name, program_.variables.size());
    program_.variables.push_back({std::string(variable.name), address, variable.size,
                                  variable.space == Space::constant, variable.managed});
  };
  for (unsigned t = 0; t < texts_.size(); ++t) {
    for (VariableDeclaration* variable : texts_[t].variables) {
      if (variable->space == Space::shared || variable->external) continue;
      if (variable->visible) {
        const auto [known, fresh] = visible_variables_.emplace(variable->name, variable);
        if (!fresh) {
          if (variable->weak || known->second->weak) {
            place(*variable, false);
            continue;
          }
          diagnostics.push_back(
              {t, variable->line,
               "'" + std::string(variable->name) + "' is defined in two of the linked texts", false});
        }
      }
      place(*variable, true);
      if (out_of_memory) return;
    }
  }
  for (FunctionFacts& facts : functions_)
    for (VariableDeclaration* variable : facts.declaration->variables)
      if (variable->space == Space::global || variable->space == Space::constant) place(*variable, false);
}

void Decoder::place_shared() {
  std::size_t end = 0;
  const auto place = [](VariableDeclaration& variable, std::size_t& cursor) {
    if (variable.unsized) return;
    cursor = aligned(cursor, variable.alignment);
    variable.address = cursor;
    cursor += variable.size;
  };
  for (Text& text : texts_)
    for (VariableDeclaration* variable : text.variables)
      if (variable->space == Space::shared) place(*variable, end);
  for (FunctionFacts& facts : functions_)
    if (!facts.declaration->entry)
      for (VariableDeclaration* variable : facts.declaration->variables)
        if (variable->space == Space::shared) place(*variable, end);
  module_shared_end_ = end;
  for (FunctionFacts& facts : functions_) {
    // An entry that needs none of the common variables does not pay for them: see finish_entries.
    std::size_t own = end;
    if (facts.declaration->entry)
      for (VariableDeclaration* variable : facts.declaration->variables)
        if (variable->space == Space::shared) place(*variable, own);
    facts.shared_end = own;
  }
}

std::uint64_t Decoder::symbol_address(unsigned text, std::string_view name, unsigned line) {
  const auto found = texts_[text].variable_by_name.find(name);
  if (found != texts_[text].variable_by_name.end()) {
    const VariableDeclaration* variable = found->second;
    if (variable->external) {
      const auto elsewhere = visible_variables_.find(name);
      if (elsewhere == visible_variables_.end())
        throw SyntaxError(line, "the external variable '" + std::string(name) + "' is defined nowhere");
      variable = elsewhere->second;
    }
    if (variable->space == Space::shared)
      throw SyntaxError(line,
                        "the address of the shared variable '" + std::string(name) + "' in an initialiser");
    return variable->address;
  }
  const int function = find_function(text, name);
  if (function < 0)
    throw SyntaxError(line, "unknown variable or function '" + std::string(name) + "' in an initialiser");
  address_taken_.insert(function);
  return exec::function_window + std::uint64_t(function + 1) * 16;
}

void Decoder::initialise_variables() {
  const auto initialise = [&](unsigned text, const VariableDeclaration& variable) {
    std::size_t offset = 0;
    for (const InitialValue& value : variable.initial) {
      std::uint64_t bits = value.number.bits;
      if (!value.symbol.empty()) {
        bits += symbol_address(text, value.symbol, variable.line);
        if (value.mask != ~std::uint64_t{0})
          bits = value.mask == 0 ? 0 : (bits & value.mask) >> (std::countr_zero(value.mask) / 8 * 8);
      } else if (value.number.kind == Number::Kind::real && variable.element_bytes == 4) {
        bits = std::bit_cast<std::uint32_t>(float(std::bit_cast<double>(bits)));
      } else if (value.number.kind == Number::Kind::single && variable.element_bytes == 8) {
        bits = std::bit_cast<std::uint64_t>(double(std::bit_cast<float>(std::uint32_t(bits))));
      }
      std::memcpy(reinterpret_cast<void*>(variable.address + offset), &bits,
                  std::min<std::size_t>(variable.element_bytes, 8));
      offset += variable.element_bytes;
    }
  };
  const auto guarded = [&](unsigned text, const VariableDeclaration& variable) {
    try {
      initialise(text, variable);
    } catch (const SyntaxError& error) {
      diagnostics.push_back({text, error.line, error.what(), error.unsupported});
    }
  };
  for (unsigned t = 0; t < texts_.size(); ++t)
    for (const VariableDeclaration* variable : texts_[t].variables)
      if (variable->address != 0 && variable->space != Space::shared && !variable->shared)
        guarded(t, *variable);
  for (const FunctionFacts& facts : functions_)
    for (const VariableDeclaration* variable : facts.declaration->variables)
      if (variable->space == Space::global || variable->space == Space::constant)
        guarded(facts.text, *variable);
}

void Decoder::close_call_graph() {
  const std::size_t count = functions_.size();
  for (std::size_t i = 0; i < count; ++i)
    if (functions_[i].indirect) functions_[i].callees.insert(address_taken_.begin(), address_taken_.end());
  // Depth first, without recursion: a chain of calls may be long.
  enum : char { fresh, open, done };
  std::vector<char> state(count, fresh);
  std::vector<std::pair<int, std::set<int>::const_iterator>> stack;
  for (std::size_t root = 0; root < count; ++root) {
    if (state[root] != fresh) continue;
    state[root] = open;
    stack.emplace_back(int(root), functions_[root].callees.begin());
    while (!stack.empty()) {
      const int current = stack.back().first;
      FunctionFacts& facts = functions_[std::size_t(current)];
      Function& function = program_.functions[std::size_t(current)];
      if (stack.back().second == facts.callees.end()) {
        std::size_t deepest = 0;
        for (const int callee : facts.callees) {
          const FunctionFacts& below = functions_[std::size_t(callee)];
          const Function& below_function = program_.functions[std::size_t(callee)];
          deepest = std::max(deepest, below_function.local_total);
          function.unbounded_stack |= below_function.unbounded_stack;
          facts.ordered |= below.ordered;
          facts.reserved_shared |= below.reserved_shared;
          facts.shared.insert(below.shared.begin(), below.shared.end());
        }
        function.unbounded_stack |= facts.indirect;
        function.local_total = deepest + function.local_bytes;
        function.uses_order = facts.ordered;
        function.uses_reserved_shared = facts.reserved_shared;
        state[std::size_t(current)] = done;
        stack.pop_back();
        continue;
      }
      const int next = *stack.back().second++;
      if (state[std::size_t(next)] == open) {
        function.unbounded_stack = true;
      } else if (state[std::size_t(next)] == fresh) {
        state[std::size_t(next)] = open;
        stack.emplace_back(next, functions_[std::size_t(next)].callees.begin());
      }
    }
  }
}

void Decoder::finish_entries() {
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const FunctionFacts& facts = functions_[i];
    const FunctionDeclaration& declaration = *facts.declaration;
    program_.function_by_name.emplace(declaration.name, i);
    if (!declaration.entry) continue;
    Entry entry;
    entry.name = declaration.name;
    entry.line = declaration.line;
    for (const VariableDeclaration* parameter : declaration.prototype.parameters) {
      entry.parameters.push_back({std::string(parameter->name), std::size_t(parameter->address),
                                  parameter->size, parameter->alignment});
      entry.parameter_bytes = std::size_t(parameter->address) + parameter->size;
    }
    entry.max_block = declaration.max_block;
    entry.required_block = declaration.required_block;
    entry.required_cluster = declaration.required_cluster;
    entry.max_cluster = declaration.max_cluster;
    entry.min_blocks = declaration.min_blocks;
    entry.max_registers = declaration.max_registers;
    entry.local_bytes = program_.functions[i].local_total;
    entry.constant_bytes = constant_bytes_;
    std::size_t alignment = 16, own = 0, end = 0;
    for (const VariableDeclaration* variable : facts.shared) {
      alignment = std::max(alignment, variable->alignment);
      if (variable->unsized) {
        entry.uses_dynamic_shared = true;
        continue;
      }
      own = aligned(own, variable->alignment) + variable->size;
      end = std::max(end, std::size_t(variable->address) + variable->size);
    }
    entry.static_shared = own;
    std::size_t wide = 0;
    for (const RegisterDeclaration& reg : declaration.registers)
      wide += reg.width >= 8 ? 2 : reg.width > 0 ? 1 : 0;
    entry.registers = unsigned(std::clamp<std::size_t>(
        (wide / 2 + 7) / 8 * 8, 16, declaration.max_registers != 0 ? declaration.max_registers : 255));
    entry.index = program_.entries.size();
    program_.entry_by_name.emplace(entry.name, entry.index);
    program_.entry_function.push_back(int(i));
    program_.entry_shared_end.push_back(end == 0 ? 0 : aligned(end, alignment));
    program_.entries.push_back(std::move(entry));
  }
}

}  // namespace gpu_emulator::ptx
