#include "tolerance.hpp"

#include <bit>
#include <cmath>

namespace equality {

namespace {

struct Bound {
  double relative = 0, absolute = 0;
};

/// PTX ISA 9.0, chapter 9.7 (the paragraphs on each instruction's accuracy).
Bound bound_of(const std::string& form) {
  const bool half = form.find("f16") != std::string::npos, brain = form.find("bf16") != std::string::npos,
             f64 = form.find("f64") != std::string::npos;
  if (form.starts_with("tanh")) return {brain ? 0x1p-8 : half ? 0x1p-10 : 0x1p-11, 0};
  if (form.starts_with("ex2")) return {brain ? 0x1p-7 : half ? 0x1p-9 : 0x1p-22, half ? 0x1p-24 : 0};
  if (form.starts_with("sin") || form.starts_with("cos")) return {0, 0x1p-20};
  if (form.starts_with("lg2")) return {0x1p-22, 0x1p-22};
  if (form.starts_with("rcp")) return {f64 ? 0x1p-20 : 0x1p-23, 0};
  if (form.starts_with("sqrt")) return {0x1p-23, 0};
  if (form.starts_with("rsqrt")) return {f64 ? 0x1p-20 : 0x1p-22, 0};
  return {0x1p-22, 0};  // div.approx, div.full: 2 ulp
}

double value_of(const std::string& form, std::uint64_t bits, unsigned part) {
  if (form.find("f64") != std::string::npos) return std::bit_cast<double>(bits);
  if (form.find("bf16") != std::string::npos)
    return double(std::bit_cast<float>(std::uint32_t((bits >> (16 * part) & 0xffff) << 16)));
  if (form.find("f16") != std::string::npos) {
    const unsigned h = unsigned(bits >> (16 * part)) & 0xffff, exponent = h >> 10 & 31, fraction = h & 1023;
    const double magnitude = exponent == 31  ? (fraction != 0 ? NAN : INFINITY)
                             : exponent == 0 ? std::ldexp(fraction, -24)
                                             : std::ldexp(1024 + fraction, int(exponent) - 25);
    return h & 0x8000 ? -magnitude : magnitude;
  }
  return double(std::bit_cast<float>(std::uint32_t(bits)));
}

double smallest_normal(const std::string& form) {
  if (form.find("f64") != std::string::npos) return 0x1p-1022;
  if (form.find("f16") != std::string::npos && form.find("bf16") == std::string::npos) return 0x1p-14;
  return 0x1p-126;
}

bool close(const std::string& form, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  const Bound bound = bound_of(form);
  double allowed = 2 * (bound.relative * std::fmax(std::fabs(a), std::fabs(b)) + bound.absolute);
  // Near the smallest normal number one unit of the last place is all that "relative" can mean.
  allowed = std::fmax(allowed, smallest_normal(form) * 0x1p-22);
  return std::fabs(a - b) <= allowed;
}

}  // namespace

bool within_bound(const std::string& form, std::uint64_t one, std::uint64_t other) {
  const unsigned parts = form.find("16x2") != std::string::npos ? 2 : 1;
  for (unsigned part = 0; part < parts; ++part)
    if (!close(form, value_of(form, one, part), value_of(form, other, part))) return false;
  return true;
}

}  // namespace equality
