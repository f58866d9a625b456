/// The emulator's form table → test kernels.

#include "case.hpp"

#include "exec/form.hpp"
#include "ptx/forms.hpp"

#include <cstring>
#include <map>
#include <set>

namespace equality {

using gpu_emulator::exec::Form;

namespace {

unsigned width_of_letter(char letter) {
  switch (letter) {
    case 'p':
      return 0;
    case 'h':
    case 'H':
      return 2;
    case 'r':
    case 'f':
      return 4;
    case 'd':
    case 'g':
    case 's':
      return 8;
    case 'q':
      return 16;
    default:
      return ~0u;
  }
}

std::vector<std::string> words_of(const std::string& opcode) {
  std::vector<std::string> words;
  std::size_t start = 0;
  while (start <= opcode.size()) {
    const std::size_t dot = std::min(opcode.find('.', start), opcode.size());
    words.push_back(opcode.substr(start, dot - start));
    start = dot + 1;
  }
  return words;
}

unsigned width_of_type(const std::string& type) {
  if (type == "u8" || type == "s8" || type == "b8" || type == "u16" || type == "s16" || type == "b16" ||
      type == "f16" || type == "bf16")
    return 2;
  if (type.find("64") != std::string::npos) return 8;
  return 4;
}

Values values_of(char letter, const std::vector<std::string>& words, bool last_type_decides) {
  const std::string& last = words.back();
  const auto has = [&](const char* word) {
    for (const std::string& each : words)
      if (each == word) return true;
    return false;
  };
  const std::string& type = last;
  if (letter == 'p') return Values::predicate;
  if (letter == 'f') return Values::f32;
  if (letter == 'g') return Values::f64;
  if (last_type_decides) {
    if (type == "f32") return Values::f32;
    if (type == "f64") return Values::f64;
  }
  if (letter == 'h' || letter == 'x') {
    if (type == "f16") return Values::f16;
    if (type == "bf16") return Values::bf16;
    if (has("f16") && words[0] != "cvt") return Values::f16;
    if (has("bf16") && words[0] != "cvt") return Values::bf16;
  }
  if (letter == 'r') {
    if (has("f16x2")) return Values::f16x2;
    if (has("bf16x2")) return Values::bf16x2;
  }
  return Values::integer;
}

const char* register_type(unsigned width) {
  switch (width) {
    case 0:
      return ".pred";
    case 2:
      return ".b16";
    case 4:
      return ".b32";
    case 8:
      return ".b64";
    default:
      return ".b128";
  }
}

/// Builds one kernel. Registers: %s<k> sources, %d<k> results.
class Writer {
 public:
  Writer(const Form& form, const std::string& opcode)
      : form_(form), opcode_(opcode), words_(words_of(opcode)) {}

