// Integer arithmetic, with carry chains and dot products.

#include "../form.hpp"

namespace conformance {

void add_integer_forms(FormList& forms) {
  forms.group("integer");
  forms.add("{add,sub,mul.lo,mul.hi,min,max}.{u16,s16,u32,s32,u64,s64}", "T=T,T");
  forms.add("sad.{u16,s16,u32,s32,u64,s64}", "T=T,T,T");
  forms.add("{add,sub}.sat.s32", "T=T,T");
  forms.add("{add,min,max}.{u16x2,s16x2}", "T=T,T");
  forms.add("{min,max}.relu.{s16x2,s32}", "T=T,T");
  forms.add("{min,max}.{s16x2,s32}.relu", "T=T,T");
  forms.add("mul.wide.{u16,s16,u32,s32}", "W=T,T");
  forms.add("mad.{lo,hi}.{u16,s16,u32,s32,u64,s64}", "T=T,T,T");
  forms.add("mad.hi.sat.s32", "T=T,T,T");
  forms.add("mad.wide.{u16,s16,u32,s32}", "W=T,T,W");
  forms.add("mul24.{lo,hi}.{u32,s32}", "T=T,T");
  forms.add("mad24.{lo,hi}.{u32,s32}", "T=T,T,T");
  forms.add("mad24.hi.sat.s32", "T=T,T,T");
  forms.add("{abs,neg}.{s16,s32,s64}", "T=T");
  forms.add("{div,rem}.{u16,s16,u32,s32,u64,s64}", "T=T,T",
            "{ .reg .pred p; setp.eq.$T p, b, 0; selp.$B b, 7, b, p; } @ d, a, b;");
  forms.add("dp4a.{u32,s32}.{u32,s32}", "b32=b32,b32,b32");
  forms.add("dp2a.{lo,hi}.{u32,s32}.{u32,s32}", "b32=b32,b32,b32");

  forms.group("integer, four bytes at once");
  forms.add("vabsdiff4.u32.u32.u32{,.add}", "b32=b32,b32,b32");

  forms.group("integer, immediate operand");
  forms.add("{add,sub,mul.lo,mul.hi,min,max}.{u16,s16,u32,s32,u64,s64} [immediate]", "T=T", "@ d, a, 77;");
  forms.add("{add,mul.lo,min,max}.{s16,s32,s64} [negative immediate]", "T=T", "@ d, a, -77;");
  forms.add("{div,rem}.{u16,s16,u32,s32,u64,s64} [immediate]", "T=T", "@ d, a, 10;");
  forms.add("mul.wide.{u16,s16,u32,s32} [immediate]", "W=T", "@ d, a, 20;");
  forms.add("mad.lo.{u32,s32,u64,s64} [immediate]", "T=T,T", "@ d, a, 48, b;");
  forms.add("sub.{u32,s64} [immediate first]", "T=T", "@ d, 1, a;");

  forms.group("carry");
  // The last output is the carry (or borrow) that the instruction left; the third (fourth) input gives the
  // carry that it takes.
  forms.add("add.cc.{u32,s32,u64,s64}", "T,b32=T,T", "@ d, a, b; addc.u32 e, 0, 0;");
  forms.add("sub.cc.{u32,s32,u64,s64}", "T,b32=T,T", "@ d, a, b; subc.u32 e, 0, 0;");
  // What compilers do in 128-bit division: no borrow is a carry.
  forms.add("sub.cc.{u32,s32,u64,s64} [then addc]", "T,b32=T,T", "@ d, a, b; addc.u32 e, 0, 0;");
  forms.add("subc.cc.{u32,u64} [then addc]", "T,b32=T,T,pred",
            "{ .reg .b32 q; selp.u32 q, 1, 0, c; sub.cc.u32 q, 0, q; } @ d, a, b; addc.u32 e, 0, 0;");
  forms.add("add.cc.{u32,u64} [then subc]", "T,b32=T,T", "@ d, a, b; subc.u32 e, 0, 0;");
  forms.add("addc.{u32,s32,u64,s64}", "T=T,T,pred",
            "{ .reg .b32 q; selp.u32 q, 1, 0, c; add.cc.u32 q, q, 0xffffffff; } @ d, a, b;");
  forms.add(
      "addc.cc.{u32,s32,u64,s64}", "T,b32=T,T,pred",
      "{ .reg .b32 q; selp.u32 q, 1, 0, c; add.cc.u32 q, q, 0xffffffff; } @ d, a, b; addc.u32 e, 0, 0;");
  forms.add("subc.{u32,s32,u64,s64}", "T=T,T,pred",
            "{ .reg .b32 q; selp.u32 q, 1, 0, c; sub.cc.u32 q, 0, q; } @ d, a, b;");
  forms.add("subc.cc.{u32,s32,u64,s64}", "T,b32=T,T,pred",
            "{ .reg .b32 q; selp.u32 q, 1, 0, c; sub.cc.u32 q, 0, q; } @ d, a, b; subc.u32 e, 0, 0;");
  forms.add("mad.{lo,hi}.cc.{u32,s32,u64,s64}", "T,b32=T,T,T", "@ d, a, b, c; addc.u32 e, 0, 0;");
  forms.add("madc.{lo,hi}.{u32,s32,u64,s64}", "T=T,T,T,pred",
            "{ .reg .b32 q; selp.u32 q, 1, 0, x; add.cc.u32 q, q, 0xffffffff; } @ d, a, b, c;");
  forms.add("madc.{lo,hi}.cc.{u32,s32,u64,s64}", "T,b32=T,T,T,pred",
            "{ .reg .b32 q; selp.u32 q, 1, 0, x; add.cc.u32 q, q, 0xffffffff; } @ d, a, b, c; "
            "addc.u32 e, 0, 0;");
}

}  // namespace conformance
