#pragma once

#include <string>

namespace driver_test {

/// A module with what the rows need: plain, faulting and limited kernels, a variable, a device function.
inline const char* const kernels_ptx = R"(.version 7.0
.target sm_70
.address_size 64

.visible .global .align 4 .u32 counter = 7;
.visible .const .align 4 .u32 table[4] = {1, 2, 3, 4};

.visible .func (.param .b32 result) helper(.param .b32 given)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [given];
  add.u32 %r2, %r1, 1;
  st.param.b32 [result], %r2;
  ret;
}

.visible .entry noop()
{
  ret;
}

.visible .entry store(.param .u64 out, .param .u32 value)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [value];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], %r1;
  ret;
}

.visible .entry increment(.param .u64 out, .param .u32 times)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [times];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r2, 0;
LOOP:
  ld.volatile.global.u32 %r3, [%rd2];
  add.u32 %r3, %r3, 1;
  st.volatile.global.u32 [%rd2], %r3;
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p1, %r2, %r1;
  @%p1 bra LOOP;
  ret;
}

.visible .entry store_pair(.param .u64 out)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, 1;
  mov.u32 %r2, 2;
  st.global.v2.u32 [%rd2], {%r1, %r2};
  ret;
}

.visible .entry store_shared(.param .u32 offset)
{
  .reg .b32 %r<3>;
  .shared .align 4 .b8 tile[64];
  ld.param.u32 %r1, [offset];
  mov.u32 %r2, tile;
  add.u32 %r2, %r2, %r1;
  st.shared.u32 [%r2], %r1;
  ret;
}

.visible .entry stop()
{
  trap;
  ret;
}

.visible .entry limited() .maxntid 128, 1, 1
{
  ret;
}

.visible .entry exact() .reqntid 64, 1, 1
{
  ret;
}

.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 text_condition[11] = {118, 97, 108, 117, 101, 32, 61, 61, 32, 49, 0};
.global .align 1 .b8 text_file[6] = {97, 46, 99, 117, 0, 0};
.global .align 1 .b8 text_function[6] = {99, 104, 101, 99, 107, 0};

.visible .entry check(.param .u32 value)
{
  .reg .pred %p<2>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<7>;
  ld.param.u32 %r1, [value];
  setp.eq.s32 %p1, %r1, 1;
  @%p1 bra DONE;
  mov.u64 %rd1, text_condition;
  cvta.global.u64 %rd2, %rd1;
  mov.u64 %rd3, text_file;
  cvta.global.u64 %rd4, %rd3;
  mov.u64 %rd5, text_function;
  cvta.global.u64 %rd6, %rd5;
  {
    .param .b64 param0;
    st.param.b64 [param0+0], %rd2;
    .param .b64 param1;
    st.param.b64 [param1+0], %rd4;
    .param .b32 param2;
    st.param.b32 [param2+0], 2;
    .param .b64 param3;
    st.param.b64 [param3+0], %rd6;
    .param .b64 param4;
    st.param.b64 [param4+0], 1;
    call.uni __assertfail, (param0, param1, param2, param3, param4);
  }
DONE:
  ret;
}

// The head of a grid-wide synchronisation: without a cooperative launch there is no workspace to meet in.
.visible .entry meet()
{
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  mov.u32 %r1, %envreg1;
  mov.u32 %r2, %envreg2;
  or.b32 %r3, %r1, %r2;
  setp.ne.u32 %p1, %r3, 0;
  @%p1 bra MET;
  trap;
MET:
  ret;
}

.visible .entry shared_half()
{
  .reg .b32 %r<2>;
  .shared .align 4 .b8 tile[32768];
  mov.u32 %r1, 5;
  st.shared.u32 [tile], %r1;
  ret;
}
)";

}  // namespace driver_test
