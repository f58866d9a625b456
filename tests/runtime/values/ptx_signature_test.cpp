#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include <gpu/detail/image_file.hpp>
#include <gpu/detail/ptx_signature.hpp>

namespace {

using gpu::detail::find_ptx_entry;

std::string signature(const char* text, const char* name) {
  const gpu::detail::PtxEntry entry = find_ptx_entry(text, name);
  return entry.found ? entry.signature.c_str() : "not found";
}

constexpr const char* text = R"(
.version 9.0
	// .globl	scale
.visible .entry scale(
	.param .u64 .ptr .align 1 scale_param_0,
	.param .u64 scale_param_1,
	.param .u32 scale_param_2
)
.maxntid 256, 1, 1
{ ret; }
.visible .entry scale_all(.param .align 8 .b8 scale_all_param_0[16], .param .f32 scale_all_param_1)
{ ret; }
.visible .entry nothing()
{ ret; }
.entry bare
{ ret; }
.entry _ZN58_INTERNAL_86f6bd5e_10_hidden_cu_4a5b6c7d6hiddenEi(.param .u32 a)
{ ret; }
)";

TEST(PtxSignature, ShowsTypesWithoutNames) {
  EXPECT_EQ(signature(text, "scale"), "(.u64 .align 1, .u64, .u32)");
  EXPECT_EQ(signature(text, "scale_all"), "(.align 8 .b8[16], .f32)");
  EXPECT_EQ(signature(text, "nothing"), "()");
  EXPECT_EQ(signature(text, "bare"), "()");
}

TEST(PtxSignature, FindsWholeNamesOnly) {
  EXPECT_EQ(signature(text, "scal"), "not found");
  EXPECT_EQ(signature(text, "all"), "not found");
  EXPECT_EQ(signature("", "scale"), "not found");
  EXPECT_EQ(signature(".entry", "scale"), "not found");
}

TEST(PtxSignature, FindsKernelsWhoseHashDiffers) {
  const gpu::detail::PtxEntry entry =
      find_ptx_entry(text, "_ZN58_INTERNAL_0011223344_10_hidden_cu_deadbeef6hiddenEi");
  ASSERT_TRUE(entry.found);
  EXPECT_STREQ(entry.name.c_str(), "_ZN58_INTERNAL_86f6bd5e_10_hidden_cu_4a5b6c7d6hiddenEi");
  EXPECT_FALSE(find_ptx_entry(text, "_ZN58_INTERNAL_86f6bd5e_10_hidden_cu_4a5b6c7d6hiddenEf").found);
}

TEST(PtxSignature, PrefersTheExactName) {
  const char* const two = ".entry a_00000001() {} .entry a_00000002(.param .u32 x) {}";
  EXPECT_EQ(signature(two, "a_00000002"), "(.u32)");
  EXPECT_EQ(signature(two, "a_00000001"), "()");
}

TEST(PtxSignature, FindsVariablesWhoseHashDiffers) {
  const char* const image =
      ".global .align 4 .u32 _ZN30_INTERNAL_0a1b2c3d_4_a_cu_77777777counterE;\n.const .f32 plain[4];";
  const auto find = [&](const char* name) {
    return std::string(gpu::detail::find_ptx_name(image, name).c_str());
  };
  EXPECT_EQ(find("_ZN30_INTERNAL_ffffffff_4_a_cu_88888888counterE"),
            "_ZN30_INTERNAL_0a1b2c3d_4_a_cu_77777777counterE");
  EXPECT_EQ(find("plain"), "plain");
  EXPECT_EQ(find("plai"), "");
  EXPECT_EQ(find("counter"), "");
}

TEST(PtxSignature, SurvivesTruncatedText) {
  const std::string whole = text;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    static_cast<void>(find_ptx_entry(whole.substr(0, size).c_str(), "scale_all"));
    static_cast<void>(gpu::detail::find_ptx_name(whole.substr(0, size).c_str(), "scale_all"));
  }
}

/// An uncompressed fatbin of `size` bytes without entries, as fatbinary's header describes it, then `behind`.
std::string fatbin(std::size_t size, const std::string& behind) {
  std::string bytes("\x50\xed\x55\xba\x01\x00\x10\x00", 8);
  const std::uint64_t length = size;
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  return bytes + std::string(size, '\1') + behind;
}

const char* signatures_of(const std::string& bytes) {
  return gpu::detail::signatures_of({"file", bytes.data(), bytes.size()});
}

TEST(SignaturesOf, StandBehindAFatbin) {
  const std::string image = fatbin(40, "\n.entry k(.param .u64 p0)\n");
  EXPECT_STREQ(gpu::detail::find_ptx_entry(signatures_of(image), "k").signature.c_str(), "(.u64)");
}

TEST(SignaturesOf, AreATextOfPtxItself) {
  const std::string image = ".version 9.0\n";
  EXPECT_EQ(signatures_of(image), image.data());
}

TEST(SignaturesOf, AreMissingWhereAFileIsCutShortOrSomethingElse) {
  const std::string whole = fatbin(40, "");
  for (std::size_t size = 1; size <= whole.size(); ++size)
    EXPECT_EQ(signatures_of(whole.substr(0, size)), nullptr);
  EXPECT_EQ(signatures_of(std::string("\x7f") + "ELF and what follows it"), nullptr);
}

TEST(NewEntries, AreThoseThatTheOtherTextLacks) {
  const gpu::detail::Text entries =
      gpu::detail::new_entries(".entry a(.param .u64 x)\n.entry b()\n.entry c\n", ".entry b(.param .f32 y)");
  EXPECT_EQ(std::string(entries.c_str()), "\n  a (.u64)\n  c ()");
}

}  // namespace
