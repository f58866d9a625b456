#include "forms.hpp"

#include "parser.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <unordered_map>

namespace gpu_emulator::ptx {

namespace {

constexpr std::size_t most_words = 16;

std::string_view base_of(std::string_view text) { return text.substr(0, text.find_first_of(".{")); }

/// Matches `opcode` from `at` against `pattern` from `p`; choices are tried in order, with backtracking.
bool match(std::string_view pattern, std::size_t p, std::string_view opcode, std::size_t at, unsigned group,
           std::uint32_t& modifiers) {
  while (p < pattern.size() && pattern[p] != '{') {
    if (at >= opcode.size() || opcode[at] != pattern[p]) return false;
    ++p;
    ++at;
  }
  if (p == pattern.size()) return at == opcode.size();
  const std::size_t close = pattern.find('}', p);
  std::size_t start = p + 1;
  for (unsigned choice = 0;; ++choice) {
    std::size_t end = pattern.find('|', start);
    if (end == std::string_view::npos || end > close) end = close;
    const std::string_view word = pattern.substr(start, end - start);
    if (opcode.substr(at, word.size()) == word) {
      const std::uint32_t before = modifiers;
      modifiers = (modifiers & ~(15u << (4 * group))) | choice << (4 * group);
      if (match(pattern, close + 1, opcode, at + word.size(), group + 1, modifiers)) return true;
      modifiers = before;
    }
    if (end == close) return false;
    start = end + 1;
  }
}

void spell(std::string_view pattern, std::string so_far, unsigned group, std::uint32_t modifiers,
           std::vector<Spelling>& result) {
  const std::size_t open = pattern.find('{');
  so_far += pattern.substr(0, open);
  if (open == std::string_view::npos) {
    result.push_back({std::move(so_far), modifiers});
    return;
  }
  const std::size_t close = pattern.find('}', open);
  std::size_t start = open + 1;
  for (unsigned choice = 0;; ++choice) {
    std::size_t end = pattern.find('|', start);
    if (end == std::string_view::npos || end > close) end = close;
    if (pattern[start] != '!')
      spell(pattern.substr(close + 1), so_far + std::string(pattern.substr(start, end - start)), group + 1,
            modifiers | choice << (4 * group), result);
    if (end == close) return;
    start = end + 1;
  }
}

struct Index {
  std::unordered_map<std::string_view, std::vector<const exec::Form*>> by_base;
  std::unordered_map<std::string, Match> found;
  std::shared_mutex mutex;
  Index() {
    const exec::FormTable& table = exec::form_table();
    for (unsigned i = 0; i < table.count; ++i)
      by_base[base_of(table.forms[i].pattern)].push_back(&table.forms[i]);
  }
};

Index& index() {
  static Index* const instance = new Index;  // never destroyed, as the form table
  return *instance;
}

/// The words of an opcode's modifiers: `.shared::cta.b32` gives shared::cta, b32.
std::vector<std::string_view> words_of(std::string_view modifiers) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < modifiers.size();) {
    const std::size_t next = std::min(modifiers.find('.', at + 1), modifiers.size());
    words.push_back(modifiers.substr(at + 1, next - at - 1));
    at = next;
  }
  return words;
}

/// Whether a word is a type, as those of cvt and set, whose order tells what is result and what source.
bool is_type(std::string_view word) {
  return width_of_type(word) >= 0 || word.ends_with("x2") || word.ends_with("x4");
}

/// Takes the words of `part` from `left`; false if one is missing, or if a type would be taken out of turn.
bool take_words(std::string_view part, std::vector<std::string_view>& left) {
  for (const std::string_view word : words_of(part)) {
    const auto found = std::find(left.begin(), left.end(), word);
    if (found == left.end() || (is_type(word) && std::any_of(left.begin(), found, is_type))) return false;
    left.erase(found);
  }
  return true;
}

/// As match(), with the modifiers in any order: ptxas takes them so, and the toolkit's headers make use of it
/// (atom.add.release.gpu, min.s32.relu, ex2.approx.f32.ftz).
bool match_any_order(std::string_view pattern, std::vector<std::string_view> left, unsigned group,
                     std::uint32_t& modifiers) {
  const std::size_t open = std::min(pattern.find('{'), pattern.size());
  if (!take_words(pattern.substr(0, open), left)) return false;
  if (open == pattern.size()) return left.empty();
  const std::size_t close = pattern.find('}', open);
  std::size_t start = open + 1;
  for (unsigned choice = 0;; ++choice) {
    const std::size_t end = std::min(pattern.find('|', start), close);
    std::vector<std::string_view> rest = left;
    if (pattern[start] != '!' && take_words(pattern.substr(start, end - start), rest)) {
      const std::uint32_t before = modifiers;
      modifiers = (modifiers & ~(15u << (4 * group))) | choice << (4 * group);
      if (match_any_order(pattern.substr(close + 1), std::move(rest), group + 1, modifiers)) return true;
      modifiers = before;
    }
    if (end == close) return false;
    start = end + 1;
  }
}

/// The first row that `matches(form, modifiers)`.
template <class F>
Match first_match(const std::vector<const exec::Form*>& rows, F matches) {
  for (const exec::Form* form : rows) {
    std::uint32_t modifiers = 0;
    if (matches(*form, modifiers)) return {form, modifiers};
  }
  return {};
}

}  // namespace

