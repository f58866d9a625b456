// Exactly rounded arithmetic in f32 and f64.

#include "../form.hpp"

namespace conformance {

void add_float_forms(FormList& forms) {
  forms.group("f32");
  forms.add("{add,sub,mul}{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32", "T=T,T");
  forms.add("{fma,mad}.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32", "T=T,T,T");
  forms.add("div.{rn,rz,rm,rp}{,.ftz}.f32", "T=T,T");
  forms.add("{rcp,sqrt}.{rn,rz,rm,rp}{,.ftz}.f32", "T=T");
  forms.add("{abs,neg}{,.ftz}.f32", "T=T");
  forms.add("{min,max}{,.ftz}{,.NaN}{,.xorsign.abs}.f32", "T=T,T");
  forms.add("copysign.f32", "T=T,T");
  forms.add("testp.{finite,infinite,number,notanumber,normal,subnormal}.f32", "pred=T");
  forms.add("{add,mul}.f32 [immediate]", "T=T", "@ d, a, 0f3FC00001;");
  forms.add("fma.rn.f32 [immediate]", "T=T,T", "@ d, a, 0f3EAAAAAB, b;");
  forms.add("div.rn.f32 [immediate]", "T=T", "@ d, a, 0f40400000;");

  forms.group("f64");
  forms.add("{add,sub,mul}{,.rn,.rz,.rm,.rp}.f64", "T=T,T");
  forms.add("{fma,mad}.{rn,rz,rm,rp}.f64", "T=T,T,T");
  forms.add("div.{rn,rz,rm,rp}.f64", "T=T,T");
  forms.add("{rcp,sqrt}.{rn,rz,rm,rp}.f64", "T=T");
  forms.add("{abs,neg}.f64", "T=T");
  forms.add("{min,max}.f64", "T=T,T");
  forms.add("copysign.f64", "T=T,T");
  forms.add("testp.{finite,infinite,number,notanumber,normal,subnormal}.f64", "pred=T");
  forms.add("{add,mul}.f64 [immediate]", "T=T", "@ d, a, 0d3FF8000000000001;");
  forms.add("fma.rn.f64 [immediate]", "T=T,T", "@ d, a, 0d3FD5555555555555, b;");
}

}  // namespace conformance
