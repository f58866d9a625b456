// cvt between all pairs of types, with every rounding.

#include "../form.hpp"

namespace conformance {

void add_convert_forms(FormList& forms) {
  forms.group("convert, integer to integer");
  // Results narrower than a register are extended to it: they are read back as 32 bits.
  forms.add("cvt.{u8,s8,u16,s16}.{u8,s8,u16,s16,u32,s32,u64,s64}", "b32=T");
  forms.add("cvt.{u32,s32,u64,s64}.{u8,s8,u16,s16,u32,s32,u64,s64}", "U=T");
  forms.add("cvt.{u8,s8,u16,s16,u32,s32}.{u8,s8,u16,s16} [from a 32-bit register]", "b32=b32");
  // ptxas refuses .sat where every value of the source fits.
  forms.add(
      "cvt.sat.{u8.{s8,u16,s16,u32,s32,u64,s64},s8.{u8,u16,s16,u32,s32,u64,s64},u16.{s8,s16,u32,s32,u64,s64},"
      "s16.{u16,u32,s32,u64,s64}}",
      "b32=T");
  forms.add("cvt.sat.{u32.{s8,s16,s32,u64,s64},s32.{u32,u64,s64},u64.{s8,s16,s32,s64},s64.u64}", "U=T");
  forms.add(
      "cvt.sat.{u8.{s8,u16,s16},s8.{u8,u16,s16},u16.{s8,s16},s16.u16,u32.{s8,s16}} [from a 32-bit register]",
      "b32=b32");
  forms.add("cvt.{u64,s64}.{u8,s8,u16,s16,u32,s32} [from a 64-bit register]", "b64=b64");

  forms.group("convert, floating-point to integer");
  forms.add("cvt.{rni,rzi,rmi,rpi}{,.ftz}{,.sat}.{u8,s8,u16,s16}.f32", "b32=T");
  forms.add("cvt.{rni,rzi,rmi,rpi}{,.ftz}{,.sat}.{u32,s32,u64,s64}.f32", "U=T");
  forms.add("cvt.{rni,rzi,rmi,rpi}{,.sat}.{u8,s8,u16,s16}.{f16,f64}", "b32=T");
  forms.add("cvt.{rni,rzi,rmi,rpi}{,.sat}.{u32,s32,u64,s64}.{f16,f64}", "U=T");
  forms.add("cvt.{rni,rzi,rmi,rpi}.{u16,s16,u32,s32,u64,s64}.bf16", "U=T");

  forms.group("convert, integer to floating-point");
  forms.add("cvt.{rn,rz,rm,rp}{,.sat}.{f16,f32,f64}.{u8,s8,u16,s16,u32,s32,u64,s64}", "U=T");
  forms.add("cvt.{rn,rz,rm,rp}.bf16.{u16,s16,u32,s32,u64,s64}", "U=T");

  forms.group("convert, floating-point");
  forms.add("cvt{,.ftz}{,.sat}.f32.f16", "U=T");
  forms.add("cvt{,.sat}.f64.f16", "U=T");
  forms.add("cvt{,.ftz}{,.sat}.{f32,f64}.f32", "U=T");
  forms.add("cvt{,.sat}.{f16.f16,f64.f64}", "U=T");
  forms.add("cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f16.f32", "U=T");
  forms.add("cvt.{rn,rz,rm,rp}{,.sat}.f16.f64", "U=T");
  forms.add("cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32.f64", "U=T");
  forms.add("cvt.{rn,rz}.relu.f16.f32", "U=T");
  forms.add("cvt{,.ftz}.f32.bf16", "U=T");
  forms.add("cvt.f64.bf16", "U=T");
  forms.add("cvt.{rn,rz}{,.relu}.bf16.f32", "U=T");
  forms.add("cvt.{rm,rp}.bf16.f32", "U=T");
  forms.add("cvt.{rn,rz,rm,rp}.bf16.{f16,f64}", "U=T");
  forms.add("cvt.{rn,rz,rm,rp}.f16.bf16", "U=T");
  forms.add("cvt.{rni,rzi,rmi,rpi}{,.ftz}{,.sat}.f32.f32", "U=T");
  forms.add("cvt.{rni,rzi,rmi,rpi}{,.sat}.{f16.f16,f64.f64}", "U=T");
  forms.add("cvt.{rni,rzi,rmi,rpi}.bf16.bf16", "U=T");
  forms.add("cvt.{rn,rz}{,.relu}{,.satfinite}.{f16x2,bf16x2}.f32", "U=T,T", "@ d, a, b;");
  forms.add("cvt.{rna,rn,rz}.tf32.f32", "U=T");
  forms.add("cvt.{rn,rz}.relu.tf32.f32", "U=T");

  forms.group("convert, 8-bit floating-point");
  forms.add("cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f32", "U=T,T", "@ d, a, b;");
  forms.add("cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f16x2", "U=T");
  forms.add("cvt.rn{,.relu}.f16x2.{e4m3x2,e5m2x2}", "U=T");
}

}  // namespace conformance
