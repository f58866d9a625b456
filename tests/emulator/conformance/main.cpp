// Runs every PTX instruction form on a driver: the CPU emulator or a GPU's. See README.md.

#include "expect/accuracy.hpp"
#include "report.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <set>

namespace conformance {
namespace {

constexpr std::string_view usage = R"(usage: gpu_conformance [OPTIONS] [LIBCUDA]

Runs one-instruction kernels of every PTX form through the driver library LIBCUDA and judges the results.

  --self-check        judge by the harness's own arithmetic (the default without --record and --compare)
  --compare FILE      judge by a record
  --masked            run each form again with half of the threads left out, and compare the two runs
  --record FILE       write a record of what this driver answers
  --refused           list the forms that the driver refuses to load, and why; run nothing
  --list              list the forms and end
  --emit FILE         write all forms as one PTX module and end
  --only REGEX        take only the forms whose name or group matches
  --refuses FILE      the driver must refuse exactly the forms named in FILE, one a line; '#' starts a comment
  --lanes N           run only the first N lanes of each form
  --samples N         lanes whose values --record keeps for every form (1024 of approximate ones are always kept)
  --note TEXT         a line for the record's heading; may be repeated
  --target sm_NN      the modules' .target (default sm_90)
  --ptx VERSION       the modules' .version (default 9.0)
  --batch N           forms a module (default 64)
  --first             end at the first form that is wrong
  --verbose           print every form, not only those that are wrong

Exit status: 0 all right, 1 some form is refused, fails or differs, 2 wrong usage or no driver.
)";

struct Arguments {
  std::string library;
  std::string record, compare, emit, refuses;
  std::optional<std::regex> only;
  std::vector<std::string> notes;
  unsigned samples = 0;
  bool self_check = false, refused = false, list = false, first = false, masked = false, verbose = false;
  Runner::Options options;
};

[[noreturn]] void wrong_usage(const std::string& what) {
  std::cerr << "gpu_conformance: " << what << "\n\n" << usage;
  std::exit(2);
}

unsigned number(const std::string& option, const std::string& text) {
  if (text.empty() || text.size() > 8 || text.find_first_not_of("0123456789") != std::string::npos) {
    wrong_usage(option + " wants a number, not '" + text + "'");
  }
  return static_cast<unsigned>(std::stoul(text));
}

Arguments parse(int count, char** values) {
  Arguments arguments;
  for (int k = 1; k < count; ++k) {
    const std::string option = values[k];
    const auto value = [&]() -> std::string {
      return k + 1 < count ? values[++k] : (wrong_usage(option + " wants a value"), "");
    };
    if (option == "--self-check")
      arguments.self_check = true;
    else if (option == "--compare")
      arguments.compare = value();
    else if (option == "--record")
      arguments.record = value();
    else if (option == "--refused")
      arguments.refused = true;
    else if (option == "--list")
      arguments.list = true;
    else if (option == "--emit")
      arguments.emit = value();
    else if (option == "--only")
      arguments.only = std::regex(value());
    else if (option == "--refuses")
      arguments.refuses = value();
    else if (option == "--lanes")
      arguments.options.max_lanes = number(option, value());
    else if (option == "--samples")
      arguments.samples = number(option, value());
    else if (option == "--note")
      arguments.notes.push_back(value());
    else if (option == "--target")
      arguments.options.target.architecture = value();
    else if (option == "--ptx")
      arguments.options.target.version = value();
    else if (option == "--batch")
      arguments.options.batch = std::max(number(option, value()), 1u);
    else if (option == "--masked")
      arguments.masked = true;
    else if (option == "--first")
      arguments.first = true;
    else if (option == "--verbose")
      arguments.verbose = true;
    else if (option == "--help") {
      std::cout << usage;
      std::exit(0);
    } else if (option[0] == '-' || !arguments.library.empty())
      wrong_usage("unknown argument '" + option + "'");
    else
      arguments.library = option;
  }
  if (arguments.library.empty() && !arguments.list && arguments.emit.empty()) {
    wrong_usage("the path of a libcuda is missing");
  }
  return arguments;
}

std::set<std::string> read_names(const std::string& path) {
  std::set<std::string> names;
  std::ifstream file(path);
  if (!path.empty() && !file) {
    wrong_usage("cannot read " + path);
  }
  for (std::string line; std::getline(file, line);) {
    line = line.substr(0, line.find('#'));
    line.erase(line.find_last_not_of(" \t") + 1);
    if (!line.empty()) {
      names.insert(line);
    }
  }
  return names;
}

std::vector<std::size_t> chosen(const Arguments& arguments) {
  std::vector<std::size_t> indices;
  for (std::size_t k = 0; k < all_forms().size(); ++k) {
    const Form& form = all_forms()[k];
    const bool matches = !arguments.only || std::regex_search(form.name, *arguments.only) ||
                         std::regex_search(form.group, *arguments.only);
    if (matches) {
      indices.push_back(k);
    }
  }
  return indices;
}

int list_refused(Driver& driver, const Arguments& arguments, const std::vector<std::size_t>& forms) {
  unsigned refused = 0;
  const std::function<void(std::span<const std::size_t>)> probe = [&](std::span<const std::size_t> some) {
    try {
      driver.unload_module(driver.load_module(module_text(some, arguments.options.target)));
    } catch (const DriverError& error) {
      if (some.size() > 1) {
        probe(some.first(some.size() / 2));
        probe(some.subspan(some.size() / 2));
        return;
      }
      ++refused;
      std::printf("%s\t# %s\n", all_forms()[some[0]].name.c_str(), error.what());
    }
  };
  for (std::span<const std::size_t> rest(forms); !rest.empty();) {
    const std::size_t count = std::min<std::size_t>(arguments.options.batch, rest.size());
    probe(rest.first(count));
    rest = rest.subspan(count);
  }
  std::printf("# %u of %zu forms are refused by %s\n", refused, forms.size(), driver.description().c_str());
  return refused == 0 ? 0 : 1;
}

/// Each form with all threads and with half of them, a batch at a time.
void run_masked(Driver& driver, const Arguments& arguments, const std::vector<std::size_t>& chosen_forms,
                Report& report) {
  std::vector<std::size_t> forms;
  std::copy_if(chosen_forms.begin(), chosen_forms.end(), std::back_inserter(forms),
               [](std::size_t form) { return can_be_masked(all_forms()[form]); });
  Runner::Options options = arguments.options;
  Runner plain(driver, options);
  options.target.masked = true;
  Runner masked(driver, options);
  for (std::span<const std::size_t> rest(forms); !rest.empty() && (!arguments.first || report.all_right());) {
    const auto batch = rest.first(std::min<std::size_t>(options.batch, rest.size()));
    std::map<std::size_t, Answer> answers;
    plain.run(batch, [&](std::size_t form, const Inputs&, const Answer& answer) {
      answers[form] = answer;
      return true;
    });
    masked.run(batch, [&](std::size_t form, const Inputs& inputs, const Answer& answer) {
      report.add(all_forms()[form], check_masked(all_forms()[form], inputs, answers.at(form), answer));
      return !arguments.first || report.all_right();
    });
    rest = rest.subspan(batch.size());
  }
}

int run(const Arguments& arguments) {
  const std::vector<std::size_t> forms = chosen(arguments);
  if (arguments.list) {
    for (const std::size_t form : forms) {
      std::printf("%-36s %s\n", all_forms()[form].group.c_str(), all_forms()[form].name.c_str());
    }
    return 0;
  }
  if (!arguments.emit.empty()) {
    std::ofstream file(arguments.emit);
    file << module_text(forms, arguments.options.target);
    return file.flush() ? 0 : (std::cerr << "cannot write " << arguments.emit << '\n', 2);
  }
  const Record reference = arguments.compare.empty() ? Record{} : read_record(arguments.compare);
  Driver driver(arguments.library);
  std::printf("%s\n", driver.description().c_str());
  for (const std::string& line : reference.heading) {
    std::printf("compared with: %s\n", line.c_str());
  }
  if (arguments.refused) {
    return list_refused(driver, arguments, forms);
  }
  const auto start = std::chrono::steady_clock::now();
  Report report(arguments.verbose, read_names(arguments.refuses));
  Record record;
  record.heading = {driver.description()};
  record.heading.insert(record.heading.end(), arguments.notes.begin(), arguments.notes.end());
  if (arguments.masked) {
    run_masked(driver, arguments, forms, report);
    report.print();
    return report.all_right() ? 0 : 1;
  }
  Runner runner(driver, arguments.options);
  runner.run(forms, [&](std::size_t index, const Inputs& inputs, const Answer& answer) {
    const Form& form = all_forms()[index];
    if (answer.state == Answer::State::ran && !arguments.record.empty()) {
      const unsigned samples = std::max(arguments.samples, accuracy_of(form) ? block_lanes : 0u);
      record.forms[form.name] = record_of(form, answer, samples);
    }
    if (!arguments.compare.empty()) {
      const auto found = reference.forms.find(form.name);
      report.add(form,
                 compare(form, inputs, answer, found == reference.forms.end() ? nullptr : &found->second));
    } else if (arguments.self_check || arguments.record.empty() || answer.state != Answer::State::ran) {
      report.add(form, self_check(form, inputs, answer));
    } else {
      report.add(form, Judgement{});
    }
    return !arguments.first || report.all_right();
  });
  if (!arguments.record.empty()) {
    write_record(arguments.record, record);
  }
  report.print();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%zu forms in %.1f s\n", forms.size(), seconds.count());
  return report.all_right() ? 0 : 1;
}

}  // namespace
}  // namespace conformance

int main(int count, char** values) {
  try {
    return conformance::run(conformance::parse(count, values));
  } catch (const std::exception& error) {
    std::cerr << "gpu_conformance: " << error.what() << '\n';
    return 2;
  }
}
