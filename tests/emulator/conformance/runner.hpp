#pragma once
/// Runs forms on a driver, in batches; a form that the driver refuses or that fails does not stop the others.

#include "driver.hpp"
#include "form.hpp"
#include "inputs.hpp"
#include "module_text.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace conformance {

/// What came of one form.
struct Answer {
  enum class State : std::uint8_t { ran, refused, failed };
  State state = State::ran;
  std::string message;  ///< why it was refused or failed
  unsigned lanes = 0;
  std::vector<std::vector<std::byte>> outputs;  ///< one array an output, `lanes` elements each
};

class Runner {
 public:
  struct Options {
    PtxTarget target;
    unsigned max_lanes = 0;  ///< 0: all; else rounded down to whole blocks of lanes
    unsigned batch = 64;     ///< forms a module
  };
  /// Whether to go on.
  using Sink = std::function<bool(std::size_t form, const Inputs& inputs, const Answer& answer)>;

  Runner(Driver& driver, Options options) : driver_(driver), options_(options) {}

  /// Runs the forms with these indices and hands each one's answer to `sink`, in order, until it returns
  /// false.
  void run(std::span<const std::size_t> forms, const Sink& sink);

  /// The values that a form is fed.
  const Inputs& inputs_of(const Form& form);

 private:
  struct Resident {
    Inputs inputs;
    std::vector<DeviceAddress> addresses;  ///< empty while not on the device
  };

  Resident& resident(const Form& form);
  bool run_batch(std::span<const std::size_t> forms, const Sink& sink);
  Answer run_form(void* module, std::size_t form);
  Answer launch(void* module, std::size_t form);
  void renew();

  Driver& driver_;
  Options options_;
  std::map<std::vector<Kind>, Resident> residents_;
  std::vector<DeviceAddress> output_buffers_;
};

}  // namespace conformance