  bool write(Case& out) {
    out.form = opcode_;
    bool result = std::strchr(form_.signature, '=') != nullptr;
    std::string operands;
    const auto separate = [&] { operands += operands.empty() ? " " : ", "; };
    const bool meets = opcode_.starts_with("shfl") || opcode_.starts_with("vote") ||
                       opcode_.starts_with("match") || opcode_.starts_with("redux");
    const unsigned last = unsigned(std::strlen(form_.signature)) - 1;
    const bool boolean_operation = opcode_.find(".and.") != std::string::npos ||
                                   opcode_.find(".or.") != std::string::npos ||
                                   opcode_.find(".xor.") != std::string::npos;
    bool optional = false;
    unsigned open = 0;
    for (unsigned i = 0; form_.signature[i] != 0; ++i) {
      const char letter = form_.signature[i];
      if (letter == '=') {
        result = false;
        continue;
      }
      if (letter == '?') {
        optional = true;
        continue;
      }
      if (optional) {  // the third predicate of setp and set goes with a BoolOp
        optional = false;
        if (!boolean_operation) continue;
      }
      separate();
      if (letter == 'S') {
        operands += add_result(0);
      } else if (letter == 'P') {
        operands += add_result(0) + "|" + add_result(0);
      } else if (letter == '|') {
        operands += add_result(4) + "|" + add_result(0);
      } else if (letter == 'i') {
        operands += opcode_.starts_with("lop3") ? "0xCA" : "0";
      } else if (letter == 'm') {
        return false;
      } else if (letter == 'x') {
        // cvt: the result's type stands before the last, the source's last.
        const unsigned width = width_of_type(words_[words_.size() - (result ? 2 : 1)]);
        operands += result ? add_result(width) : add_source(width, values_of('x', words_, true), out);
        ++open;
      } else if (width_of_letter(letter) <= 8) {
        const unsigned width = width_of_letter(letter);
        if (result)
          operands += add_result(width);
        else if (meets && i == last)
          operands += "0xffffffff";
        else
          operands += add_source(width, values_of(letter, words_, false), out);
      } else {
        return false;
      }
      if (sources_ > max_sources || results_.size() > max_results) return false;
    }
    if (results_.empty()) return false;
    finish(out, "\t" + opcode_ + operands + ";\n");
    return true;
  }

  /// atom and red: on a cell of the thread's own, which starts as the first source; the results are the old
  /// value and the new one.
  bool write_atomic(Case& out) {
    out.form = opcode_;
    const bool returns = opcode_.starts_with("atom"), shared = opcode_.find(".shared") != std::string::npos;
    const char* sources = std::strchr(form_.signature, 'm') + 1;
    const unsigned width = width_of_letter(sources[0]);
    const std::string initial = add_source(width, values_of(sources[0], words_, false), out);
    const std::string bits = std::to_string(width * 8);
    std::string code;
    const std::string cell = shared ? "%cell32" : "%cell";
    code +=
        shared ? "\tmov.u32 %r0, %tid.x;\n\tmov.u32 %cell32, cells;\n\tmad.lo.u32 %cell32, %r0, 8, %cell32;\n"
               : "\tadd.u64 %cell, %out, " + std::to_string(8 * (max_results - 1)) + ";\n";
    code += std::string("\tst.") + (shared ? "shared" : "global") + ".b" + bits + " [" + cell + "], " +
            initial + ";\n";
    std::string operands = returns ? " " + add_result(width) + ", [" + cell + "]" : " [" + cell + "]";
    for (const char* letter = sources; *letter != 0; ++letter)
      operands += ", " + add_source(width_of_letter(*letter), values_of(*letter, words_, false), out);
    code += "\t" + opcode_ + operands + ";\n";
    code += std::string("\tld.") + (shared ? "shared" : "global") + ".b" + bits + " " + add_result(width) +
            ", [" + cell + "];\n";
    shared_ = shared;
    finish(out, code);
    return true;
  }