Match find_form(std::string_view opcode) {
  Index& known = index();
  const std::string key(opcode);
  {
    const std::shared_lock lock(known.mutex);
    const auto found = known.found.find(key);
    if (found != known.found.end()) return found->second;
  }
  Match result;
  const auto rows = known.by_base.find(base_of(opcode));
  if (rows != known.by_base.end()) {
    result = first_match(rows->second, [&](const exec::Form& form, std::uint32_t& modifiers) {
      return match(form.pattern, 0, opcode, 0, 0, modifiers);
    });
    const std::size_t base = base_of(opcode).size();
    const std::vector<std::string_view> words = words_of(opcode.substr(base));
    if (result.form == nullptr && opcode[0] != '#' && words.size() <= most_words)
      result = first_match(rows->second, [&](const exec::Form& form, std::uint32_t& modifiers) {
        return match_any_order(std::string_view(form.pattern).substr(base), words, 0, modifiers);
      });
  }
  if (result.form != nullptr) {
    const std::unique_lock lock(known.mutex);
    known.found.emplace(key, result);
  }
  return result;
}

std::vector<Spelling> spellings(std::string_view pattern) {
  std::vector<Spelling> result;
  spell(pattern, {}, 0, 0, result);
  return result;
}

namespace {
// What PTX has and the table has not: refused as unsupported rather than as broken text.
constexpr std::string_view other_operations[] = {"tex",
                                                 "tld4",
                                                 "txq",
                                                 "istypep",
                                                 "suld",
                                                 "sust",
                                                 "sured",
                                                 "suq",
                                                 "wmma",
                                                 "mma",
                                                 "wgmma",
                                                 "tcgen05",
                                                 "ldmatrix",
                                                 "stmatrix",
                                                 "movmatrix",
                                                 "cp",
                                                 "mbarrier",
                                                 "multimem",
                                                 "mapa",
                                                 "getctarank",
                                                 "setmaxnreg",
                                                 "pmevent",
                                                 "brkpt",
                                                 "vadd",
                                                 "vsub",
                                                 "vabsdiff",
                                                 "vmin",
                                                 "vmax",
                                                 "vshl",
                                                 "vshr",
                                                 "vmad",
                                                 "vset",
                                                 "vadd2",
                                                 "vsub2",
                                                 "vavrg2",
                                                 "vabsdiff2",
                                                 "vmin2",
                                                 "vmax2",
                                                 "vset2",
                                                 "vadd4",
                                                 "vsub4",
                                                 "vavrg4",
                                                 "vabsdiff4",
                                                 "vmin4",
                                                 "vmax4",
                                                 "vset4",
                                                 "alloca",
                                                 "stacksave",
                                                 "stackrestore",
                                                 "griddepcontrol",
                                                 "elect",
                                                 "prefetch",
                                                 "prefetchu",
                                                 "tensormap",
                                                 "fence",
                                                 "barrier",
                                                 "clusterlaunchcontrol",
                                                 "st",
                                                 "red",
                                                 "cvt",
                                                 "add",
                                                 "sub",
                                                 "fma",
                                                 "min",
                                                 "max",
                                                 "ld"};
constexpr std::string_view other_words[] = {"async",
                                            "bulk",
                                            "1d",
                                            "2d",
                                            "3d",
                                            "4d",
                                            "5d",
                                            "tile",
                                            "im2col",
                                            "multicast::cluster",
                                            "bulk_group",
                                            "mbarrier",
                                            "tensor",
                                            "cluster",
                                            "shared::cluster",
                                            "cluster_dim",
                                            "mbarrier::complete_tx::bytes",
                                            "e4m3x2",
                                            "e5m2x2",
                                            "e2m1x2",
                                            "e2m3x2",
                                            "e3m2x2",
                                            "e4m3",
                                            "e5m2",
                                            "ue8m0x2",
                                            "satfinite",
                                            "relu",
                                            "tf32",
                                            "rs",
                                            "rna",
                                            "f16",
                                            "f16x2",
                                            "bf16",
                                            "bf16x2",
                                            "f32x2",
                                            "b128",
                                            "v8",
                                            "unified",
                                            "mmio",
                                            "L2::cache_hint",
                                            "noftz",
                                            "abs",
                                            "NaN",
                                            "xorsign",
                                            "aligned",
                                            "sync",
                                            "b256",
                                            "oob",
                                            "s2f6x2",
                                            "shared::cta"};
}  // namespace

std::string explain_unknown(std::string_view opcode, bool& unsupported) {
  static const auto& vocabulary = *[] {  // never destroyed, as the form table
    auto& words = *new std::set<std::string, std::less<>>;
    const exec::FormTable& table = exec::form_table();
    for (unsigned i = 0; i < table.count; ++i) {
      std::string word;
      for (const char* c = table.forms[i].pattern;; ++c) {
        if (*c == 0 || *c == '.' || *c == '{' || *c == '|' || *c == '}') {
          if (!word.empty()) words.insert(word);
          word.clear();
          if (*c == 0) break;
        } else {
          word += *c;
        }
      }
    }
    words.insert(std::begin(other_words), std::end(other_words));
    return &words;
  }();
  const std::string_view base = base_of(opcode);
  const bool known_here = index().by_base.contains(base);
  bool known = known_here;
  for (const std::string_view other : other_operations) known |= base == other;
  unsupported = known;
  if (!known) return "unknown instruction '" + std::string(opcode) + "'";
  if (!known_here)
    return "'" + std::string(opcode) + "': the emulator does not implement '" + std::string(base) + "'";
  std::size_t dot = opcode.find('.');
  while (dot != std::string_view::npos) {
    const std::size_t next = opcode.find('.', dot + 1);
    const std::string_view word =
        opcode.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1);
    if (!vocabulary.contains(word)) {
      unsupported = false;
      return "unknown modifier '." + std::string(word) + "' in '" + std::string(opcode) + "'";
    }
    dot = next;
  }
  return "'" + std::string(opcode) + "': the emulator implements '" + std::string(base) +
         "', but not with these modifiers and types";
}

}  // namespace gpu_emulator::ptx
