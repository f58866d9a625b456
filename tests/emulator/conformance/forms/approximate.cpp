// Instructions whose results the ISA bounds instead of defining; accuracy.cpp has the bounds.

#include "../form.hpp"

namespace conformance {

void add_approximate_forms(FormList& forms) {
  forms.group("approximate");
  forms.add("div.{approx,full}{,.ftz}.f32", "T=T,T");
  forms.add("{rcp,sqrt,rsqrt,sin,cos,lg2,ex2}.approx{,.ftz}.f32", "T=T");
  forms.add("tanh.approx.{f32,f16,f16x2,bf16,bf16x2}", "T=T");
  forms.add("ex2.approx.{f16,f16x2}", "T=T");
  forms.add("ex2.approx.ftz.{bf16,bf16x2}", "T=T");
  forms.add("rsqrt.approx.f64", "T=T");
  forms.add("{rcp,rsqrt}.approx.ftz.f64", "T=T");
}

}  // namespace conformance
