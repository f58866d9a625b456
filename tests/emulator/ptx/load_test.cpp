/// What load() makes of PTX texts: facts of entries and variables, errors with their lines.

#include "ptx/forms.hpp"
#include "ptx/module.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace gpu_emulator {
namespace {

constexpr char head[] = ".version 8.0\n.target sm_75\n.address_size 64\n";

std::shared_ptr<const Module> good(const std::string& text, const LoadOptions& options = {}) {
  LoadResult result = load(head + text, options);
  if (const LoadError* error = std::get_if<LoadError>(&result)) {
    ADD_FAILURE() << error->log;
    return nullptr;
  }
  return std::get<0>(result);
}

LoadError bad(const std::string& text) {
  LoadResult result = load(text);
  const LoadError* error = std::get_if<LoadError>(&result);
  if (error == nullptr) {
    ADD_FAILURE() << "this loads:\n" << text;
    return {};
  }
  return *error;
}

using Kind = LoadError::Kind;

TEST(Load, EntriesAndTheirParameters) {
  const auto module = good(
      ".visible .entry a(.param .u64 p, .param .u8 q, .param .align 16 .b8 s[20], .param .f32 f)\n.maxntid "
      "128, 2, 1\n.minnctapersm 3\n{\n\t.shared .align 8 .b8 t[24];\n"
      "\t.reg .b32 %r;\n\tmov.u32 %r, t;\n\tret;\n}\n.entry b() .reqntid 32 { ret; }\n.func c() { ret; }\n");
  ASSERT_NE(module, nullptr);
  ASSERT_EQ(module->entries().size(), 2u);
  const Entry& a = *module->find_entry("a");
  ASSERT_EQ(a.parameters.size(), 4u);
  EXPECT_EQ(a.parameters[1].offset, 8u);
  EXPECT_EQ(a.parameters[2].offset, 16u);
  EXPECT_EQ(a.parameters[2].size, 20u);
  EXPECT_EQ(a.parameters[3].offset, 36u);
  EXPECT_EQ(a.parameter_bytes, 40u);
  EXPECT_EQ(a.max_block, (std::array<std::uint32_t, 3>{128, 2, 1}));
  EXPECT_EQ(a.min_blocks, 3u);
  EXPECT_EQ(a.static_shared, 24u);
  EXPECT_FALSE(a.uses_dynamic_shared);
  EXPECT_EQ(module->find_entry("b")->required_block, (std::array<std::uint32_t, 3>{32, 1, 1}));
  EXPECT_EQ(module->find_entry("c"), nullptr);
  EXPECT_TRUE(module->is_device_function("c"));
  EXPECT_FALSE(module->is_device_function("a"));
  EXPECT_EQ(module->ptx_version(), 80u);
  EXPECT_EQ(module->target(), 75u);
}

TEST(Load, SharedAndLocalMemoryOfCalledFunctionsCount) {
  const auto module = good(
      ".extern .shared .align 16 .b8 pool[];\n.shared .align 4 .b8 common[100];\n.func f() { .local .b8 "
      "l[64]; .reg .b32 %r; mov.u32 %r, common; mov.u32 %r, pool; ret; }\n"
      ".entry uses() { .local .b8 l[32]; call f, (); ret; }\n.entry plain() { ret; }\n");
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->find_entry("uses")->static_shared, 100u);
  EXPECT_TRUE(module->find_entry("uses")->uses_dynamic_shared);
  EXPECT_EQ(module->find_entry("uses")->local_bytes, 96u);
  EXPECT_EQ(module->find_entry("plain")->static_shared, 0u);
  EXPECT_FALSE(module->find_entry("plain")->uses_dynamic_shared);
}