 private:
  std::string add_result(unsigned width) {
    const std::string name = "%d" + std::to_string(results_.size());
    declarations_ += std::string("\t.reg ") + register_type(width) + " " + name + ";\n";
    results_.push_back(width);
    return name;
  }
  std::string add_source(unsigned width, Values kind, Case& out) {
    const std::string k = std::to_string(sources_++), name = "%s" + k;
    out.sources.push_back(kind);
    declarations_ += std::string("\t.reg ") + register_type(width) + " " + name + ";\n";
    loads_ += "\tld.param.u64 %a, [in" + k + "];\n\tadd.u64 %a, %a, %off;\n";
    if (width == 0)
      loads_ += "\tld.global.u32 %r0, [%a];\n\tsetp.ne.u32 " + name + ", %r0, 0;\n";
    else
      loads_ += "\tld.global.b" + std::to_string(width * 8) + " " + name + ", [%a];\n";
    return name;
  }
  void finish(Case& out, const std::string& code) {
    std::string body = "(.param .u64 out";
    for (unsigned k = 0; k < max_sources; ++k) body += ", .param .u64 in" + std::to_string(k);
    body += ")\n{\n\t.reg .b32 %r0, %r1, %r2, %cell32;\n\t.reg .b64 %a, %off, %out, %cell;\n" + declarations_;
    if (shared_) body += "\t.shared .align 8 .b8 cells[" + std::to_string(8 * block_size) + "];\n";
    body +=
        "\tmov.u32 %r0, %tid.x;\n\tmov.u32 %r1, %ctaid.x;\n\tmov.u32 %r2, %ntid.x;\n\tmad.lo.u32 %r0, %r1, "
        "%r2, %r0;\n";
    body += "\tmul.wide.u32 %off, %r0, 8;\n\tld.param.u64 %out, [out];\n\tmul.wide.u32 %a, %r0, " +
            std::to_string(8 * max_results) + ";\n\tadd.u64 %out, %out, %a;\n";
    body += loads_ + code;
    for (std::size_t k = 0; k < results_.size(); ++k) {
      const std::string name = "%d" + std::to_string(k), place = "[%out+" + std::to_string(8 * k) + "]";
      if (results_[k] == 0)
        body += "\tselp.u32 %r0, 1, 0, " + name + ";\n\tst.global.u8 " + place + ", %r0;\n";
      else
        body += "\tst.global.b" + std::to_string(results_[k] * 8) + " " + place + ", " + name + ";\n";
      out.results.push_back(results_[k] == 0 ? 1 : results_[k]);
    }
    body += "\tret;\n}\n";
    out.body = body;
  }

  const Form& form_;
  std::string opcode_;
  std::vector<std::string> words_;
  std::string declarations_, loads_;
  unsigned sources_ = 0;
  std::vector<unsigned> results_;
  bool shared_ = false;
};

bool has_word(const std::string& opcode, const char* word) {
  for (const std::string& each : words_of(opcode))
    if (each == word) return true;
  return false;
}

/// Spellings that differ in nothing a value could show: scopes, semantics, hints.
bool is_variant(const std::string& opcode) {
  for (const char* word : {"weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "cta", "cluster",
                           "gpu", "sys", "shared::cta"})
    if (has_word(opcode, word)) return true;
  return false;
}

}  // namespace

std::vector<Case> all_cases() {
  const gpu_emulator::exec::FormTable& table = gpu_emulator::exec::form_table();
  std::vector<Case> cases;
  std::set<std::string> seen;
  for (unsigned i = 0; i < table.count; ++i) {
    const Form& form = table.forms[i];
    const std::string pattern = form.pattern;
    if (pattern[0] == '#' || form.handler == nullptr) continue;
    const bool atomic = pattern.starts_with("atom") || pattern.starts_with("red{");
    if (form.decode != gpu_emulator::exec::decode_plain && !atomic) continue;
    for (const char* base : {"nanosleep", "activemask", "isspacep", "cvta", "prefetch", "bar", "elect", "ret",
                             "exit", "trap", "brkpt", "fence", "membar", "cp.", "fns"})
      if (pattern.starts_with(base)) goto next;
    for (const auto& [opcode, modifiers] : gpu_emulator::ptx::spellings(pattern)) {
      if (atomic && is_variant(opcode)) continue;
      if (!seen.insert(opcode).second) continue;
      Case made;
      Writer writer(form, opcode);
      if (!(atomic ? writer.write_atomic(made) : writer.write(made))) continue;
      if (opcode.find(".approx") != std::string::npos || opcode.starts_with("div.full"))
        made.tolerance = Tolerance::approximate;
      cases.push_back(std::move(made));
    }
  next:;
  }
  return cases;
}

std::string module_text(const std::vector<Case>& cases, std::size_t first, std::size_t last) {
  std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n";
  for (std::size_t i = first; i < last; ++i)
    text += ".visible .entry case_" + std::to_string(i) + cases[i].body;
  return text;
}

}  // namespace equality
