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

void kernel_text(std::ostream& text, const Form& form, const std::string& kernel) {
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
  text << "  " << form.body << "\n";
  for (std::size_t k = 0; k < form.outputs.size(); ++k) {
    store(text, form.outputs[k], output_registers[k]);
  }
  text << "  ret;\n}\n";
}

}  // namespace

std::string kernel_name(std::size_t index) { return "form_" + std::to_string(index); }

std::string module_text(std::span<const std::size_t> indices, const PtxTarget& target) {
  std::ostringstream text;
  text << ".version " << target.version << "\n.target " << target.architecture << "\n.address_size 64\n";
  for (const std::size_t index : indices) {
    kernel_text(text, all_forms()[index], kernel_name(index));
  }
  return text.str();
}

}  // namespace conformance
