#pragma once
/// What a run found: each wrong form as it comes, tables at the end.

#include "verdict.hpp"

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace conformance {

class Report {
 public:
  /// @param verbose  print every form
  /// @param refused  forms that the driver is known to refuse: right if it does, wrong if it does not
  Report(bool verbose, std::set<std::string> refused)
      : verbose_(verbose), known_refused_(std::move(refused)) {}

  void add(const Form& form, const Judgement& judgement);
  void print() const;
  bool all_right() const { return wrong_ == 0; }

 private:
  using Counts = std::array<unsigned, verdict_count>;
  struct Worst {
    std::string name;
    double error;
    std::string bound;
  };

  static void print_row(const std::string& group, const Counts& counts);

  bool verbose_;
  std::set<std::string> known_refused_;
  unsigned wrong_ = 0;
  std::map<std::string, Counts> groups_;
  std::vector<std::string> order_;
  std::vector<Worst> accuracies_;
};

}  // namespace conformance
