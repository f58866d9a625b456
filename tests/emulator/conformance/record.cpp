#include "record.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace conformance {
namespace {

/// The number grows when the operands change (inputs.cpp, edge_values.cpp): older records are worth nothing
/// then.
constexpr std::string_view magic = "gpu-kernels conformance record 2";
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// CRC-32 as in ISO 3309 (reflected, polynomial 0xedb88320).
class Crc {
 public:
  void add(std::span<const std::byte> bytes) {
    static const std::array<std::uint32_t, 256> table = [] {
      std::array<std::uint32_t, 256> rows{};
      for (std::uint32_t k = 0; k < 256; ++k) {
        std::uint32_t row = k;
        for (int bit = 0; bit < 8; ++bit) {
          row = (row & 1) != 0 ? row >> 1 ^ 0xedb88320 : row >> 1;
        }
        rows[k] = row;
      }
      return rows;
    }();
    for (const std::byte byte : bytes) {
      state_ = state_ >> 8 ^ table[(state_ ^ static_cast<std::uint32_t>(byte)) & 0xff];
    }
  }
  std::uint32_t value() const { return ~state_; }

 private:
  std::uint32_t state_ = 0xffffffff;
};

std::vector<std::uint32_t> digests(const Form& form, unsigned lanes,
                                   const std::vector<std::vector<std::byte>>& outputs) {
  std::vector<std::uint32_t> result;
  for (unsigned block = 0; block < lanes / block_lanes; ++block) {
    Crc crc;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const std::size_t bytes = std::size_t{block_lanes} * info(form.outputs[k]).bytes;
      crc.add(std::span(outputs[k]).subspan(block * bytes, bytes));
    }
    result.push_back(crc.value());
  }
  return result;
}

/// Instructions that move values instead of computing with them keep a NaN's payload.
bool keeps_payload(const Form& form) {
  static const std::set<std::string_view> movers{"mov", "ld", "st", "selp", "slct", "shfl", "cp", "copysign"};
  return movers.count(form.name.substr(0, form.name.find_first_of(". "))) != 0;
}

void make_nans_equal(std::vector<std::byte>& output, Kind kind) {
  const FloatLayout layout = float_layout(kind);
  const unsigned width = (1 + layout.exponent_bits + layout.mantissa_bits) / 8;
  for (std::size_t index = 0; index < output.size() / width; ++index) {
    std::uint64_t bits = read_element(output, index, width);
    if (is_nan(bits, layout)) {
      bits = ~std::uint64_t{0};
      std::memcpy(output.data() + index * width, &bits, width);
    }
  }
}

std::string hexadecimal(const std::vector<std::uint32_t>& digests) {
  std::string text;
  for (const std::uint32_t digest : digests) {
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x", digest);
    text += digits.data();
  }
  return text;
}

std::vector<std::uint32_t> parse_hexadecimal(const std::string& text) {
  std::vector<std::uint32_t> digests;
  for (std::size_t at = 0; at + 8 <= text.size(); at += 8) {
    digests.push_back(static_cast<std::uint32_t>(std::stoul(text.substr(at, 8), nullptr, 16)));
  }
  return digests;
}

std::string base64(const std::vector<std::byte>& bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (at + k < bytes.size() ? static_cast<std::uint32_t>(bytes[at + k]) : 0);
    }
    for (int shift = 18; shift >= 0; shift -= 6) {
      text += alphabet[group >> shift & 63];
    }
  }
  return text;
}

std::vector<std::byte> parse_base64(const std::string& text, std::size_t size) {
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at + 4 <= text.size(); at += 4) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      group = group << 6 | static_cast<std::uint32_t>(alphabet.find(text[at + k]) & 63);
    }
    for (int shift = 16; shift >= 0 && bytes.size() < size; shift -= 8) {
      bytes.push_back(static_cast<std::byte>(group >> shift & 255));
    }
  }
  return bytes;
}

unsigned result_bytes(const Form& form) {
  unsigned bytes = 0;
  for (const Kind kind : form.outputs) {
    bytes += info(kind).bytes;
  }
  return bytes;
}

