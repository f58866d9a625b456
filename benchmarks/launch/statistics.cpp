#include "statistics.hpp"

#include <algorithm>
#include <cstdio>

Quartiles quartiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double part) {
    const double place = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
  };
  return {at(0.25), at(0.5), at(0.75)};
}

std::vector<double> ratios(const std::vector<double>& above, const std::vector<double>& below) {
  std::vector<double> result(above.size());
  std::transform(above.begin(), above.end(), below.begin(), result.begin(),
                 [](double a, double b) { return a / b; });
  return result;
}

std::string text_of(const Quartiles& values, int digits) {
  char text[96];
  std::snprintf(text, sizeof text, "%.*f (%.*f to %.*f)", digits, values.median, digits, values.first, digits,
                values.third);
  return text;
}
