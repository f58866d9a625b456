#include "verdict.hpp"

#include "expect/accuracy.hpp"
#include "expect/expectation.hpp"
#include "expect/float_bits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace conformance {
namespace {

using Operands = std::array<std::uint64_t, 6>;

Operands operands_of(const Inputs& inputs, unsigned lane) {
  Operands operands{};
  for (std::size_t k = 0; k < inputs.kinds.size(); ++k) {
    operands[k] = inputs.value(k, lane);
  }
  return operands;
}

std::string show(std::uint64_t bits, Kind kind) {
  std::array<char, 64> text{};
  const FloatLayout layout = float_layout(kind);
  const int digits = static_cast<int>(2 * std::min(info(kind).bytes, 8u));
  if (layout.exponent_bits != 0 && elements(kind) == 1) {
    std::snprintf(text.data(), text.size(), "0x%0*llx (%.9g)", digits, static_cast<unsigned long long>(bits),
                  to_double(bits, layout));
  } else {
    std::snprintf(text.data(), text.size(), "0x%0*llx", digits, static_cast<unsigned long long>(bits));
  }
  return text.data();
}

std::string describe(const Form& form, const Inputs& inputs, unsigned lane, std::size_t output,
                     std::uint64_t got, std::uint64_t expected) {
  std::string text = "lane " + std::to_string(lane) + ":";
  for (std::size_t k = 0; k < inputs.kinds.size(); ++k) {
    text += std::string(" ") + input_registers[k] + " = " + show(inputs.value(k, lane), inputs.kinds[k]);
  }
  return text + "; got " + output_registers[output] + " = " + show(got, form.outputs[output]) +
         ", expected " + show(expected, form.outputs[output]);
}

bool same_but_nan(std::uint64_t a, std::uint64_t b, Kind kind) {
  const FloatLayout layout = float_layout(kind);
  if (a == b || layout.exponent_bits == 0) {
    return a == b;
  }
  const unsigned width = 1 + layout.exponent_bits + layout.mantissa_bits;
  for (unsigned k = 0; k < elements(kind); ++k) {
    const std::uint64_t x = low_bits(a >> (k * width) % 64, width);
    const std::uint64_t y = low_bits(b >> (k * width) % 64, width);
    if (x != y && !(is_nan(x, layout) && is_nan(y, layout))) {
      return false;
    }
  }
  return true;
}

std::uint64_t got_of(const Form& form, const Answer& answer, std::size_t output, unsigned lane) {
  return read_element(answer.outputs[output], lane, info(form.outputs[output]).bytes);
}

/// The first lane in [first, last) that the harness expects otherwise, or nothing.
std::optional<std::string> first_unexpected(const Form& form, const Inputs& inputs, const Answer& answer,
                                            const Expectation& expectation, unsigned first, unsigned last) {
  for (unsigned lane = first; lane < last; ++lane) {
    const Operands operands = operands_of(inputs, lane);
    std::array<std::uint64_t, 4> expected{};
    if (!expectation(operands.data(), expected.data())) {
      continue;
    }
    for (std::size_t k = 0; k < form.outputs.size(); ++k) {
      const std::uint64_t got = got_of(form, answer, k, lane);
      const std::uint64_t want = low_bits(expected[k], 8 * info(form.outputs[k]).bytes);
      if (!same_but_nan(got, want, form.outputs[k])) {
        return describe(form, inputs, lane, k, got, want);
      }
    }
  }
  return std::nullopt;
}

/// The answers that the harness expects for one block, in the form of an Answer whose other blocks are the
/// given one's.
std::optional<Answer> expected_answer(const Form& form, const Inputs& inputs, const Answer& answer,
                                      const Expectation& expectation, unsigned block) {
  Answer expected = answer;
  for (unsigned lane = block * block_lanes; lane < (block + 1) * block_lanes; ++lane) {
    const Operands operands = operands_of(inputs, lane);
    std::array<std::uint64_t, 4> values{};
    if (!expectation(operands.data(), values.data())) {
      return std::nullopt;
    }
    for (std::size_t k = 0; k < form.outputs.size(); ++k) {
      const unsigned bytes = info(form.outputs[k]).bytes;
      std::memcpy(expected.outputs[k].data() + std::size_t{lane} * bytes, &values[k], bytes);
    }
  }
  return expected;
}

/// As exactly as the record allows: the sampled lane, or the lane where the harness's own expectation, if the
/// record confirms it for this block, is missed; else the block.
std::string locate(const Form& form, const Inputs& inputs, const Answer& answer, const Recorded& recorded,
                   unsigned block) {
  std::size_t start = 0;
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    const unsigned bytes = info(form.outputs[k]).bytes;
    for (unsigned lane = 0; lane < std::min(recorded.sample_lanes, answer.lanes); ++lane) {
      const std::uint64_t want = read_element(std::span(recorded.sample).subspan(start), lane, bytes);
      if (!same_but_nan(got_of(form, answer, k, lane), want, form.outputs[k])) {
        return describe(form, inputs, lane, k, got_of(form, answer, k, lane), want);
      }
    }
    start += std::size_t{recorded.sample_lanes} * bytes;
  }
  const std::string place =
      "lanes " + std::to_string(block * block_lanes) + " to " + std::to_string((block + 1) * block_lanes - 1);
  const Expectation expectation = expectation_of(form);
  if (!expectation) {
    return place + ": other bits than recorded";
  }
  const auto expected = expected_answer(form, inputs, answer, expectation, block);
  const auto unexpected =
      first_unexpected(form, inputs, answer, expectation, block * block_lanes, (block + 1) * block_lanes);
  const auto& digests = recorded.nan_blind.empty() ? recorded.exact : recorded.nan_blind;
  if (expected && nan_blind_digests(*expected, form)[block] == digests[block] && unexpected) {
    return *unexpected;
  }
  return place + ": other bits than recorded" +
         (unexpected
              ? "; the harness's own expectation, which the record does not share, is missed first at " +
                    *unexpected
              : "; the harness's own expectation is met, so that the record differs from it too");
}

