#pragma once
/// A cursor over PTX text: blanks, comments, names, numbers, with line numbers.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpu_emulator::ptx {

/// A fault in the text at a line; `unsupported` where the text is PTX that this emulator does not implement.
struct SyntaxError : std::runtime_error {
  SyntaxError(unsigned at, const std::string& what, bool not_implemented = false)
      : std::runtime_error(what), line(at), unsupported(not_implemented) {}
  unsigned line;
  bool unsupported;
};

struct Number {
  enum class Kind : std::uint8_t {
    integer,
    single,
    real
  } kind = Kind::integer;  ///< single: 0f…; real: 0d… or decimal
  std::uint64_t bits = 0;  ///< the integer, the bits of the f32, or the bits of the f64
};

class Lexer {
 public:
  explicit Lexer(std::string_view text);

  unsigned line() const { return line_; }
  bool at_end();
  /// Next character after blanks and comments; 0 at the end.
  char peek();
  /// Takes `c` if it comes next.
  bool accept(char c);
  void expect(char c, std::string_view where);
  /// A name: [A-Za-z_$%][A-Za-z0-9_$]*; empty when none comes next.
  std::string_view name();
  std::string_view expect_name(std::string_view what);
  /// `.word` with parts joined by `::`, without the dot; empty when none comes next.
  std::string_view directive();
  /// True (and taken) when exactly `.word` comes next.
  bool accept_directive(std::string_view word);
  /// An opcode: name and its modifiers as they stand, up to a blank. The name is already taken.
  std::string_view rest_of_opcode(std::string_view opcode_name);
  bool number_next();
  Number number();
  std::int64_t integer(std::string_view what);
  std::string_view string_literal();
  /// Continues after the next `c`, without a look at what lies between. False when there is none.
  bool skip_past(char c);
  void skip_line();
  [[noreturn]] void fail(const std::string& message) const;
  /// What stands here, for messages.
  std::string here();

  struct Position {
    std::size_t offset;
    unsigned line;
  };
  Position position() const { return {offset_, line_}; }
  void rewind(Position position) {
    offset_ = position.offset;
    line_ = position.line;
  }

 private:
  void skip_blanks();
  std::string_view text_;
  std::size_t offset_ = 0;
  unsigned line_ = 1;
};

}  // namespace gpu_emulator::ptx
