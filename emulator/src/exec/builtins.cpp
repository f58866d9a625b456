/// The functions that the driver gives to kernels: vprintf and __assertfail.

#include "block.hpp"

#include <bit>
#include <cstdio>
#include <cstring>

namespace gpu_emulator::exec {

namespace {

/// A generic address as host memory, with the bytes that may be read from there on; null for an invalid one.
const std::byte* readable(Warp& warp, unsigned lane, std::uint64_t address, std::uint64_t& bytes) {
  const std::uint64_t window = address >> window_shift,
                      offset = address & ((std::uint64_t{1} << window_shift) - 1);
  if (window == 1 && offset < warp.shared_size) {
    bytes = warp.shared_size - offset;
    return warp.shared + offset;
  }
  if (window == 2 && offset < warp.local_stride) {
    bytes = warp.local_stride - offset;
    return warp.local + lane * warp.local_stride + offset;
  }
  if (window != 0) return nullptr;
  const std::uint64_t parameters = reinterpret_cast<std::uint64_t>(warp.parameters);
  if (address - parameters < warp.parameter_size) {
    bytes = warp.parameter_size - (address - parameters);
    return reinterpret_cast<const std::byte*>(address);
  }
  const MemoryTable::Block* const block = MemoryTable::process().find_live(address);
  if (block == nullptr) return nullptr;
  bytes = block->facts.size - (address - block->facts.base);
  return reinterpret_cast<const std::byte*>(address);
}

bool read_string(Warp& warp, unsigned lane, std::uint64_t address, std::string& text) {
  std::uint64_t bytes = 0;
  const std::byte* const memory = readable(warp, lane, address, bytes);
  if (memory == nullptr) return false;
  const char* const start = reinterpret_cast<const char*>(memory);
  const std::size_t length = strnlen(start, bytes);
  text.assign(start, length);
  return true;
}

template <class T>
T argument(Warp& warp, const ptx::CallSite& site, std::size_t index, unsigned lane) {
  T value{};
  std::memcpy(&value,
              warp.call_parameters + lane * warp.call_parameter_stride + site.arguments[index].caller_offset,
              std::min<std::size_t>(sizeof value, site.arguments[index].size));
  return value;
}

/// One conversion of the format: from '%' to its letter.
struct Conversion {
  std::string flags;  ///< with width and precision as written; '*' already replaced
  bool wide = false;  ///< l, ll, z, j, t: eight bytes
  char letter = 0;
};

template <class T>
void print_one(std::string& out, const std::string& specification, T value) {
  char shown[512];
  const int length = std::snprintf(shown, sizeof shown, specification.c_str(), value);
  if (length > 0 && std::size_t(length) >= sizeof shown) {
    std::string large(std::size_t(length) + 1, 0);
    std::snprintf(large.data(), large.size(), specification.c_str(), value);
    large.pop_back();
    out += large;
  } else if (length > 0) {
    out.append(shown, std::size_t(length));
  }
}

/// Formats as printf does; arguments lie one after the other, each at a multiple of its size. Returns their
/// number, -1 for a bad address.
int format(Warp& warp, unsigned lane, const std::string& text, std::uint64_t arguments, std::string& out) {
  std::uint64_t available = 0, offset = 0;
  const std::byte* const memory = arguments == 0 ? nullptr : readable(warp, lane, arguments, available);
  int count = 0;
  bool bad = false;
  const auto take = [&]<class T>(T& value) {
    offset = (offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    if (memory == nullptr || offset + sizeof(T) > available) {
      bad = true;
      return;
    }
    std::memcpy(&value, memory + offset, sizeof(T));
    offset += sizeof(T);
    ++count;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == '%') {
      out += '%';
      ++i;
      continue;
    }
    Conversion conversion;
    std::size_t at = i + 1;
    while (at < text.size() && std::strchr("-+ #0123456789.*", text[at]) != nullptr) {
      if (text[at] == '*') {
        std::int32_t value = 0;
        take(value);
        conversion.flags += std::to_string(value);
      } else {
        conversion.flags += text[at];
      }
      ++at;
    }
    unsigned longs = 0, shorts = 0;
    while (at < text.size() && std::strchr("hlLqjzt", text[at]) != nullptr) {
      longs += std::strchr("lLqjzt", text[at]) != nullptr;
      shorts += text[at] == 'h';
      ++at;
    }
    if (at >= text.size()) {
      out += text.substr(i);
      break;
    }
    conversion.letter = text[at];
    const std::string head = "%" + conversion.flags;
    switch (conversion.letter) {
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o': {
        if (longs != 0) {
          std::int64_t value = 0;
          take(value);
          print_one(out, head + "ll" + conversion.letter, value);
        } else {
          std::int32_t value = 0;
          take(value);
          print_one(out, head + std::string(shorts, 'h') + conversion.letter, value);
        }
        break;
      }
      case 'c': {
        std::int32_t value = 0;
        take(value);
        print_one(out, head + 'c', value);
        break;
      }
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': {
        double value = 0;
        take(value);
        print_one(out, head + conversion.letter, value);
        break;
      }
      case 'p': {
        std::uint64_t value = 0;
        take(value);
        print_one(out, head + 'p', reinterpret_cast<void*>(value));
        break;
      }
      case 's': {
        std::uint64_t value = 0;
        take(value);
        std::string pointed;
        if (!bad && !read_string(warp, lane, value, pointed)) pointed = "(null)";
        print_one(out, head + 's', pointed.c_str());
        break;
      }
      default:
        out += text.substr(i, at - i + 1);
    }
    if (bad) return -1;
    i = at;
  }
  return count;
}

}  // namespace

