#include "lexer.hpp"

#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace gpu_emulator::ptx {

namespace {
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_name(char c) { return starts_name(c) || is_digit(c); }
int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
}  // namespace

Lexer::Lexer(std::string_view text) : text_(text) {}

void Lexer::fail(const std::string& message) const { throw SyntaxError(line_, message); }

std::string Lexer::here() {
  const char c = peek();
  if (c == 0) return "the end of the text";
  std::size_t end = offset_;
  while (end < text_.size() && end - offset_ < 40 && std::strchr("\n;{},", text_[end]) == nullptr) ++end;
  if (end == offset_) end = offset_ + 1;
  std::string shown;
  for (const char s : text_.substr(offset_, end - offset_)) shown += s >= ' ' && s < 127 ? s : '?';
  return "'" + shown + "'";
}

void Lexer::skip_blanks() {
  while (offset_ < text_.size()) {
    const char c = text_[offset_];
    if (c == '\n') {
      ++line_;
      ++offset_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++offset_;
    } else if (c == '/' && offset_ + 1 < text_.size() && text_[offset_ + 1] == '/') {
      const std::size_t end = text_.find('\n', offset_);
      offset_ = end == std::string_view::npos ? text_.size() : end;
    } else if (c == '/' && offset_ + 1 < text_.size() && text_[offset_ + 1] == '*') {
      const std::size_t end = text_.find("*/", offset_ + 2);
      if (end == std::string_view::npos) fail("a comment '/*' has no end");
      for (; offset_ < end; ++offset_) line_ += text_[offset_] == '\n';
      offset_ = end + 2;
    } else {
      return;
    }
  }
}

bool Lexer::at_end() { return peek() == 0; }

char Lexer::peek() {
  skip_blanks();
  return offset_ < text_.size() ? text_[offset_] : '\0';
}

bool Lexer::accept(char c) {
  if (peek() != c || c == 0) return false;
  ++offset_;
  return true;
}

void Lexer::expect(char c, std::string_view where) {
  if (!accept(c)) fail("expected '" + std::string(1, c) + "' " + std::string(where) + ", found " + here());
}

std::string_view Lexer::name() {
  if (!starts_name(peek())) return {};
  const std::size_t start = offset_;
  while (offset_ < text_.size() && in_name(text_[offset_])) ++offset_;
  return text_.substr(start, offset_ - start);
}

std::string_view Lexer::expect_name(std::string_view what) {
  const std::string_view found = name();
  if (found.empty()) fail("expected " + std::string(what) + ", found " + here());
  return found;
}

std::string_view Lexer::directive() {
  if (peek() != '.') return {};
  const std::size_t start = offset_ + 1;
  std::size_t end = start;
  while (end < text_.size() &&
         (in_name(text_[end]) || (text_[end] == ':' && end + 1 < text_.size() && text_[end + 1] == ':')))
    end += text_[end] == ':' ? 2 : 1;
  if (end > text_.size()) end = text_.size();
  offset_ = end;
  return text_.substr(start, end - start);
}

bool Lexer::accept_directive(std::string_view word) {
  if (peek() != '.') return false;
  const Position before = position();
  if (directive() == word) return true;
  rewind(before);
  return false;
}

std::string_view Lexer::rest_of_opcode(std::string_view opcode_name) {
  const std::size_t start = std::size_t(opcode_name.data() - text_.data());
  while (offset_ < text_.size()) {
    const char c = text_[offset_];
    if (c == '.' || in_name(c))
      ++offset_;
    else if (c == ':' && offset_ + 1 < text_.size() && text_[offset_ + 1] == ':')
      offset_ += 2;
    else
      break;
  }
  return text_.substr(start, offset_ - start);
}

bool Lexer::number_next() {
  const char c = peek();
  return is_digit(c) || (c == '-' && offset_ + 1 < text_.size() &&
                         (is_digit(text_[offset_ + 1]) || text_[offset_ + 1] == ' '));
}

