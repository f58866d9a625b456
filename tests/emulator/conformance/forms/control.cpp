// Branches, calls and their divergence.

#include "../form.hpp"

namespace conformance {

void add_control_forms(FormList& forms) {
  forms.group("branch");
  forms.add("bra [divergent]", "b32=b32,b32",
            "{ .reg .pred p; setp.lt.s32 p, a, b; @p bra $K_less; sub.s32 d, a, b; bra $K_end; $K_less: "
            "sub.s32 d, b, a;"
            " $K_end: }");
  forms.add("bra.uni [loop]", "b32=b32",
            "{ .reg .b32 n; .reg .pred p; mov.u32 n, 0; mov.b32 d, a; $K_loop: mad.lo.u32 d, d, 1664525, "
            "1013904223;"
            " add.u32 n, n, 1; setp.lt.u32 p, n, 10; @p @ $K_loop; }");
  forms.add(
      "bra [loop of a different length in each thread]", "b32,b32=b32",
      "{ .reg .pred p, odd; .reg .b32 low; and.b32 a, a, 0xffff; or.b32 a, a, 1; mov.u32 d, 0; mov.u32 e, a;"
      " $K_loop: setp.eq.u32 p, a, 1; @p bra $K_end; add.u32 d, d, 1; max.u32 e, e, a; and.b32 low, a, 1;"
      " setp.ne.u32 odd, low, 0; @odd bra $K_odd; shr.u32 a, a, 1; bra $K_loop; $K_odd: mad.lo.u32 a, a, 3, "
      "1;"
      " setp.gt.u32 p, d, 200; @p bra $K_end; bra $K_loop; $K_end: }");
  forms.add(
      "bra [nested, with a return inside]", "b32=b32,b32",
      "{ .reg .pred p, q; mov.u32 d, 1; st.global.u32 [pd], d; setp.lt.s32 p, a, 0; setp.lt.s32 q, b, 0; @!p "
      "bra $K_end;"
      " mov.u32 d, 2; @!q bra $K_end; mov.u32 d, 3; st.global.u32 [pd], d; ret; $K_end: add.u32 d, d, 10; }");
  forms.add("exit [predicated]", "b32=pred", "st.global.u32 [pd], 4; @a exit; mov.u32 d, 5;");
  forms.add(
      "brx.idx", "b32=field",
      "{ $K_targets: .branchtargets $K_0, $K_1, $K_2, $K_3; and.b32 a, a, 3; brx.idx a, $K_targets;"
      " $K_0: mov.u32 d, 100; bra $K_end; $K_1: mov.u32 d, 101; bra $K_end; $K_2: mov.u32 d, 102; bra $K_end;"
      " $K_3: mov.u32 d, 103; $K_end: }");

  forms.group("call");
  forms.add(
      "call [direct]", "b32=b32,b32",
      "{ .param .b32 result; .param .b32 first; .param .b64 second; .reg .b64 q; cvt.u64.u32 q, b;"
      " st.param.b32 [first], a; st.param.b64 [second], q; call.uni (result), function_$K, (first, second);"
      " ld.param.b32 d, [result]; }",
      ".func (.param .b32 result) function_$K(.param .b32 first, .param .b64 second)\n{\n  .reg .b32 a, b;\n"
      "  .reg .b64 q;\n  ld.param.u32 a, [first];\n  ld.param.u64 q, [second];\n  cvt.u32.u64 b, q;\n"
      "  mad.lo.u32 a, a, 3, b;\n  st.param.b32 [result], a;\n  ret;\n}\n");
  forms.add("call [registers]", "b32=b32,b64,pred", "{ mov.b32 d, 3; @c call (d), function_$K, (a, b, 9); }",
            ".func (.reg .b32 sum) function_$K(.reg .b32 a, .reg .b64 b, .reg .b32 c)\n{\n"
            "  .reg .b32 q;\n  .reg .pred p;\n  cvt.u32.u64 q, b;\n  mad.lo.u32 sum, a, c, q;\n"
            "  setp.gt.s32 p, a, 0;\n  @p ret;\n  mov.b32 sum, 1;\n  ret;\n}\n");
  forms.add("call [divergent]", "b32=b32,pred",
            "{ .param .b32 result; .param .b32 first; mov.b32 d, 8; @!b bra $K_end; st.param.b32 [first], a;"
            " call (result), function_$K, (first); ld.param.b32 d, [result]; $K_end: }",
            ".func (.param .b32 result) function_$K(.param .b32 first)\n{\n  .reg .b32 a;\n  .reg .pred p;\n"
            "  ld.param.u32 a, [first];\n  setp.gt.s32 p, a, 0;\n  st.param.b32 [result], 1;\n  @p ret;\n"
            "  not.b32 a, a;\n  st.param.b32 [result], a;\n  ret;\n}\n");
  forms.add(
      "call [struct by value]", "b32=b32,b64",
      "{ .param .align 8 .b8 argument[16]; .param .b32 result; st.param.b32 [argument], a; st.param.b64 "
      "[argument+8], b;"
      " call.uni (result), function_$K, (argument); ld.param.b32 d, [result]; }",
      ".func (.param .b32 result) function_$K(.param .align 8 .b8 argument[16])\n{\n  .reg .b32 a, b, c;\n"
      "  .reg .b64 q;\n  ld.param.u32 a, [argument];\n  ld.param.u64 q, [argument+8];\n  mov.b64 {b, c}, q;\n"
      "  add.u32 a, a, b;\n  xor.b32 a, a, c;\n  st.param.b32 [result], a;\n  ret;\n}\n");
  forms.add(
      "call [recursive]", "b32=field",
      "{ .param .b32 result; .param .b32 first; and.b32 a, a, 15; st.param.b32 [first], a;"
      " call.uni (result), function_$K, (first); ld.param.b32 d, [result]; }",
      ".func (.param .b32 result) function_$K(.param .b32 first)\n{\n  .reg .b32 a, b;\n  .reg .pred p;\n"
      "  ld.param.u32 a, [first];\n  setp.lt.u32 p, a, 2;\n  @p bra done;\n  {\n    .param .b32 r;\n    "
      ".param .b32 f;\n"
      "    sub.u32 b, a, 1;\n    st.param.b32 [f], b;\n    call.uni (r), function_$K, (f);\n    ld.param.b32 "
      "b, [r];\n"
      "    mad.lo.u32 a, a, b, 1;\n  }\ndone:\n  st.param.b32 [result], a;\n  ret;\n}\n");
  forms.add(
      "call [indirect]", "b32=b32,pred",
      "{ .param .b32 result; .param .b32 first; .reg .b64 f, g; mov.u64 f, negate_$K; mov.u64 g, double_$K;"
      " selp.b64 f, f, g, b; st.param.b32 [first], a;"
      " $K_prototype: .callprototype (.param .b32 _) _ (.param .b32 _);"
      " call (result), f, (first), $K_prototype; ld.param.b32 d, [result]; }",
      ".func (.param .b32 result) negate_$K(.param .b32 first)\n{\n  .reg .b32 a;\n  ld.param.u32 a, "
      "[first];\n"
      "  neg.s32 a, a;\n  st.param.b32 [result], a;\n  ret;\n}\n"
      ".func (.param .b32 result) double_$K(.param .b32 first)\n{\n  .reg .b32 a;\n  ld.param.u32 a, "
      "[first];\n"
      "  shl.b32 a, a, 1;\n  st.param.b32 [result], a;\n  ret;\n}\n");
  forms.add("call [indirect through a table]", "b32=b32,field",
            "{ .param .b32 result; .param .b32 first; .reg .b64 f, q; and.b32 b, b, 1; mov.u64 q, table_$K;"
            " mad.wide.u32 q, b, 8, q; ld.global.u64 f, [q]; st.param.b32 [first], a;"
            " $K_prototype: .callprototype (.param .b32 _) _ (.param .b32 _);"
            " call (result), f, (first), $K_prototype; ld.param.b32 d, [result]; }",
            ".func (.param .b32 result) negate_$K(.param .b32 first)\n{\n  .reg .b32 a;\n  ld.param.u32 a, "
            "[first];\n"
            "  neg.s32 a, a;\n  st.param.b32 [result], a;\n  ret;\n}\n"
            ".func (.param .b32 result) double_$K(.param .b32 first)\n{\n  .reg .b32 a;\n  ld.param.u32 a, "
            "[first];\n"
            "  shl.b32 a, a, 1;\n  st.param.b32 [result], a;\n  ret;\n}\n"
            ".global .align 8 .u64 table_$K[2] = {negate_$K, double_$K};\n");
}

}  // namespace conformance
