#include "inputs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace conformance {
namespace {

/// SplitMix64 (Steele, Lea, Flood 2014): small, seedable, the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_;
};

unsigned lanes_for(std::span<const Kind> kinds) {
  if (kinds.empty()) {
    return 8 * block_lanes;
  }
  if (kinds.size() == 1) {
    const Kind kind = kinds[0];
    return kind == Kind::i16 || kind == Kind::f16 || kind == Kind::bf16 ? 65536 : 16 * block_lanes;
  }
  return kinds.size() == 2 ? 16 * block_lanes : 32 * block_lanes;
}

bool is_exhaustive(std::span<const Kind> kinds) {
  return kinds.size() == 1 && info(kinds[0]).bytes <= 2 && kinds[0] != Kind::pred;
}

/// Edge values taken from each operand's list so that their product fits `limit`.
std::vector<std::size_t> edge_counts(std::span<const Kind> kinds, std::size_t limit) {
  std::vector<std::size_t> counts(kinds.size(), 1);
  for (std::size_t length = 2;; ++length) {
    std::vector<std::size_t> longer(kinds.size());
    std::size_t product = 1;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      longer[k] = std::min(length, edge_values(kinds[k]).size());
      product *= longer[k];
    }
    if (product > limit || longer == counts) {
      return counts;
    }
    counts = longer;
  }
}

/// A value near those that earlier operands of the lane have, so that sums cancel and comparisons are close.
std::uint64_t related_value(Kind kind, Random& random, std::span<const std::uint64_t> earlier) {
  if (kind == Kind::f32) {
    float value = std::bit_cast<float>(static_cast<std::uint32_t>(earlier.back()));
    if (earlier.size() == 2) {
      value *= std::bit_cast<float>(static_cast<std::uint32_t>(earlier[0]));
    }
    // A NaN's payload after arithmetic differs between compilers.
    return value != value ? random.next() & 0xffffffff
                          : (std::bit_cast<std::uint32_t>(-value) + random.below(9) - 4) & 0xffffffff;
  }
  if (kind == Kind::f64) {
    double value = std::bit_cast<double>(earlier.back());
    if (earlier.size() == 2) {
      value *= std::bit_cast<double>(earlier[0]);
    }
    return value != value ? random.next() : std::bit_cast<std::uint64_t>(-value) + random.below(9) - 4;
  }
  return earlier.back() + random.below(5) - 2;
}

/// A finite floating-point value of moderate size, or a small integer.
std::uint64_t moderate_value(Kind kind, Random& random) {
  const FloatLayout layout = float_layout(kind);
  if (layout.exponent_bits == 0) {
    const std::uint64_t value = random.next() >> random.below(64);  // every magnitude is equally likely
    return random.below(2) == 0 ? value : ~value;
  }
  std::uint64_t packed = 0;
  const unsigned width = 1 + layout.exponent_bits + layout.mantissa_bits;
  for (unsigned i = 0; i < elements(kind); ++i) {
    const std::uint64_t bias = (std::uint64_t{1} << (layout.exponent_bits - 1)) - 1;
    const std::uint64_t exponent = bias - 8 + random.below(16);
    std::uint64_t mantissa = random.next() & ((std::uint64_t{1} << layout.mantissa_bits) - 1);
    if (random.below(2) == 0) {  // few significant bits: exact results and halfway cases
      mantissa &= ~std::uint64_t{0} << (layout.mantissa_bits - 5);
    }
    const std::uint64_t element =
        random.below(2) << (width - 1) | exponent << layout.mantissa_bits | mantissa;
    packed |= element << (i * width % 64);
  }
  return packed;
}

std::uint64_t random_value(Kind kind, unsigned mode, Random& random, std::span<const std::uint64_t> earlier) {
  if (kind == Kind::pred) {
    return random.below(2);
  }
  if (kind == Kind::count || kind == Kind::field) {
    return random.below(8) == 0 ? random.next() : random.below(kind == Kind::count ? 72 : 256);
  }
  if (random.below(16) == 0) {
    const auto& edges = edge_values(kind);
    return edges[random.below(edges.size())];
  }
  if (mode == 1) {
    return moderate_value(kind, random);
  }
  if (mode == 2 && !earlier.empty()) {
    return related_value(kind, random, earlier);
  }
  if (mode == 3 && random.below(2) == 0) {
    return moderate_value(kind, random);
  }
  return random.next();
}

std::uint64_t hash_of(std::span<const Kind> kinds) {
  std::uint64_t hash = 0x6770755f6b65726e;
  for (const Kind kind : kinds) {
    hash = Random(hash ^ static_cast<std::uint64_t>(kind)).next();
  }
  return hash;
}

}  // namespace

std::uint64_t read_element(std::span<const std::byte> array, std::size_t index, unsigned bytes) {
  // Called for every lane: copies of a known size are no calls.
  const std::byte* const place = array.data() + index * bytes;
  std::uint64_t value = 0;
  switch (bytes) {
    case 1:
      std::memcpy(&value, place, 1);
      break;
    case 2:
      std::memcpy(&value, place, 2);
      break;
    case 4:
      std::memcpy(&value, place, 4);
      break;
    default:
      std::memcpy(&value, place, 8);
  }
  return value;
}

std::uint64_t Inputs::value(std::size_t operand, unsigned lane) const {
  return read_element(operands[operand], lane, info(kinds[operand]).bytes);
}

Inputs make_inputs(std::span<const Kind> kinds) {
  Inputs inputs{{kinds.begin(), kinds.end()}, lanes_for(kinds), {}};
  for (const Kind kind : kinds) {
    inputs.operands.emplace_back(std::size_t{inputs.lanes} * info(kind).bytes);
  }
  const std::vector<std::size_t> counts = edge_counts(kinds, inputs.lanes / 2);
  std::size_t edge_lanes = 1;
  for (const std::size_t count : counts) {
    edge_lanes *= count;
  }
  const std::uint64_t seed = hash_of(kinds);
  for (unsigned lane = 0; lane < inputs.lanes; ++lane) {
    Random random(seed + lane * std::uint64_t{0x2545f4914f6cdd1d});
    const unsigned block = lane / block_lanes;
    const std::size_t edge = block / 2 * block_lanes + lane % block_lanes;
    const bool use_edges = block % 2 == 0 && edge < edge_lanes;
    std::size_t rest = edge;
    std::vector<std::uint64_t> values;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      std::uint64_t value = is_exhaustive(kinds) ? lane : random_value(kinds[k], lane % 4, random, values);
      if (use_edges && !is_exhaustive(kinds)) {
        value = edge_values(kinds[k])[rest % counts[k]];
        rest /= counts[k];
      }
      values.push_back(value);
      const unsigned bytes = info(kinds[k]).bytes;
      std::byte* const element = inputs.operands[k].data() + std::size_t{lane} * bytes;
      std::memcpy(element, &value, std::min(bytes, 8u));
      if (bytes == 16) {
        const std::uint64_t high = random.next();
        std::memcpy(element + 8, &high, 8);
      }
    }
  }
  return inputs;
}

}  // namespace conformance
