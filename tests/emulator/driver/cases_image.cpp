// Rows about images that are refused.
#include "case_tools.hpp"
#include "cases_parts.hpp"

namespace driver_test {
namespace {

const std::string head = ".version 7.0\n.target sm_70\n.address_size 64\n";

int load_result(const std::string& text) {
  CUmodule module = nullptr;
  return CU(cuModuleLoadData)(&module, text.c_str());
}

std::string no_head() {
  make_context();
  return Answers() << load_result("these are words, not PTX") << load_result("")
                   << load_result("\x01\x93\xfe\x17\x80\x22\x05\xc1\x9b")
                   << load_result(".target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n");
}

std::string truncated() {
  make_context();
  return Answers() << load_result(head +
                                  ".visible .entry k(.param .u64 p)\n{\n  .reg .b32 %r<2>;\n  mov.u32 %r1,");
}

std::string bad_instruction() {
  make_context();
  return Answers() << load_result(head + ".visible .entry k()\n{\n  frobnicate.u32;\n  ret;\n}\n");
}

std::string bad_register() {
  make_context();
  return Answers() << load_result(head + ".visible .entry k()\n{\n  mov.u32 %r9, 1;\n  ret;\n}\n");
}

std::string bad_label() {
  make_context();
  return Answers() << load_result(head + ".visible .entry k()\n{\n  bra NOWHERE;\n  ret;\n}\n");
}

std::string bad_type() {
  make_context();
  return Answers() << load_result(head + ".visible .entry k()\n{\n  .reg .q32 %r<2>;\n  ret;\n}\n");
}

std::string duplicate_entry() {
  make_context();
  return Answers() << load_result(head + ".visible .entry k() { ret; }\n.visible .entry k() { ret; }\n");
}

std::string unknown_target() {
  make_context();
  return Answers() << load_result(
             ".version 7.0\n.target sm_999\n.address_size 64\n.visible .entry k() { ret; }\n");
}

std::string newer_version() {
  make_context();
  return Answers() << load_result(
             ".version 99.0\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n");
}

}  // namespace

void add_image_cases(std::vector<Case>& all) {
  all.insert(all.end(), {
                            {"image_words_empty_bytes_no_version", "200 200 200 200", no_head},
                            {"image_truncated", "218", truncated},
                            {"image_bad_instruction", "218", bad_instruction},
                            {"image_bad_register", "218", bad_register},
                            {"image_bad_label", "218", bad_label},
                            {"image_bad_type", "218", bad_type},
                            {"image_duplicate_entry", "218", duplicate_entry},
                            {"image_unknown_target", "218", unknown_target},
                            {"image_newer_version", "222", newer_version},
                        });
}

}  // namespace driver_test
