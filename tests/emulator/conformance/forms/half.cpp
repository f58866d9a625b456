// f16 and bf16, scalars and pairs. One instruction a kernel: a driver may fuse a multiplication with an
// addition.

#include "../form.hpp"

namespace conformance {

void add_half_forms(FormList& forms) {
  forms.group("f16");
  forms.add("{add,sub,mul}{,.rn}{,.ftz}{,.sat}.{f16,f16x2}", "T=T,T");
  forms.add("fma.rn{,.ftz}{,.sat,.relu}.{f16,f16x2}", "T=T,T,T");
  forms.add("{abs,neg}{,.ftz}.{f16,f16x2}", "T=T");
  forms.add("{min,max}{,.ftz}{,.NaN}{,.xorsign.abs}.{f16,f16x2}", "T=T,T");

  forms.group("bf16");
  forms.add("{add,sub,mul}{,.rn}.{bf16,bf16x2}", "T=T,T");
  forms.add("fma.rn{,.relu}.{bf16,bf16x2}", "T=T,T,T");
  forms.add("{abs,neg}.{bf16,bf16x2}", "T=T");
  forms.add("{min,max}{,.NaN}{,.xorsign.abs}.{bf16,bf16x2}", "T=T,T");
}

}  // namespace conformance
