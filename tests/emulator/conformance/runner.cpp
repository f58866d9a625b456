#include "runner.hpp"

#include <algorithm>

namespace conformance {
namespace {

/// What outputs hold before a kernel runs: an element that it does not write is seen.
constexpr unsigned char untouched = 0xa5;
constexpr std::size_t largest_output = std::size_t{65536} * 16;

}  // namespace

const Inputs& Runner::inputs_of(const Form& form) { return resident(form).inputs; }

Runner::Resident& Runner::resident(const Form& form) {
  const auto found = residents_.find(form.inputs);
  return found != residents_.end()
             ? found->second
             : residents_.emplace(form.inputs, Resident{make_inputs(form.inputs), {}}).first->second;
}

void Runner::run(std::span<const std::size_t> forms, const Sink& sink) {
  while (!forms.empty()) {
    const std::size_t count = std::min<std::size_t>(options_.batch, forms.size());
    if (!run_batch(forms.first(count), sink)) {
      return;
    }
    forms = forms.subspan(count);
  }
}

bool Runner::run_batch(std::span<const std::size_t> forms, const Sink& sink) {
  void* module = nullptr;
  try {
    module = driver_.load_module(module_text(forms, options_.target));
  } catch (const DriverError& error) {
    if (forms.size() > 1) {
      const std::size_t half = forms.size() / 2;
      return run_batch(forms.first(half), sink) && run_batch(forms.subspan(half), sink);
    }
    Answer answer;
    answer.state = Answer::State::refused;
    answer.message = error.what();
    return sink(forms[0], inputs_of(all_forms()[forms[0]]), answer);
  }
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const Answer answer = run_form(module, forms[k]);
    if (!sink(forms[k], inputs_of(all_forms()[forms[k]]), answer)) {
      return false;
    }
    if (answer.state == Answer::State::failed) {  // the context is gone, and the module with it
      return k + 1 == forms.size() || run_batch(forms.subspan(k + 1), sink);
    }
  }
  driver_.unload_module(module);
  return true;
}

Answer Runner::run_form(void* module, std::size_t form) {
  try {
    return launch(module, form);
  } catch (const DriverError& error) {
    Answer answer;
    answer.state = Answer::State::failed;
    answer.message = error.what();
    renew();
    return answer;
  }
}

Answer Runner::launch(void* module, std::size_t index) {
  const Form& form = all_forms()[index];
  Resident& operands = resident(form);
  if (operands.addresses.empty()) {
    for (const auto& operand : operands.inputs.operands) {
      operands.addresses.push_back(driver_.allocate(operand.size()));
      driver_.upload(operands.addresses.back(), operand);
    }
  }
  while (output_buffers_.size() < form.outputs.size()) {
    output_buffers_.push_back(driver_.allocate(largest_output));
  }
  Answer answer;
  answer.lanes = operands.inputs.lanes;
  if (options_.max_lanes != 0 && form.shape == Shape::line) {  // the others read the grid's size
    answer.lanes = std::min(answer.lanes, std::max(options_.max_lanes / block_lanes, 1u) * block_lanes);
  }
  std::vector<DeviceAddress> arguments = operands.addresses;
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    answer.outputs.emplace_back(std::size_t{answer.lanes} * info(form.outputs[k]).bytes);
    driver_.fill(output_buffers_[k], untouched, answer.outputs[k].size());
    arguments.push_back(output_buffers_[k]);
  }
  constexpr unsigned line[3] = {block_threads, 1, 1};
  constexpr unsigned box[3] = {8, 8, 4};
  driver_.launch(driver_.function(module, kernel_name(index)), answer.lanes / block_threads,
                 form.shape == Shape::line ? line : box, std::move(arguments));
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    driver_.download(answer.outputs[k], output_buffers_[k]);
  }
  return answer;
}

void Runner::renew() {
  driver_.renew_context();
  for (auto& [kinds, resident] : residents_) {
    resident.addresses.clear();
  }
  output_buffers_.clear();
}

}  // namespace conformance
