#include "module_text.hpp"

#include <sstream>

namespace conformance {
namespace {

/// Registers of one operand and its address.
void declare(std::ostream& text, Kind kind, char name) {
  const unsigned bits = info(kind).register_bits;
  text << "  .reg .b64 p" << name << ";\n";
  if (bits == 1) {
    text << "  .reg .pred " << name << ";\n";
  } else if (bits != 0) {
    text << "  .reg .b" << bits << " " << name << ";\n";
  }
}

void address(std::ostream& text, Kind kind, char name, const std::string& kernel) {
  text << "  ld.param.u64 p" << name << ", [" << kernel << "_" << name << "];\n"
       << "  cvta.to.global.u64 p" << name << ", p" << name << ";\n"
       << "  mad.wide.u32 p" << name << ", i, " << info(kind).bytes << ", p" << name << ";\n";
}

void load(std::ostream& text, Kind kind, char name) {
  const KindInfo& kind_info = info(kind);
  if (kind_info.register_bits == 1) {
    text << "  ld.global.u8 byte, [p" << name << "];\n  setp.ne.u16 " << name << ", byte, 0;\n";
  } else if (kind_info.register_bits != 0) {
    text << "  ld.global." << (kind_info.bytes == 1 ? "u" : "b") << 8 * kind_info.bytes << " " << name
         << ", [p" << name << "];\n";
  }
}

void store(std::ostream& text, Kind kind, char name) {
  const KindInfo& kind_info = info(kind);
  if (kind_info.register_bits == 1) {
    text << "  selp.u16 byte, 1, 0, " << name << ";\n  st.global.u8 [p" << name << "], byte;\n";
  } else if (kind_info.register_bits != 0) {
    text << "  st.global." << (kind_info.bytes == 1 ? "u" : "b") << 8 * kind_info.bytes << " [p" << name
         << "], " << name << ";\n";
  }
}

void thread_index(std::ostream& text, Shape shape) {
  text << "  mov.u32 t, %tid.x;\n  mov.u32 i, %ctaid.x;\n";
  if (shape == Shape::box) {
    text << "  .reg .b32 row;\n  mov.u32 row, %tid.y;\n  mad.lo.u32 t, row, 8, t;\n"
         << "  mov.u32 row, %tid.z;\n  mad.lo.u32 t, row, 64, t;\n";
  }
  text << "  mad.lo.u32 i, i, " << block_threads << ", t;\n";
}

constexpr unsigned mask_factor = 0x9e3779b1;  // spreads the index over all bits; the top one decides

void skip_if_masked_out(std::ostream& text, const Form& form, const std::string& kernel) {
  text << "  .reg .b32 spread;\n  .reg .pred masked_out;\n";
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    const unsigned bits = info(form.outputs[k]).register_bits;
    const char name = output_registers[k];
    if (bits == 1) {
      text << "  setp.ne.u32 " << name << ", 0, 0;\n";
    } else {
      text << "  mov.b" << bits << " " << name << ", 0;\n";
    }
  }
  text << "  mul.lo.u32 spread, i, " << mask_factor << ";\n  setp.lt.s32 masked_out, spread, 0;\n"
       << "  @masked_out bra " << kernel << "_end;\n";
}

void kernel_text(std::ostream& text, const Form& form, const std::string& kernel, bool masked) {
  text << "\n// " << form.name << "\n" << form.declarations;
  text << ".visible .entry " << kernel << "(";
  std::string separator = "\n  ";
  for (std::size_t k = 0; k < form.inputs.size() + form.outputs.size(); ++k) {
    const char name = k < form.inputs.size() ? input_registers[k] : output_registers[k - form.inputs.size()];
    text << separator << ".param .u64 " << kernel << "_" << name;
    separator = ",\n  ";
  }
  text << ")\n{\n  .reg .b32 i, t;\n  .reg .b16 byte;\n";
  for (std::size_t k = 0; k < form.inputs.size(); ++k) {
    declare(text, form.inputs[k], input_registers[k]);
  }
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    declare(text, form.outputs[k], output_registers[k]);
  }
  thread_index(text, form.shape);
  for (std::size_t k = 0; k < form.inputs.size(); ++k) {
    address(text, form.inputs[k], input_registers[k], kernel);
    load(text, form.inputs[k], input_registers[k]);
  }
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    address(text, form.outputs[k], output_registers[k], kernel);
  }
  if (masked) {
    skip_if_masked_out(text, form, kernel);
  }
  text << "  " << form.body << "\n";
  if (masked) {
    text << kernel << "_end:\n";
  }
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    store(text, form.outputs[k], output_registers[k]);
  }
  text << "  ret;\n}\n";
}

}  // namespace

bool is_masked_out(unsigned index) { return index * mask_factor >> 31 != 0; }

bool can_be_masked(const Form& form) {
  for (const Kind kind : form.outputs) {
    if (info(kind).register_bits == 0) {
      return false;
    }
  }
  for (const std::string_view meeting :
       {"bar.", "barrier.", ".sync", "activemask", "atomic, contended", "exit"}) {
    if ((form.name + form.group + form.body).find(meeting) != std::string::npos) {
      return false;
    }
  }
  return true;
}

std::string kernel_name(std::size_t index) { return "form_" + std::to_string(index); }

std::string module_text(std::span<const std::size_t> indices, const PtxTarget& target) {
  std::ostringstream text;
  text << ".version " << target.version << "\n.target " << target.architecture << "\n.address_size 64\n";
  for (const std::size_t index : indices) {
    kernel_text(text, all_forms()[index], kernel_name(index), target.masked);
  }
  return text.str();
}

}  // namespace conformance
