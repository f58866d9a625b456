#pragma once
/// An instruction form and the list of all of them.

#include "kind.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace conformance {

/// How a kernel's threads are laid out; the grid is one-dimensional, one thread a lane.
enum class Shape : std::uint8_t {
  line,  ///< blocks of 256 × 1 × 1
  box    ///< blocks of 8 × 8 × 4, for special registers
};
inline constexpr unsigned block_threads = 256;

/// One instruction form: a kernel of its own, in which each thread loads its operands, runs `body` and stores
/// the results.
struct Form {
  std::string name;  ///< the instruction as PTX spells it, then a variant in brackets where there are several
  std::string group;
  std::vector<Kind> outputs;  ///< registers d e f g; their addresses are pd pe pf pg
  std::vector<Kind> inputs;   ///< registers a b c x y z; their addresses are pa pb pc px py pz
  std::string body;           ///< PTX; `i` (.b32) is the thread's index in the grid, `t` (.b32) in its block
  std::string declarations;   ///< at module level, before the kernel
  Shape shape = Shape::line;
};

inline constexpr std::string_view output_registers = "defg";
inline constexpr std::string_view input_registers = "abcxyz";

/// Collects forms. Adding one is one line:
///
///     forms.add("add{,.sat}.s32", "T=T,T");
///
/// - The pattern's braces hold alternatives; every combination is a form.
/// - The signature lists the outputs' and inputs' types: PTX types, kinds of kind.hpp, or
///   T (the pattern's last type), U (the type before it), W (twice T's width).
/// - The body defaults to `@ d, a, b, c;` with as many operands as the signature has. In body and
/// declarations, `@` is the
///   instruction, `$T`, `$U`, `$W` the types, `$B` T's untyped counterpart (b32), `$N` T's bytes and
///   `$K` a name that no other form has.
class FormList {
 public:
  void group(std::string_view name) { group_ = name; }
  void add(std::string_view pattern, std::string_view signature, std::string_view body = {},
           std::string_view declarations = {}, Shape shape = Shape::line);

  /// Throws std::logic_error when two forms have the same name.
  std::vector<Form> take();

 private:
  std::string group_;
  std::vector<Form> forms_;
};

/// Every alternative of a pattern with braces, which may nest: "a{b,c{d,e}}" gives ab, acd, ace.
std::vector<std::string> expand_braces(std::string_view pattern);

/// The pieces of an instruction's name: "add.rn.ftz.f32" gives add, rn, ftz, f32. A variant in brackets is
/// left out.
std::vector<std::string> pieces_of(std::string_view name);

/// Whether a piece of a name is a PTX type.
bool is_type(std::string_view piece);

/// Every form there is, in a fixed order.
const std::vector<Form>& all_forms();

void add_integer_forms(FormList& forms);
void add_bit_forms(FormList& forms);
void add_float_forms(FormList& forms);
void add_half_forms(FormList& forms);
void add_approximate_forms(FormList& forms);
void add_convert_forms(FormList& forms);
void add_compare_forms(FormList& forms);
void add_data_forms(FormList& forms);
void add_memory_forms(FormList& forms);
void add_atomic_forms(FormList& forms);
void add_warp_forms(FormList& forms);
void add_block_forms(FormList& forms);
void add_control_forms(FormList& forms);

}  // namespace conformance
