#pragma once
/// What mutate.py writes into a copy of the emulator's handlers: each construct here does what the original
/// did, unless its number is the one in GPU_EMULATOR_MUTANT. One build holds all mutants.

#include <concepts>
#include <cstdlib>
#include <type_traits>

namespace mutants {

inline const int active = [] {
  const char* const text = std::getenv("GPU_EMULATOR_MUTANT");
  return text == nullptr ? 0 : std::atoi(text);
}();

// Operands are taken by value: a constant in a lambda need not be captured for that.
// `a + b` becomes `a + Plus<7>{} + b`: the left operand waits in a Held, and precedence stays what it was.
template <class Mutant, class Left>
struct Held {
  Left left;
};

#define GPU_EMULATOR_MUTATED_OPERATOR(Name, original, mutated)                                         \
  template <int number>                                                                                \
  struct Name {};                                                                                      \
  template <class Left, int number>                                                                    \
  Held<Name<number>, Left> operator original(Left left, Name<number>) {                                \
    return {left};                                                                                     \
  }                                                                                                    \
  template <int number, class Left, class Right>                                                       \
  decltype(std::declval<Left>() original std::declval<Right>()) operator original(                     \
      const Held<Name<number>, Left>& held, Right right) {                                             \
    using Result = decltype(held.left original right);                                                 \
    return active == number ? static_cast<Result>(held.left mutated right) : held.left original right; \
  }

GPU_EMULATOR_MUTATED_OPERATOR(Plus, +, -)
GPU_EMULATOR_MUTATED_OPERATOR(Minus, -, +)
GPU_EMULATOR_MUTATED_OPERATOR(Times, *, +)
GPU_EMULATOR_MUTATED_OPERATOR(Divided, /, *)
GPU_EMULATOR_MUTATED_OPERATOR(And, &, |)
GPU_EMULATOR_MUTATED_OPERATOR(Or, |, &)
GPU_EMULATOR_MUTATED_OPERATOR(Xor, ^, |)
GPU_EMULATOR_MUTATED_OPERATOR(Less, <, <=)
GPU_EMULATOR_MUTATED_OPERATOR(LessEqual, <=, <)
GPU_EMULATOR_MUTATED_OPERATOR(Greater, >, >=)
GPU_EMULATOR_MUTATED_OPERATOR(GreaterEqual, >=, >)
GPU_EMULATOR_MUTATED_OPERATOR(Equal, ==, !=)
GPU_EMULATOR_MUTATED_OPERATOR(NotEqual, !=, ==)
#undef GPU_EMULATOR_MUTATED_OPERATOR

// A shift the other way takes its count modulo the width: no undefined behaviour, only a wrong result.
template <int number>
struct ShiftLeft {};
template <int number>
struct ShiftRight {};
template <class Left, int number>
Held<ShiftLeft<number>, Left> operator<<(Left left, ShiftLeft<number>) {
  return {left};
}
template <class Left, int number>
Held<ShiftRight<number>, Left> operator>>(Left left, ShiftRight<number>) {
  return {left};
}
template <int number, class Left, class Right>
auto operator<<(const Held<ShiftLeft<number>, Left>& held, Right right) -> decltype(held.left << right) {
  return active == number ? held.left >> right : held.left << right;
}
template <int number, class Left, class Right>
auto operator>>(const Held<ShiftRight<number>, Left>& held, Right right) -> decltype(held.left >> right) {
  return active == number ? held.left << right : held.left >> right;
}

/// A number that is one too large.
template <int number, class T>
T off_by_one(T value) {
  return active == number ? static_cast<T>(value + 1) : value;
}

/// A complement left out.
template <int number, class T>
auto complement(T value) -> decltype(~value) {
  return active == number ? value : ~value;
}

/// A widening conversion that takes the sign for a digit, or the other way round.
template <int number, class To, class From>
To widen(From value) {
  if constexpr (std::integral<From> && std::integral<To> && !std::same_as<From, bool> &&
                sizeof(From) < sizeof(To)) {
    if (active == number) {
      using Other =
          std::conditional_t<std::is_signed_v<From>, std::make_unsigned_t<From>, std::make_signed_t<From>>;
      return static_cast<To>(static_cast<Other>(value));
    }
  }
  return static_cast<To>(value);
}

/// One enumerator for another of its kind: another rounding.
template <int number, class T>
T other(T value, T mutated) {
  return active == number ? mutated : value;
}

}  // namespace mutants