TEST(Load, VariablesHoldTheirInitialisers) {
  const auto module = good(
      ".global .align 4 .u32 counter = 5;\n.const .align 8 .f64 pi = 0d400921FB54442D18;\n.global .align 2 "
      ".b16 table[2][3] = {{1, 2, 3}, {4, 5, 0x10}};\n"
      ".global .align 8 .u64 address = generic(table)+6;\n.global .attribute(.managed) .align 4 .u32 "
      "shared_with_host = 0b101;\n.global .align 1 .b8 bytes[8] = {0xFF(table), 0xFF00(table)};\n"
      ".global .align 4 .f32 single = 0.5;\n");
  ASSERT_NE(module, nullptr);
  const auto value = [&]<class T>(const char* name, T) {
    T result;
    std::memcpy(&result, reinterpret_cast<const void*>(module->find_variable(name)->address), sizeof result);
    return result;
  };
  EXPECT_EQ(value("counter", 0u), 5u);
  EXPECT_EQ(value("pi", 0.0), 3.141592653589793);
  EXPECT_TRUE(module->find_variable("pi")->constant);
  EXPECT_EQ(module->find_variable("table")->size, 12u);
  const Address table = module->find_variable("table")->address;
  EXPECT_EQ(value("address", std::uint64_t{0}), table + 6);
  EXPECT_EQ(*reinterpret_cast<const std::uint16_t*>(table + 10), 16u);
  EXPECT_TRUE(module->find_variable("shared_with_host")->managed);
  EXPECT_EQ(value("shared_with_host", 0u), 5u);
  EXPECT_EQ(value("bytes", std::uint16_t{0}), table & 0xffff);
  EXPECT_EQ(value("single", 0.0f), 0.5f);
}

TEST(Load, VariablesLeaveTheMemoryTableWithTheirModule) {
  Address address = 0;
  {
    const auto module = good(".global .u32 x;\n");
    address = module->find_variable("x")->address;
    EXPECT_FALSE(MemoryTable::process().find(address)->freed);
  }
  EXPECT_TRUE(MemoryTable::process().find(address)->freed);
}

/// Refused as what is not there, not as broken text.
TEST(Load, WhatIsNotThereIsNamedWithItsLine) {
  const std::pair<const char*, const char*> bodies[] = {
      {"tex.1d.v4.f32.s32 {%f, %f, %f, %f}, [%rd, {%r}];", "'tex.1d.v4.f32.s32'"},
      {"sust.b.2d.b32.zero [%rd, {%r, %r}], {%r};", "'sust.b.2d.b32.zero'"},
      {"cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r], [%rd, {%r}], "
       "[%r];",
       "'cp.async.bulk.tensor.1d"},
      {"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r, %r}, {%r, %r}, {%r}, {%r, %r};",
       "'mma.sync.aligned"},
      {"barrier.cluster.arrive;", "'barrier.cluster.arrive'"},
      {"{ .param .b64 a; .param .b64 r; call (r), malloc, (a); }", "malloc in device code is not supported"},
      {"{ .param .b32 a; .param .b64 r; call (r), __cudaCDP2GetParameterBufferV2, (a); }",
       "dynamic parallelism is not supported"},
  };
  for (const auto& [body, words] : bodies) {
    const LoadError error =
        bad(std::string(head) +
            ".extern .func (.param .b64 r) malloc(.param .b64 a);\n.extern .func (.param .b64 r) "
            "__cudaCDP2GetParameterBufferV2(.param .b32 a);\n.entry k() {\n.reg .f32 %f; .reg .b32 %r; "
            ".reg .b64 %rd;\n" +
            body + "\nret; }\n");
    EXPECT_EQ(int(error.kind), int(Kind::unsupported_instruction)) << error.log;
    EXPECT_EQ(error.line, 8u) << error.log;
    EXPECT_NE(error.log.find(words), std::string::npos) << error.log;
  }
}

