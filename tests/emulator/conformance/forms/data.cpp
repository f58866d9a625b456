// Moves, selections, packing.

#include "../form.hpp"

namespace conformance {

void add_data_forms(FormList& forms) {
  forms.group("move");
  forms.add("mov.{b16,b32,b64,u16,s16,u32,s32,u64,s64,f32,f64}", "T=T");
  forms.add("mov.pred", "pred=pred");
  forms.add("mov.{u16,s32,u64} [immediate]", "T=", "@ d, 29;");
  forms.add("mov.{s16,s32,s64} [negative immediate]", "T=", "@ d, -29;");
  forms.add("mov.f32 [immediate]", "T=", "@ d, 0f3DCCCCCD;");
  forms.add("mov.f64 [immediate]", "T=", "@ d, 0d3FB999999999999A;");
  forms.add("mov.f64 [decimal immediate]", "T=", "@ d, 0.1;");
  forms.add("mov.b32 [pack 2]", "b32=b16,b16", "@ d, {a, b};");
  forms.add("mov.b64 [pack 2]", "b64=b32,b32", "@ d, {a, b};");
  forms.add("mov.b64 [pack 4]", "b64=b16,b16,b16,b16", "@ d, {a, b, c, x};");
  forms.add("mov.b32 [unpack 2]", "b16,b16=b32", "@ {d, e}, a;");
  forms.add("mov.b64 [unpack 2]", "b32,b32=b64", "@ {d, e}, a;");
  forms.add("mov.b64 [unpack 4]", "b16,b16,b16,b16=b64", "@ {d, e, f, g}, a;");
  forms.add("mov.b64 [unpack into a sink]", "b32=b64", "@ {_, d}, a;");
  forms.add("mov.b128 [pack and unpack]", "b64,b64=b64,b64", "{ .reg .b128 q; @ q, {a, b}; @ {e, d}, q; }");

  forms.group("select");
  forms.add("selp.{b16,b32,b64,u16,s16,u32,s32,u64,s64,f32,f64}", "T=T,T,pred");
  forms.add("selp.{u16,s32,s64} [immediate]", "T=pred", "@ d, 1, -1, a;");
  forms.add("selp.f32 [immediate]", "T=pred", "@ d, 0f3F800000, 0f80000000, a;");
  forms.add("slct.{b16,b32,b64,u16,s16,u32,s32,u64,s64,f32,f64}.s32", "U=U,U,s32");
  forms.add("slct{,.ftz}.{b32,u64,f32,f64}.f32", "U=U,U,f32");
  forms.add("mov.b32 [predicated]", "b32=b32,b32,pred", "mov.b32 d, a; @c mov.b32 d, b;");
  forms.add("mov.b32 [predicated, negated]", "b32=b32,b32,pred", "mov.b32 d, a; @!c mov.b32 d, b;");
}

}  // namespace conformance
