#pragma once
/// Parsed texts → Program: addresses, registers' places, one Instruction a statement. Internal to ptx/.

#include "forms.hpp"
#include "program.hpp"
#include "syntax.hpp"

#include <memory>
#include <set>
#include <span>
#include <unordered_map>

namespace gpu_emulator::ptx {

using exec::Base;
using exec::Form;
using exec::Instruction;
using exec::no_operand;
using exec::Reference;
using Kind = Operand::Kind;

/// An error in one statement; the decoder collects them.
struct Diagnostic {
  unsigned text;
  unsigned line;
  std::string message;
  bool unsupported;
};

class Decoder {
 public:
  Decoder(std::deque<Text>& texts, Program& program, const LoadOptions& options)
      : texts_(texts), program_(program), options_(options) {}
  /// False when there are diagnostics.
  bool run();
  std::vector<Diagnostic> diagnostics;
  bool out_of_memory = false;

 private:
  struct FunctionFacts {
    FunctionDeclaration* declaration = nullptr;
    unsigned text = 0;
    std::set<int> callees;
    std::set<const VariableDeclaration*> shared;
    bool indirect = false, ordered = false, reserved_shared = false;
    std::size_t shared_end = 0;  ///< of .shared variables declared in the body
  };

  // variables: layout.cpp
  void place_variables();
  void place_shared();
  void initialise_variables();
  std::uint64_t symbol_address(unsigned text, std::string_view name, unsigned line);
  void finish_entries();
  void close_call_graph();

  // code: decoder.cpp
  void collect_functions();
  void decode_function(std::size_t index);
  Statement without_cache_hint(Statement statement);
  void decode_statement(const Statement& statement, exec::Instruction& out);
  void decode_operands(const Statement& statement, const exec::Form& form, exec::Instruction& out);
  void decode_address(const Operand& operand, const exec::Form& form, exec::Instruction& out, unsigned slot);
  void decode_mov(const Statement& statement, const exec::Form& form, exec::Instruction& out);
  void decode_parameter_access(const Statement& statement, exec::Instruction& out);
  void decode_copy_async(const Statement& statement, exec::Instruction& out);
  void decode_bar(const Statement& statement, exec::Instruction& out);
  void decode_call(const Statement& statement, exec::Instruction& out);
  void use_form(exec::Instruction& out, std::string_view name);
  exec::Reference source(const Operand& operand, int width, char letter);
  exec::Reference vector_references(const Operand& operand, char letter, bool result,
                                    std::string_view opcode);
  exec::Reference destination(const Operand& operand, int width);
  exec::Reference register_reference(const Operand& operand, int width);
  exec::Reference constant(std::uint64_t bits, int width);
  exec::Reference special(std::string_view name);
  std::uint64_t literal(const Number& number, int width, bool floating);
  int width_of(const Operand& operand) const;
  std::uint32_t label(const Statement& statement, std::string_view name);
  const VariableDeclaration* resolve(const VariableDeclaration* variable) const;
  int find_function(unsigned text, std::string_view name) const;
  std::span<const Operand> children(const Operand& operand) const;
  [[noreturn]] void fail(const std::string& message, bool unsupported = false) const;

  std::deque<Text>& texts_;
  Program& program_;
  const LoadOptions& options_;
  std::vector<FunctionFacts> functions_;
  std::vector<std::unordered_map<std::string_view, int>> function_of_name_;  ///< a text
  std::unordered_map<std::string_view, const VariableDeclaration*> visible_variables_;
  std::set<int> address_taken_;
  std::unordered_map<std::uint64_t, exec::Reference> constants_[17];
  std::size_t module_shared_end_ = 0;
  std::size_t constant_bytes_ = 0;
  // of the function being decoded
  FunctionFacts* facts_ = nullptr;
  FunctionDeclaration* declaration_ = nullptr;
  Function* function_ = nullptr;
  std::vector<std::uint32_t> register_offsets_;
  std::vector<std::uint32_t> occurrences_;  ///< of each register in the function's operands
  unsigned line_ = 0;
  std::set<std::string> opcodes_;  ///< those that the text does not spell so
};

}  // namespace gpu_emulator::ptx