TEST(Load, RefusesWithTheLine) {
  const auto expect = [](const LoadError& error, Kind kind, unsigned line, const char* words) {
    EXPECT_EQ(int(error.kind), int(kind)) << error.log;
    EXPECT_EQ(error.line, line) << error.log;
    EXPECT_NE(error.log.find(words), std::string::npos) << error.log;
  };
  const std::string start = head;
  expect(bad("hello"), Kind::invalid_image, 1, "does not start with .version");
  expect(bad(""), Kind::invalid_image, 1, "");
  expect(bad(".version 99.0\n.target sm_75\n"), Kind::unsupported_version, 1, "99.0");
  expect(bad(".version 8.0\n.target sm_999\n"), Kind::invalid_ptx, 2, "sm_999");
  expect(bad(".version 8.0\n.target sm_120\n.address_size 64\n.entry k() { ret; }"), Kind::no_binary_for_gpu,
         1, "sm_120");
  expect(bad(start + ".entry k() {\n\tfrobnicate.u32 %r1;\n}"), Kind::invalid_ptx, 5, "frobnicate");
  expect(bad(start + ".entry k() {\n\t.reg .b32 %r<3>;\n\tadd.u33 %r1, %r2, 1;\n}"), Kind::invalid_ptx, 6,
         ".u33");
  expect(bad(start + ".entry k() {\n\t.reg .b32 %r<3>;\n\tadd.u32 %r1, %r7, 1;\n}"), Kind::invalid_ptx, 6,
         "%r7");
  expect(bad(start + ".entry k() {\n\t.reg .b32 %r<3>;\n\tadd.u64 %r1, %r2, 1;\n}"), Kind::invalid_ptx, 6,
         "64 bits expected");
  expect(bad(start + ".entry k() {\n\tbra NOWHERE;\n}"), Kind::invalid_ptx, 5, "NOWHERE");
  expect(bad(start + ".entry k() { ret; }\n.entry k() { ret; }"), Kind::invalid_ptx, 5, "second time");
  expect(bad(start + ".entry k() {\n\tret;"), Kind::invalid_ptx, 5, "no closing '}'");
  expect(bad(start + ".entry k() {\n\t.reg .b32 %r<9>;\n\tmma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
                     "{%r1,%r2,%r3,%r4},{%r5,%r6},{%r7},{%r1,%r2,%r3,%r4};\n}"),
         Kind::unsupported_instruction, 6, "mma");
  expect(bad(start + ".extern .func g();\n.entry k() {\n\tcall g, ();\n}"), Kind::invalid_ptx, 6,
         "defined nowhere");
  expect(bad(start + ".entry k() {\n\tld.param.u32 %r1, [x];\n}"), Kind::invalid_ptx, 5, "");
}

TEST(Load, CollectsSeveralErrors) {
  const LoadError error = bad(std::string(head) + ".entry k() {\n\tfoo.u32 a;\n\tbar.baz 0;\n\tret;\n}");
  EXPECT_NE(error.log.find("line 5"), std::string::npos);
  EXPECT_NE(error.log.find("line 6"), std::string::npos);
}

TEST(Load, LinksTexts) {
  const std::string a =
      std::string(head) +
      ".extern .func (.param .b32 r) helper();\n.extern .global .u32 shared_counter;\n.visible .entry k() { "
      ".reg .b32 %r; { .param .b32 v; call.uni (v), helper, (); ld.param.b32 %r, [v]; } "
      "st.global.u32 [shared_counter], %r; ret; }\n";
  const std::string b = std::string(head) +
                        ".visible .global .u32 shared_counter = 1;\n.visible .func (.param .b32 r) helper() "
                        "{ st.param.b32 [r], 3; ret; }\n";
  const std::string_view texts[] = {a, b};
  LoadResult result = load(std::span(texts));
  ASSERT_TRUE(std::holds_alternative<std::shared_ptr<const Module>>(result))
      << std::get<LoadError>(result).log;
  const LoadError alone = bad(a);
  EXPECT_NE(alone.log.find("defined nowhere"), std::string::npos);
}

TEST(Load, ANulEndsTheText) {
  std::string text = std::string(head) + ".entry k() { ret; }";
  text += '\0';
  text += "garbage";
  EXPECT_TRUE(std::holds_alternative<std::shared_ptr<const Module>>(load(text)));
}

TEST(Forms, PatternsMatchWhatTheySpell) {
  const exec::FormTable& table = exec::form_table();
  for (unsigned i = 0; i < table.count; ++i) {
    const std::string pattern = table.forms[i].pattern;
    if (pattern.starts_with("ld") || pattern.starts_with("st") || pattern.starts_with("atom") ||
        pattern.starts_with("red"))
      continue;  // thousands each
    for (const ptx::Spelling& spelling : ptx::spellings(pattern)) {
      const ptx::Match match = ptx::find_form(spelling.opcode);
      ASSERT_NE(match.form, nullptr) << spelling.opcode;
      if (match.form == &table.forms[i])
        EXPECT_EQ(match.modifiers, spelling.modifiers) << spelling.opcode;
      else
        ADD_FAILURE() << spelling.opcode << " stands in two rows: " << pattern << " and "
                      << match.form->pattern;
    }
  }
}

TEST(Forms, MemoryModifiersInAnyOrder) {
  ASSERT_NE(ptx::find_form("atom.add.release.gpu.u32").form, nullptr);
  EXPECT_EQ(ptx::find_form("atom.add.release.gpu.u32").form, ptx::find_form("atom.release.gpu.add.u32").form);
}

}  // namespace
}  // namespace gpu_emulator