/// Approximate forms: every lane against the bound.
Judgement judge_accuracy(const Form& form, const Inputs& inputs, const Answer& answer,
                         const Accuracy& accuracy) {
  Judgement judgement{Verdict::within_bound, {}, 0};
  for (unsigned lane = 0; lane < answer.lanes; ++lane) {
    const Operands operands = operands_of(inputs, lane);
    const std::uint64_t got = got_of(form, answer, 0, lane);
    const double error = accuracy.error(operands.data(), got);
    judgement.worst_error = std::max(judgement.worst_error, error);
    if (!(error <= 1) && judgement.verdict != Verdict::differs) {
      std::array<char, 64> text{};
      std::snprintf(text.data(), text.size(), "lane %u: error %.3g times the bound (", lane, error);
      judgement.verdict = Verdict::differs;
      judgement.detail = text.data() + std::string(accuracy.bound) +
                         "); a = " + show(operands[0], inputs.kinds[0]) +
                         (inputs.kinds.size() > 1 ? ", b = " + show(operands[1], inputs.kinds[1]) : "") +
                         ", got " + show(got, form.outputs[0]);
    }
  }
  return judgement;
}

std::optional<Judgement> judge_state(const Answer& answer) {
  if (answer.state == Answer::State::ran) {
    return std::nullopt;
  }
  return Judgement{answer.state == Answer::State::refused ? Verdict::refused : Verdict::failed,
                   answer.message, 0};
}

bool agree(const std::vector<std::uint32_t>& got, const std::vector<std::uint32_t>& recorded,
           unsigned& first_difference) {
  for (unsigned block = 0; block < std::min(got.size(), recorded.size()); ++block) {
    if (got[block] != recorded[block]) {
      first_difference = block;
      return false;
    }
  }
  return true;
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, verdict_count> names{
      "equal", "equal but for NaN bits", "within bound", "differs", "refused", "failed", "unchecked"};
  return names[static_cast<std::size_t>(verdict)];
}

Judgement compare(const Form& form, const Inputs& inputs, const Answer& answer, const Recorded* recorded) {
  if (const auto judgement = judge_state(answer)) {
    return *judgement;
  }
  if (recorded == nullptr) {
    return {Verdict::unchecked, "the record has no such form", 0};
  }
  unsigned block = 0;
  if (agree(exact_digests(answer, form), recorded->exact, block)) {
    return {Verdict::equal, {}, 0};
  }
  if (const auto accuracy = accuracy_of(form)) {
    return judge_accuracy(form, inputs, answer, *accuracy);
  }
  if (agree(nan_blind_digests(answer, form),
            recorded->nan_blind.empty() ? recorded->exact : recorded->nan_blind, block)) {
    return {Verdict::equal_but_nan, {}, 0};
  }
  return {Verdict::differs, locate(form, inputs, answer, *recorded, block), 0};
}

Judgement self_check(const Form& form, const Inputs& inputs, const Answer& answer) {
  if (const auto judgement = judge_state(answer)) {
    return *judgement;
  }
  if (const auto accuracy = accuracy_of(form)) {
    return judge_accuracy(form, inputs, answer, *accuracy);
  }
  const Expectation expectation = expectation_of(form);
  if (!expectation) {
    return {Verdict::unchecked, {}, 0};
  }
  if (auto unexpected = first_unexpected(form, inputs, answer, expectation, 0, answer.lanes)) {
    return {Verdict::differs, *unexpected, 0};
  }
  return {Verdict::equal, {}, 0};
}

Judgement check_masked(const Form& form, const Inputs& inputs, const Answer& plain, const Answer& masked) {
  for (const Answer* const answer : {&plain, &masked}) {
    if (const auto judgement = judge_state(*answer)) {
      return *judgement;
    }
  }
  for (unsigned lane = 0; lane < std::min(plain.lanes, masked.lanes); ++lane) {
    for (std::size_t k = 0; k < form.outputs.size(); ++k) {
      const std::uint64_t want = is_masked_out(lane) ? 0 : got_of(form, plain, k, lane);
      const std::uint64_t got = got_of(form, masked, k, lane);
      if (got != want) {
        return {Verdict::differs,
                (is_masked_out(lane) ? "masked out, " : "others masked out, ") +
                    describe(form, inputs, lane, k, got, want),
                0};
      }
    }
  }
  return {Verdict::equal, {}, 0};
}

}  // namespace conformance
