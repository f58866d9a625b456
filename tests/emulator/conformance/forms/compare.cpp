// setp and set, with every comparison and boolean combination.

#include "../form.hpp"

namespace conformance {

void add_compare_forms(FormList& forms) {
  forms.group("compare integers");
  forms.add("setp.{eq,ne}.{b16,b32,b64}", "pred=T,T");
  forms.add("setp.{eq,ne,lt,le,gt,ge}.{u16,s16,u32,s32,u64,s64}", "pred=T,T");
  forms.add("setp.{lo,ls,hi,hs}.{u16,u32,u64}", "pred=T,T");
  forms.add("setp.{eq,lt,ge}.{s16,u32,s32,s64} [immediate]", "pred=T", "@ d, a, 31;");
  forms.add("setp.{eq,ne,lt,le,gt,ge}.{and,or,xor}.{u16,s16,u32,s32,u64,s64}", "pred,pred=T,T,pred",
            "@ d|e, a, b, c;");
  forms.add("setp.{lt,ne}.{and,or,xor}.{u32,s32} [negated]", "pred=T,T,pred", "@ d, a, b, !c;");
  forms.add("setp.{eq,lt}.{s32,u64} [both]", "pred,pred=T,T", "@ d|e, a, b;");
  forms.add("set.{eq,ne,lt,le,gt,ge}.{u32,s32}.{u16,s16,u32,s32,u64,s64}", "U=T,T");
  forms.add("set.{lo,ls,hi,hs}.u32.u32", "U=T,T");
  forms.add("set.{eq,lt,ge}.f32.{u32,s32}", "U=T,T");
  forms.add("set.lt.{and,or,xor}.u32.s32", "U=T,T,pred");

  forms.group("compare floating-point");
  forms.add("setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.f32", "pred=T,T");
  forms.add("setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.f64", "pred=T,T");
  forms.add("setp.{lt,neu,gtu,nan}.{and,or,xor}{,.ftz}.f32", "pred,pred=T,T,pred", "@ d|e, a, b, c;");
  forms.add("setp.{eq,ne,le,gt,ge,equ,ltu,leu,geu,num}.{and,or,xor}.f32", "pred,pred=T,T,pred",
            "@ d|e, a, b, c;");
  forms.add("setp.{lt,neu,gtu,nan}.{and,or,xor}.f64", "pred,pred=T,T,pred", "@ d|e, a, b, c;");
  forms.add("setp.{lt,neu}.f32 [immediate]", "pred=T", "@ d, a, 0f3F800000;");
  forms.add("setp.{gt,ltu}.f32 [both]", "pred,pred=T,T", "@ d|e, a, b;");
  forms.add("set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.{u32,s32,f32}.f32", "U=T,T");
  forms.add("set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{u32,f32}.f64", "U=T,T");
  forms.add("set.{lt,geu}.{and,or,xor}.u32.f32", "U=T,T,pred");

  forms.group("compare halves");
  forms.add("setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.f16", "pred=T,T");
  forms.add("setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.bf16", "pred=T,T");
  forms.add("setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{f16x2,bf16x2}", "pred,pred=T,T",
            "@ d|e, a, b;");
  forms.add("setp.{lt,neu}.{and,or,xor}.f16", "pred=T,T,pred");
  forms.add(
      "set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.{f16.f16,f16x2.f16x2,u32.f16,u16.f16}",
      "U=T,T");
  forms.add(
      "set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.{bf16.bf16,bf16x2.bf16x2,u32.bf16,u16.bf16}",
      "U=T,T");
  forms.add("set.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.u32.{f16x2,bf16x2}", "U=T,T");
}

}  // namespace conformance
