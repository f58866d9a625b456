#pragma once
/// Recursive descent over one PTX text; internal to ptx/.

#include "syntax.hpp"

namespace gpu_emulator::ptx {

/// Bytes of a type, 0 for .pred, -1 for an unknown one. Without the dot.
int width_of_type(std::string_view type);

struct VersionError : SyntaxError {
  using SyntaxError::SyntaxError;
};

class Parser {
 public:
  Parser(std::string_view text, Text& out, unsigned newest_version)
      : text_(text), lexer_(text), out_(out), newest_version_(newest_version) {}
  void run();

 private:
  struct Linkage {
    bool visible = false, external = false, weak = false;
  };
  struct Type {
    int width = 4;
    unsigned vector = 1;
    std::size_t alignment = 0;
    bool managed = false;
  };
  /// `%r<100>` declares a hundred names; `%p` one (count 0).
  struct RegisterRange {
    std::string_view prefix;
    std::uint32_t first, count;
  };
  struct Scope {
    std::uint32_t id;
    std::vector<RegisterRange> registers;
    std::vector<VariableDeclaration*> variables;
    std::size_t parameter_cursor;
  };

  void version();
  void target();
  void module_statement();
  void file();
  void section();
  Type type(std::string_view what);
  VariableDeclaration* new_variable(std::string_view name, Space space, const Type& type);
  void dimensions(VariableDeclaration& variable);
  void variables(const Linkage& linkage, Space space, FunctionDeclaration* owner);
  void initialiser(VariableDeclaration& variable);
  void initial_value(VariableDeclaration& variable);
  void symbol_value(InitialValue& value);
  std::vector<VariableDeclaration*> parameter_list();
  Prototype prototype_head(std::string_view& name);
  std::array<std::uint32_t, 3> dimensions_of_launch();
  void function_attributes(FunctionDeclaration& function);
  void function(const Linkage& linkage, bool entry);

  // parser_body.cpp
  void body(FunctionDeclaration& function);
  void body_directive();
  void registers();
  void location();
  void label(std::string_view name);
  void instruction(std::int32_t guard, bool negated, std::string_view opcode);
  // parser_calls.cpp
  struct PassedRegister {
    Operand value;
    const VariableDeclaration* variable;
  };
  void take_register_parameters();
  void give_register_results(std::int32_t guard, bool negated);
  std::vector<PassedRegister> pass_registers(const std::vector<Operand>& operands, std::int32_t guard,
                                             bool negated);
  void move_parameter(bool load, const Operand& value, const VariableDeclaration& variable,
                      std::int32_t guard, bool negated);
  void push_scope();
  void pop_scope();
  void declare_variable(VariableDeclaration* variable);
  std::int32_t find_register(std::string_view name) const;
  const VariableDeclaration* find_variable(std::string_view name) const;
  Operand operand(unsigned depth = 0);
  void named_operand(Operand& result, std::string_view name);
  void addend(Operand& result);
  Operand address(unsigned depth);
  std::pair<std::uint32_t, std::uint32_t> store(const std::vector<Operand>& children);

  std::string_view text_;
  Lexer lexer_;
  Text& out_;
  unsigned newest_version_;
  unsigned texmode_line_ = 0;
  FunctionDeclaration* function_ = nullptr;
  std::vector<Scope> scopes_;
};

}  // namespace gpu_emulator::ptx