void call_vprintf(Warp& warp, const Instruction& in, Mask lanes, const ptx::CallSite& site) {
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    std::string text;
    const std::uint64_t address = argument<std::uint64_t>(warp, site, 0, lane);
    if (!read_string(warp, lane, address, text))
      return record_fault(warp, pc_of(warp, in), lane, Fault::illegal_address,
                          "printf: the format is no valid address");
    const std::int32_t count =
        format(warp, lane, text, argument<std::uint64_t>(warp, site, 1, lane), warp.block->output);
    if (count < 0)
      return record_fault(warp, pc_of(warp, in), lane, Fault::illegal_address,
                          "printf: the arguments are no valid address");
    std::memcpy(warp.call_parameters + lane * warp.call_parameter_stride + site.results[0].caller_offset,
                &count, sizeof count);
  }
}

/// Virtual destructors bring it along. Nothing gives memory that it could take back.
void call_free(Warp& warp, const Instruction& in, Mask lanes, const ptx::CallSite& site) {
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = unsigned(std::countr_zero(rest));
    if (argument<std::uint64_t>(warp, site, 0, lane) != 0)
      return record_fault(warp, pc_of(warp, in), lane, Fault::launch_failed,
                          "free of memory that malloc in device code did not give");
  }
}

void call_assertfail(Warp& warp, const Instruction& in, Mask lanes, const ptx::CallSite& site) {
  const unsigned lane = unsigned(std::countr_zero(lanes));
  std::string message, file, function;
  read_string(warp, lane, argument<std::uint64_t>(warp, site, 0, lane), message);
  read_string(warp, lane, argument<std::uint64_t>(warp, site, 1, lane), file);
  read_string(warp, lane, argument<std::uint64_t>(warp, site, 3, lane), function);
  const std::uint32_t line = argument<std::uint32_t>(warp, site, 2, lane);
  record_fault(
      warp, pc_of(warp, in), lane, Fault::assertion,
      file + ":" + std::to_string(line) + ": " + function + ": " + "assertion `" + message + "` failed");
}

}  // namespace gpu_emulator::exec
