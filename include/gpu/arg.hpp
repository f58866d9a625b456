/// Kernel arguments passed by value: numbers, bool and enumerations.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

namespace gpu {

namespace detail {

/// An integer, a character or an unscoped enumeration, as the integer type that it stands for.
template <class T>
struct IntegerOf {
  using type = T;
};
template <class T>
requires(std::is_enum_v<T>&& std::is_convertible_v<T, long long>) struct IntegerOf<T> {
  using type = std::underlying_type_t<T>;
};
template <class T>
using integer_of = typename IntegerOf<T>::type;

template <class T>
concept IntegerLike = std::integral<integer_of<T>>;

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

/// Every value of From is a value of To.
template <class From, class To>
constexpr bool holds_every_value() {
  using F = std::numeric_limits<From>;
  using T = std::numeric_limits<To>;
  if constexpr (std::same_as<From, To>) {
    return true;
  } else if constexpr (!F::is_specialized || !T::is_specialized) {
    return false;  // such as __float128, whose range the library does not know
  } else if constexpr (std::same_as<To, bool>) {
    return false;
  } else if constexpr (std::floating_point<From>) {
    return std::floating_point<To> && F::digits <= T::digits && F::max_exponent <= T::max_exponent;
  } else {
    return F::digits <= T::digits && (!F::is_signed || T::is_signed);
  }
}

/// Converts to a kernel parameter of type To without a change of value.
template <class From, class To>
concept Lossless = Number<To> &&((IntegerLike<From> && holds_every_value<integer_of<From>, To>()) ||
                                 (std::floating_point<From> && holds_every_value<From, To>()));

/// Converts where the value is a constant that fits: an integer to a narrower one or to a floating-point
/// parameter.
template <class From, class To>
concept LosslessIfConstant =
    Number<To> && !std::same_as<To, bool> && IntegerLike<From> && !Lossless<From, To>;

/// Would round: a double for a float.
template <class From, class To>
concept Narrowing = Number<To> && std::floating_point<From> && !Lossless<From, To>;

// What stops a variable; g++ shows the name of this function, clang++ its line. It takes a reference, so that
// the variable is read here and not before the call.
// clang-format off
template <class To, class From>
constexpr integer_of<From> a_variable_needs_static_cast_to(const From& value) {
  return static_cast<integer_of<From>>(value);  // no constant, so it might not fit: static_cast the argument
}
// clang-format on

// Not constexpr on purpose: the compiler names it when a constant does not fit.
void the_value_does_not_fit_the_kernel_parameter();

/// An unsigned type that holds the magnitude of any From: numbers of 128 bits are wider than all others.
template <class From>
struct Magnitude : std::type_identity<unsigned long long> {};
template <class From>
requires(sizeof(From) > sizeof(unsigned long long)) struct Magnitude<From> : std::make_unsigned<From> {
};

/// The constant as a To; no constant expression when it is no value of To.
template <class To, class From>
constexpr To fitting(From value) {
  using Limits = std::numeric_limits<To>;
  using Bits = typename Magnitude<From>::type;
  constexpr int width = 8 * sizeof(Bits);
  const bool negative = std::is_signed_v<From> && value < 0;
  const auto bits = static_cast<Bits>(value);
  const Bits magnitude = negative ? 0 - bits : bits;
  Bits largest = 0;
  if constexpr (std::integral<To>) {
    largest = static_cast<Bits>(Limits::max());
    if (negative) largest = Limits::is_signed ? largest + 1 : 0;
  } else {
    largest = Limits::digits < width ? Bits{1} << (Limits::digits % width) : ~Bits{0};
  }
  if (magnitude > largest) the_value_does_not_fit_the_kernel_parameter();
  return static_cast<To>(value);
}

}  // namespace detail

/// The value of a kernel parameter of type T (a number, bool or an enumeration). Standard layout, the value
/// alone.
///
/// It takes T itself, types of which every value fits, and constants that fit (`1024` for `unsigned`). A
/// variable of another type (`int` or `std::size_t` for `unsigned`) does not compile, and the compiler names
/// the variable: convert it with `static_cast` where the value is known to fit. A constant inside a lambda
/// must be captured.
template <class T>
class Arg {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>,
                "gpu::Arg is for numbers, bool and enumerations");

 public:
  using value_type = T;

  constexpr Arg(std::same_as<T> auto value) noexcept : value_(value) {}

  template <class U>
  requires(detail::Lossless<U, T> && !std::same_as<U, T>) constexpr Arg(U value) noexcept
      : value_(static_cast<T>(value)) {}

  /// A constant of another integer type.
  template <class U>
  requires detail::LosslessIfConstant<U, T>
  consteval Arg(const U& constant)
      : value_(detail::fitting<T>(detail::a_variable_needs_static_cast_to<T>(constant))) {}

  // The compilers show the line of a deleted function: it says what to do.
  // clang-format off
  template <class U>
    requires detail::Narrowing<U, T>
  Arg(U) = delete;  // would round or cut off: write 1.0F for a float, or static_cast to the type of the parameter
  // clang-format on

  constexpr T value() const noexcept { return value_; }

 private:
  T value_;
};

}  // namespace gpu
