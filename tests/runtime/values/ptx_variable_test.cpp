#include <gtest/gtest.h>

#include <gpu/detail/ptx_variable.hpp>

namespace {

using gpu::detail::ptx_variable_bytes;

constexpr const char* text = R"(
.version 9.0
.target sm_75
.visible .global .align 4 .u32 counter;
.visible .const .align 16 .b8 coefficients[256];
.global .align 8 .f64 start = 0d3FF0000000000000;
.visible .global .attribute(.managed) .align 4 .u32 managed = 7;
.global .attribute(.managed) .align 4 .b8 matrix[4][8];
.extern .global .align 4 .u32 unbounded[];
.const .align 8 .u64 pointer = generic(counter);
.global .align 2 .u16
  broken_over_lines[3] = {1, 2, 3};
.global .align 4 .u32 _ZN41_INTERNAL_4b39fa70_10_symbols_cu_14af3b7e5ticksE;
.visible .entry k(.param .u64 .ptr .global .align 4 k_param_0)
{
  .shared .align 4 .b8 tile[64];
  ld.global.u32 %r1, [counter];
  st.global.u32 [%rd1], %r1;
}
.const .b8 last[5])";

TEST(PtxVariable, HasTheSizeOfItsDeclaration) {
  EXPECT_EQ(ptx_variable_bytes(text, "counter"), 4U);
  EXPECT_EQ(ptx_variable_bytes(text, "coefficients"), 256U);
  EXPECT_EQ(ptx_variable_bytes(text, "start"), 8U);
  EXPECT_EQ(ptx_variable_bytes(text, "managed"), 4U);
  EXPECT_EQ(ptx_variable_bytes(text, "matrix"), 32U);
  EXPECT_EQ(ptx_variable_bytes(text, "pointer"), 8U);
  EXPECT_EQ(ptx_variable_bytes(text, "broken_over_lines"), 6U);
  EXPECT_EQ(ptx_variable_bytes(text, "last"), 5U);
}

TEST(PtxVariable, IsFoundByAnotherHash) {
  EXPECT_EQ(ptx_variable_bytes(text, "_ZN41_INTERNAL_00112233_10_symbols_cu_deadbeef5ticksE"), 4U);
  EXPECT_EQ(ptx_variable_bytes(text, "_ZN41_INTERNAL_00112233_10_symbols_cu_deadbeef5tocksE"), 0U);
}

TEST(PtxVariable, HasNoSizeWhereNoneIsSaid) {
  EXPECT_EQ(ptx_variable_bytes(text, "unbounded"), 0U);
  EXPECT_EQ(ptx_variable_bytes(text, "tile"), 0U) << "shared memory is no variable of the host";
  EXPECT_EQ(ptx_variable_bytes(text, "k_param_0"), 0U);
  EXPECT_EQ(ptx_variable_bytes(text, "count"), 0U);
  for (const char* cut : {"", ".", ".global", ".global ", ".global .align", ".const .attribute(",
                          ".global .u32", ".global .u32 a[", ".global .u32 a[4"})
    EXPECT_EQ(ptx_variable_bytes(cut, "b"), 0U) << cut;
}

}  // namespace