[[noreturn]] void refuse(const std::string& path, std::size_t line, const std::string& what) {
  throw std::runtime_error(path + ":" + std::to_string(line) + ": error: " + what);
}

}  // namespace

std::vector<std::uint32_t> exact_digests(const Answer& answer, const Form& form) {
  return digests(form, answer.lanes, answer.outputs);
}

std::vector<std::uint32_t> nan_blind_digests(const Answer& answer, const Form& form) {
  std::vector<std::vector<std::byte>> outputs = answer.outputs;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (float_layout(form.outputs[k]).exponent_bits != 0 && !keeps_payload(form)) {
      make_nans_equal(outputs[k], form.outputs[k]);
    }
  }
  return digests(form, answer.lanes, outputs);
}

Recorded record_of(const Form& form, const Answer& answer, unsigned sample_lanes) {
  Recorded recorded;
  recorded.lanes = answer.lanes;
  recorded.exact = exact_digests(answer, form);
  recorded.nan_blind = nan_blind_digests(answer, form);
  if (recorded.nan_blind == recorded.exact) {
    recorded.nan_blind.clear();
  }
  recorded.sample_lanes = std::min(sample_lanes, answer.lanes);
  for (std::size_t k = 0; k < answer.outputs.size(); ++k) {
    const auto count =
        static_cast<std::ptrdiff_t>(std::size_t{recorded.sample_lanes} * info(form.outputs[k]).bytes);
    recorded.sample.insert(recorded.sample.end(), answer.outputs[k].begin(),
                           answer.outputs[k].begin() + count);
  }
  return recorded;
}

void write_record(const std::string& path, const Record& record) {
  const std::string unfinished = path + ".part";
  {
    std::ofstream file(unfinished, std::ios::binary);
    file << magic << '\n';
    for (const std::string& line : record.heading) {
      file << "# " << line << '\n';
    }
    for (const auto& [name, recorded] : record.forms) {
      file << name << '\t' << recorded.lanes << '\t' << hexadecimal(recorded.exact) << '\t'
           << (recorded.nan_blind.empty() ? "=" : hexadecimal(recorded.nan_blind)) << '\t'
           << recorded.sample_lanes << '\t' << base64(recorded.sample) << '\n';
    }
    if (!file.flush()) {
      throw std::runtime_error("cannot write " + unfinished);
    }
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) {
    throw std::runtime_error("cannot rename " + unfinished + " to " + path);
  }
}

Record read_record(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line;
  if (!std::getline(file, line) || line != magic) {
    refuse(path, 1, "expected '" + std::string(magic) + "', the first line of a record");
  }
  std::map<std::string, const Form*> known;
  for (const Form& form : all_forms()) {
    known[form.name] = &form;
  }
  Record record;
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    if (line.rfind("# ", 0) == 0) {
      record.heading.push_back(line.substr(2));
      continue;
    }
    std::istringstream fields(line);
    std::string name, lanes, exact, nan_blind, sample_lanes, sample;
    for (std::string* const field : {&name, &lanes, &exact, &nan_blind, &sample_lanes, &sample}) {
      std::getline(fields, *field, '\t');
    }
    Recorded recorded;
    try {
      recorded.lanes = static_cast<unsigned>(std::stoul(lanes));
      recorded.exact = parse_hexadecimal(exact);
      recorded.nan_blind = nan_blind == "=" ? std::vector<std::uint32_t>{} : parse_hexadecimal(nan_blind);
      recorded.sample_lanes = static_cast<unsigned>(std::stoul(sample_lanes));
    } catch (const std::logic_error&) {
      refuse(path, number,
             "expected name, lanes, digests, digests or '=', sampled lanes and a sample, separated by tabs");
    }
    if (recorded.exact.size() != recorded.lanes / block_lanes) {
      refuse(path, number,
             "found " + std::to_string(recorded.exact.size()) + " digests, expected one for each " +
                 std::to_string(block_lanes) + " of " + lanes + " lanes");
    }
    if (const auto found = known.find(name); found != known.end()) {
      recorded.sample =
          parse_base64(sample, std::size_t{recorded.sample_lanes} * result_bytes(*found->second));
    }
    record.forms[name] = std::move(recorded);
  }
  return record;
}

}  // namespace conformance
