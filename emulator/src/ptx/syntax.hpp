#pragma once
/// The parsed text, before it is decoded. Names are views into the text.

#include "lexer.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gpu_emulator::ptx {

enum class Space : std::uint8_t { global, constant, shared, local, parameter };

/// One element of an initialiser.
struct InitialValue {
  Number number;  ///< when symbol is empty; else number.bits is the addend
  std::string_view symbol;
  std::uint64_t mask = ~std::uint64_t{0};  ///< 0xFF(symbol): the byte that it selects
};

/// A .global, .const, .shared, .local or .param variable.
struct VariableDeclaration {
  std::string_view name;
  Space space = Space::global;
  unsigned line = 0;
  unsigned element_bytes = 4;
  std::size_t size = 0;  ///< 0 with unsized: extern shared arrays
  std::size_t alignment = 1;
  bool unsized = false;
  bool external = false;
  bool weak = false;  ///< .weak or .common
  bool visible = false;
  bool managed = false;
  bool launch_parameter = false;  ///< of an entry
  bool in_register = false;       ///< a .reg parameter: the body knows a register of its name
  std::vector<InitialValue> initial;
  // filled in by the layout
  std::uint64_t address = 0;  ///< host address, or offset in its space
  bool shared = false;        ///< a .managed variable of another load (LoadOptions::managed_from)
  int function = -1;          ///< owner, for variables within a function
};

struct Operand {
  enum class Kind : std::uint8_t {
    none,
    reg,      ///< index: register of the function
    special,  ///< name: "%tid.x"
    number,
    name,     ///< symbol or label, plus number.bits as addend
    address,  ///< [base + addend]; base is a register (index ≥ 0), a name, or neither
    vector,   ///< children
    list,     ///< ( … ): children
    sink,     ///< _
  };
  Kind kind = Kind::none;
  bool negated = false;
  bool pair = false;  ///< followed by |second: the next child operand in `first`
  std::int32_t index = -1;
  std::uint32_t first = 0, count = 0;  ///< children in Function::operands
  std::string_view name;
  Number number;
  const VariableDeclaration* variable = nullptr;  ///< where name is a variable
};

struct Statement {
  std::string_view opcode;
  unsigned line = 0;
  std::int32_t guard = -1;  ///< register
  bool guard_negated = false;
  std::uint32_t first = 0, count = 0;  ///< top-level operands
  std::uint32_t scope = 0;
};

struct Location {
  std::uint32_t statement;  ///< from here on
  std::uint32_t file, line;
};

struct RegisterDeclaration {
  std::uint8_t width;  ///< bytes; 0 predicate
};

/// A .callprototype or the head of a function, as calls need it.
struct Prototype {
  std::vector<VariableDeclaration*> results, parameters;
};

struct FunctionDeclaration {
  std::string_view name;
  bool entry = false, external = false, weak = false, visible = false, defined = false, noreturn = false;
  unsigned line = 0;
  Prototype prototype;
  std::array<std::uint32_t, 3> max_block{}, required_block{}, required_cluster{};
  std::uint32_t max_cluster = 0, min_blocks = 0, max_registers = 0;
  std::vector<RegisterDeclaration> registers;
  std::vector<Statement> statements;
  std::vector<Operand> operands;
  std::vector<Location> locations;
  std::vector<std::uint32_t> scope_parent;                                     ///< scope 0 is the body
  std::map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> labels;  ///< (scope, name) → statement
  std::map<std::pair<std::uint32_t, std::string_view>, Prototype> prototypes;
  std::map<std::pair<std::uint32_t, std::string_view>, std::vector<std::string_view>> branch_targets;
  std::vector<VariableDeclaration*> variables;  ///< .shared, .local and .param in the body
  std::size_t parameter_area = 0;               ///< bytes of .param variables, a thread
  int index = -1;
};

struct Text {
  unsigned version = 0;  ///< times ten
  unsigned target = 0;
  bool has_entry = false;
  std::deque<VariableDeclaration> pool;
  std::vector<VariableDeclaration*> variables;  ///< module scope, in order
  std::deque<FunctionDeclaration> functions;    ///< a declaration and its definition are one
  std::unordered_map<std::string_view, VariableDeclaration*> variable_by_name;
  std::unordered_map<std::string_view, FunctionDeclaration*> function_by_name;
  std::map<std::string_view, std::string_view> aliases;
  std::map<std::uint32_t, std::string_view> files;
};

/// Parses one text. Throws SyntaxError.
void parse(std::string_view text, Text& result, unsigned newest_version);

}  // namespace gpu_emulator::ptx
