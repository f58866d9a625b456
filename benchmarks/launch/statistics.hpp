/// Medians and spreads of paired measurements.
#pragma once

#include <string>
#include <vector>

/// Quartiles of a set of measurements.
struct Quartiles {
  double first;
  double median;
  double third;
};

Quartiles quartiles(std::vector<double> values);

/// The ratio of each pair, in order.
std::vector<double> ratios(const std::vector<double>& above, const std::vector<double>& below);

/// "1.004 (1.001 to 1.009)".
std::string text_of(const Quartiles& quartiles, int digits);
