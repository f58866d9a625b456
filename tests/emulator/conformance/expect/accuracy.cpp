#include "accuracy.hpp"

#include "expectation.hpp"
#include "float_bits.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace conformance {
namespace {

enum class Measure : std::uint8_t {
  relative,  ///< of the exact result
  absolute,
  ulps,       ///< units in the last place, from the correctly rounded result
  sine,       ///< absolute 2^-20.5 within 2 pi, 2^-14.7 within 100 pi, nothing beyond
  logarithm,  ///< absolute between 0.5 and 2, relative elsewhere
};

struct Row {
  std::string_view operation;
  std::string_view type;
  Measure measure;
  double limit;
  std::string_view bound;
  std::string_view source;
};

const std::array<Row, 21> rows{{
    {"div.approx", "f32", Measure::ulps, 2, "2 ulp for |b| in [2^-126, 2^126]", "9.7.3.8 div"},
    {"div.full", "f32", Measure::ulps, 2, "2 ulp", "9.7.3.8 div"},
    {"rcp.approx", "f32", Measure::ulps, 1, "1 ulp", "9.7.3.13 rcp"},
    {"rcp.approx", "f64", Measure::relative, 0x1p-19, "none stated; the upper 32 bits are computed: 2^-19",
     "9.7.3.14 rcp.approx.ftz.f64"},
    {"sqrt.approx", "f32", Measure::relative, 0x1p-23, "relative 2^-23", "9.7.3.15 sqrt"},
    {"rsqrt.approx.ftz", "f64", Measure::relative, 0x1p-19,
     "none stated; the upper 32 bits are computed: 2^-19", "9.7.3.17 rsqrt.approx.ftz.f64"},
    {"rsqrt.approx", "f32", Measure::relative, 0x1.125fp-23, "relative 2^-22.9", "9.7.3.16 rsqrt"},
    {"rsqrt.approx", "f64", Measure::ulps, 2, "none stated; emulated in software: 2 ulp", "9.7.3.16 rsqrt"},
    {"sin.approx", "f32", Measure::sine, 0, "absolute 2^-20.5 within 2 pi, 2^-14.7 within 100 pi",
     "9.7.3.18 sin"},
    {"cos.approx", "f32", Measure::sine, 0, "absolute 2^-20.5 within 2 pi, 2^-14.7 within 100 pi",
     "9.7.3.19 cos"},
    {"lg2.approx", "f32", Measure::logarithm, 0x1p-22, "absolute 2^-22 in (0.5, 2), relative 2^-22 elsewhere",
     "9.7.3.20 lg2"},
    {"ex2.approx", "f32", Measure::ulps, 2, "2 ulp", "9.7.3.21 ex2"},
    {"tanh.approx", "f32", Measure::relative, 0x1p-11, "relative 2^-11", "9.7.3.22 tanh"},
    {"tanh.approx", "f16", Measure::absolute, 0x1.0266p-11, "absolute 2^-10.987", "9.7.4.9 tanh"},
    {"tanh.approx", "f16x2", Measure::absolute, 0x1.0266p-11, "absolute 2^-10.987", "9.7.4.9 tanh"},
    {"tanh.approx", "bf16", Measure::absolute, 0x1p-8, "absolute 2^-8", "9.7.4.9 tanh"},
    {"tanh.approx", "bf16x2", Measure::absolute, 0x1p-8, "absolute 2^-8", "9.7.4.9 tanh"},
    {"ex2.approx", "f16", Measure::relative, 0x1.125fp-10, "relative 2^-9.9", "9.7.4.10 ex2"},
    {"ex2.approx", "f16x2", Measure::relative, 0x1.125fp-10, "relative 2^-9.9", "9.7.4.10 ex2"},
    {"ex2.approx", "bf16", Measure::relative, 0x1p-7, "relative 2^-7", "9.7.4.10 ex2"},
    {"ex2.approx", "bf16x2", Measure::relative, 0x1p-7, "relative 2^-7", "9.7.4.10 ex2"},
}};

long double exact_result(const std::string& operation, long double a, long double b) {
  if (operation == "div") return a / b;
  if (operation == "rcp") return 1 / a;
  if (operation == "sqrt") return std::sqrt(a);
  if (operation == "rsqrt")
    return a == 0 ? std::copysign(std::numeric_limits<long double>::infinity(), a) : 1 / std::sqrt(a);
  if (operation == "sin") return std::sin(a);
  if (operation == "cos") return std::cos(a);
  if (operation == "lg2") return a == 0 ? -std::numeric_limits<long double>::infinity() : std::log2(a);
  if (operation == "ex2") return std::exp2(a);
  return std::tanh(a);
}

long double smallest_normal(FloatLayout layout) {
  return std::ldexp(1.0L, 2 - (1 << (layout.exponent_bits - 1)));
}

/// The distance between neighbours of `value` in the layout.
long double ulp_of(long double value, FloatLayout layout) {
  const int exponent =
      std::max(value == 0 ? -100000 : std::ilogb(value), std::ilogb(smallest_normal(layout)));
  return std::ldexp(1.0L, exponent - static_cast<int>(layout.mantissa_bits));
}

long double largest_finite(FloatLayout layout) {
  return std::ldexp(2.0L - std::ldexp(1.0L, -static_cast<int>(layout.mantissa_bits)),
                    (1 << (layout.exponent_bits - 1)) - 1);
}

/// The correctly rounded result, as long double; infinity beyond the range.
long double rounded_to(long double value, FloatLayout layout) {
  if (!std::isfinite(value)) {
    return value;
  }
  const long double unit = ulp_of(value, layout);
  const long double rounded = std::nearbyint(value / unit) * unit;
  return std::fabs(rounded) > largest_finite(layout)
             ? std::copysign(std::numeric_limits<long double>::infinity(), value)
             : rounded;
}

double sine_limit(long double a) {
  const long double pi = 3.14159265358979323846L;
  return std::fabs(a) <= 2 * pi     ? 0x1.6a0ap-21
         : std::fabs(a) <= 100 * pi ? 0x1.3b2cp-15
                                    : std::numeric_limits<double>::infinity();
}

struct Element {
  std::string operation;
  const Row* row;
  FloatLayout layout;
  bool ftz;
};

/// Error of a result that is near the edge of what the layout can hold: infinity against the largest value,
/// zero against the smallest ones.
bool agrees_at_the_edge(const Element& element, long double exact, long double got) {
  if (std::isinf(got) && std::fabs(exact) >= largest_finite(element.layout)) {
    return std::signbit(got) == std::signbit(exact);
  }
  const long double normal = smallest_normal(element.layout);
  return element.ftz && got == 0 && std::fabs(exact) <= normal * (1 + 0x1p-7L) &&
         std::signbit(got) == std::signbit(exact);
}

double element_error(const Element& element, std::uint64_t a_bits, std::uint64_t b_bits,
                     std::uint64_t got_bits) {
  if (element.layout.mantissa_bits == 52 && element.ftz) {
    a_bits &= 0xffffffff00000000;  // rcp and rsqrt.approx.ftz.f64 look at the upper word alone
  }
  const long double a = to_double(element.ftz ? flush(a_bits, element.layout) : a_bits, element.layout);
  const long double b = to_double(element.ftz ? flush(b_bits, element.layout) : b_bits, element.layout);
  const long double exact = exact_result(element.operation, a, b);
  const long double got = to_double(got_bits, element.layout);
  constexpr double wrong = std::numeric_limits<double>::infinity();
  if (element.operation == "div" && element.row->operation == "div.approx" && std::isfinite(b) && b != 0) {
    if (std::fabs(b) > 0x1p126L) {  // 1/b is subnormal and taken as zero
      return std::isinf(a) || std::isnan(a) ? (std::isnan(got) ? 0 : wrong) : got == 0 ? 0 : wrong;
    }
    if (std::fabs(b) < 0x1p-126L) {
      return 0;
    }
  }
  if (std::isnan(exact) || std::isnan(got)) {
    return std::isnan(exact) && std::isnan(got) ? 0 : wrong;
  }
  if (agrees_at_the_edge(element, exact, got)) {
    return 0;
  }
  if (std::isinf(exact) || std::isinf(got) || exact == 0) {
    if (element.row->measure == Measure::sine && std::isinf(got)) return wrong;
    const bool zero_allowed =
        exact == 0 && (element.row->measure == Measure::sine || element.row->measure == Measure::absolute ||
                       element.row->measure == Measure::logarithm);
    return got == exact && std::signbit(got) == std::signbit(exact)                  ? 0
           : zero_allowed && std::fabs(got) <= std::max(element.row->limit, 0x1p-20) ? 0
                                                                                     : wrong;
  }
  const long double rounded = rounded_to(exact, element.layout);
  if (std::isinf(rounded)) {
    return std::fabs(got) >= largest_finite(element.layout) * (1 - 0x1p-6L) ? 0 : wrong;
  }
  const long double from_exact = std::fabs(got - exact);
  // A result must be rounded to its format: half a unit is granted to bounds that are finer than it, one to
  // subnormals. The bounds of 16-bit results are those before the rounding.
  const bool subnormal = std::fabs(exact) < smallest_normal(element.layout);
  const long double granted = ulp_of(exact, element.layout) / (subnormal ? 1 : 2);
  const auto widened = [&](long double bound) {
    return element.layout.mantissa_bits < 23 ? bound + granted : std::max(bound, granted);
  };
  switch (element.row->measure) {
    case Measure::ulps:
      return static_cast<double>(std::fabs(got - rounded) / ulp_of(rounded, element.layout) /
                                 element.row->limit);
    case Measure::relative:
      return static_cast<double>(from_exact / widened(element.row->limit * std::fabs(exact)));
    case Measure::absolute:
      return static_cast<double>(from_exact / widened(element.row->limit));
    case Measure::sine:
      return static_cast<double>(from_exact / sine_limit(a));
    case Measure::logarithm:
      return static_cast<double>(
          from_exact / (a > 0.5L && a < 2 ? element.row->limit : element.row->limit * std::fabs(exact)));
  }
  return wrong;
}

const Row* row_of(const Form& form, const Name& name) {
  for (const Row& row : rows) {
    if (!row.operation.empty() && form.name.rfind(row.operation, 0) == 0 && name.type() == row.type) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<Accuracy> accuracy_of(const Form& form) {
  if (form.group != "approximate") {
    return std::nullopt;
  }
  const Name name(form);
  const Row* const row = row_of(form, name);
  if (row == nullptr) {
    return std::nullopt;
  }
  const Kind kind = kind_of(name.type());
  const Element element{name.operation(), row, float_layout(kind), name.has("ftz")};
  const unsigned width = 1 + element.layout.exponent_bits + element.layout.mantissa_bits;
  const unsigned count = elements(kind);
  return Accuracy{row->bound, row->source, [=](const std::uint64_t* in, std::uint64_t got) {
                    double worst = 0;
                    for (unsigned k = 0; k < count; ++k) {
                      const unsigned start = k * width % 64;
                      worst = std::max(worst, element_error(element, low_bits(in[0] >> start, width),
                                                            low_bits(in[1] >> start, width),
                                                            low_bits(got >> start, width)));
                    }
                    return worst;
                  }};
}

}  // namespace conformance
