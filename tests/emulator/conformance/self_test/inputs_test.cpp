// The operands that forms are fed: edge values in all combinations, and the same bytes on every machine.

#include "../inputs.hpp"

#include <cstdio>
#include <set>
#include <string>
#include <vector>

namespace {

using conformance::Inputs;
using conformance::Kind;

int failures = 0;

void expect(bool condition, const std::string& what) {
  if (!condition) {
    std::printf("not true: %s\n", what.c_str());
    ++failures;
  }
}

/// Whether every combination of the operands' first `count` edge values is some lane's.
bool has_all_combinations(const Inputs& inputs, std::size_t count) {
  std::set<std::vector<std::uint64_t>> lanes;
  for (unsigned lane = 0; lane < inputs.lanes; ++lane) {
    std::vector<std::uint64_t> values;
    for (std::size_t k = 0; k < inputs.kinds.size(); ++k) {
      values.push_back(inputs.value(k, lane));
    }
    lanes.insert(values);
  }
  std::vector<std::size_t> digits(inputs.kinds.size(), 0);
  while (true) {
    std::vector<std::uint64_t> values;
    for (std::size_t k = 0; k < digits.size(); ++k) {
      values.push_back(edge_values(inputs.kinds[k])[digits[k]]);
    }
    if (lanes.count(values) == 0) {
      return false;
    }
    std::size_t k = 0;
    while (k < digits.size() && ++digits[k] == std::min(count, edge_values(inputs.kinds[k]).size())) {
      digits[k++] = 0;
    }
    if (k == digits.size()) {
      return true;
    }
  }
}

}  // namespace

int main() {
  using enum Kind;
  for (const Kind kind : {i32, i64, f32, f64, f16x2, bf16x2}) {
    const std::string name(info(kind).name);
    expect(has_all_combinations(conformance::make_inputs(std::vector{kind}), 1000),
           "all edge values of " + name);
    expect(has_all_combinations(conformance::make_inputs(std::vector{kind, kind}), 40),
           "pairs of edge values of " + name);
    expect(has_all_combinations(conformance::make_inputs(std::vector{kind, kind, kind}), 25),
           "triples of edge values of " + name);
  }
  expect(has_all_combinations(conformance::make_inputs(std::vector{f32, f32, pred}), 80),
         "edge values with both predicates");

  const Inputs swept = conformance::make_inputs(std::vector{f16});
  std::set<std::uint64_t> values;
  for (unsigned lane = 0; lane < swept.lanes; ++lane) {
    values.insert(swept.value(0, lane));
  }
  expect(values.size() == 65536, "a lone 16-bit operand is swept");

  // A record is worth nothing if another machine computes other operands. Where this changes, the record's
  // version must.
  std::uint64_t hash = 0;
  const Inputs triple = conformance::make_inputs(std::vector{f32, f32, f32});
  for (unsigned lane = 0; lane < triple.lanes; ++lane) {
    for (std::size_t k = 0; k < 3; ++k) {
      hash = (hash ^ triple.value(k, lane)) * 0x100000001b3;
    }
  }
  expect(hash == 0x014dbdf915d2cbb2, "the hash of the operands is what it was");
  return failures == 0 ? 0 : 1;
}
