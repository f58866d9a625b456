#include "report.hpp"

#include "expect/accuracy.hpp"

#include <cstdio>
#include <numeric>

namespace conformance {

void Report::add(const Form& form, const Judgement& judgement) {
  if (groups_.find(form.group) == groups_.end()) {
    order_.push_back(form.group);
  }
  ++groups_[form.group][static_cast<std::size_t>(judgement.verdict)];
  const bool refused = judgement.verdict == Verdict::refused;
  const bool loads_against_the_list = !refused && known_refused_.count(form.name) != 0;
  const bool wrong = judgement.verdict == Verdict::differs || judgement.verdict == Verdict::failed ||
                     (refused && known_refused_.count(form.name) == 0) || loads_against_the_list;
  wrong_ += wrong ? 1 : 0;
  if (wrong || verbose_) {
    const std::string detail =
        loads_against_the_list ? "loads, and is listed as refused: take it off the list" : judgement.detail;
    std::printf("%-14s %s%s%s\n", std::string(name_of(judgement.verdict)).c_str(), form.name.c_str(),
                detail.empty() ? "" : "\n               ", detail.c_str());
  }
  if (const auto accuracy = accuracy_of(form); accuracy && judgement.worst_error > 0) {
    accuracies_.push_back({form.name, judgement.worst_error, std::string(accuracy->bound)});
  }
}

void Report::print() const {
  if (!accuracies_.empty()) {
    std::printf("\n%-28s %12s  %s\n", "approximate form", "worst/bound", "bound");
    for (const auto& [name, worst, bound] : accuracies_) {
      std::printf("%-28s %12.3f  %s\n", name.c_str(), worst, bound.c_str());
    }
  }
  std::printf("\n%-36s %6s", "group", "forms");
  for (std::size_t k = 0; k < verdict_count; ++k) {
    std::printf(" %s%s", k == 0 ? "" : "| ", std::string(name_of(static_cast<Verdict>(k))).c_str());
  }
  std::printf("\n");
  Counts totals{};
  for (const std::string& group : order_) {
    print_row(group, groups_.at(group));
    for (std::size_t k = 0; k < verdict_count; ++k) {
      totals[k] += groups_.at(group)[k];
    }
  }
  print_row("all", totals);
}

void Report::print_row(const std::string& group, const Counts& counts) {
  std::printf("%-36s %6u", group.c_str(), std::accumulate(counts.begin(), counts.end(), 0u));
  for (std::size_t k = 0; k < verdict_count; ++k) {
    const auto width = static_cast<int>(name_of(static_cast<Verdict>(k)).size());
    std::printf(" %s%*u", k == 0 ? "" : "| ", width, counts[k]);
  }
  std::printf("\n");
}

}  // namespace conformance