Number Lexer::number() {
  bool negative = false;
  while (peek() == '-' || peek() == '+') {
    negative ^= text_[offset_] == '-';
    ++offset_;
  }
  if (!is_digit(peek())) fail("expected a number, found " + here());
  Number result;
  const auto hex_bits = [&](unsigned digits) {
    std::uint64_t bits = 0;
    offset_ += 2;
    for (unsigned i = 0; i < digits; ++i) {
      const int digit = offset_ < text_.size() ? hex_digit(text_[offset_]) : -1;
      if (digit < 0)
        fail("a floating-point constant needs " + std::to_string(digits) + " hexadecimal digits");
      bits = bits << 4 | unsigned(digit);
      ++offset_;
    }
    return bits;
  };
  const char second = offset_ + 1 < text_.size() ? text_[offset_ + 1] : '\0';
  if (text_[offset_] == '0' && (second == 'f' || second == 'F')) {
    result = {Number::Kind::single, hex_bits(8)};
    if (negative) result.bits ^= 0x8000'0000u;
  } else if (text_[offset_] == '0' && (second == 'd' || second == 'D')) {
    result = {Number::Kind::real, hex_bits(16)};
    if (negative) result.bits ^= std::uint64_t{1} << 63;
  } else {
    std::size_t end = offset_;
    unsigned base = 10;
    if (text_[offset_] == '0' && (second == 'x' || second == 'X')) {
      base = 16;
      end += 2;
    } else if (text_[offset_] == '0' && (second == 'b' || second == 'B')) {
      base = 2;
      end += 2;
    }
    const std::size_t digits = end;
    while (end < text_.size() && (base == 16 ? hex_digit(text_[end]) >= 0 : is_digit(text_[end]))) ++end;
    if (base == 10 && end < text_.size() && (text_[end] == '.' || text_[end] == 'e' || text_[end] == 'E')) {
      while (end < text_.size() &&
             (is_digit(text_[end]) || text_[end] == '.' || text_[end] == 'e' || text_[end] == 'E' ||
              ((text_[end] == '-' || text_[end] == '+') && (text_[end - 1] == 'e' || text_[end - 1] == 'E'))))
        ++end;
      const double value = std::strtod(std::string(text_.substr(offset_, end - offset_)).c_str(), nullptr);
      offset_ = end;
      result = {Number::Kind::real, std::bit_cast<std::uint64_t>(negative ? -value : value)};
      return result;
    }
    if (end == digits) fail("expected a number, found " + here());
    if (base == 10 && text_[digits] == '0' && end > digits + 1) base = 8;
    std::uint64_t value = 0;
    for (std::size_t i = digits; i < end; ++i) {
      const unsigned digit = unsigned(hex_digit(text_[i]));
      if (digit >= base)
        fail("the digit '" + std::string(1, text_[i]) + "' does not belong to a number of base " +
             std::to_string(base));
      if (value > (~std::uint64_t{0} - digit) / base) fail("a number over 64 bits");
      value = value * base + digit;
    }
    offset_ = end;
    if (offset_ < text_.size() && text_[offset_] == 'U') ++offset_;
    result.bits = negative ? ~value + 1 : value;
  }
  if (offset_ < text_.size() && in_name(text_[offset_]))
    fail("expected a number, found a name that starts with a digit");
  return result;
}

std::int64_t Lexer::integer(std::string_view what) {
  if (!number_next()) fail("expected " + std::string(what) + ", found " + here());
  const Number found = number();
  if (found.kind != Number::Kind::integer)
    fail("expected " + std::string(what) + ", found a floating-point number");
  return std::int64_t(found.bits);
}

std::string_view Lexer::string_literal() {
  if (peek() != '"') fail("expected a string, found " + here());
  const std::size_t start = ++offset_;
  while (offset_ < text_.size() && text_[offset_] != '"' && text_[offset_] != '\n') ++offset_;
  if (offset_ >= text_.size() || text_[offset_] != '"') fail("a string has no end");
  return text_.substr(start, offset_++ - start);
}

bool Lexer::skip_past(char c) {
  while (offset_ < text_.size()) {
    const char found = text_[offset_++];
    if (found == '\n') ++line_;
    if (found == c) return true;
  }
  return false;
}

void Lexer::skip_line() {
  while (offset_ < text_.size() && text_[offset_] != '\n') ++offset_;
}

}  // namespace gpu_emulator::ptx
