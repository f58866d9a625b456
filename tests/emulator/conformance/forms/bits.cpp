// Logic, shifts, bit fields and permutations.

#include "../form.hpp"

#include <array>
#include <string>

namespace conformance {
namespace {

/// Each of the truth table's eight rows alone, and the functions that compilers build most.
constexpr std::array<unsigned, 26> truth_tables{0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x00,
                                                0xff, 0xf0, 0xcc, 0xaa, 0x0f, 0xc0, 0xfc, 0x3c, 0x80,
                                                0xfe, 0x96, 0xe8, 0xca, 0xb8, 0xd8, 0x1e, 0x2a};

}  // namespace

void add_bit_forms(FormList& forms) {
  forms.group("logic");
  forms.add("{and,or,xor}.{b16,b32,b64}", "T=T,T");
  forms.add("{and,or,xor}.{b16,b32,b64} [immediate]", "T=T", "@ d, a, 0x5a;");
  forms.add("{not,cnot}.{b16,b32,b64}", "T=T");
  forms.add("{and,or,xor}.pred", "pred=pred,pred");
  forms.add("not.pred", "pred=pred");
  for (std::size_t i = 0; i < truth_tables.size(); ++i) {
    if (i != 17) {  // 0x80 stands among the rows already
      const std::string table = std::to_string(truth_tables[i]);
      forms.add("lop3.b32 [table " + table + "]", "b32=b32,b32,b32", "@ d, a, b, c, " + table + ";");
    }
  }

  forms.add("lop3.{and,or}.b32", "b32,pred=b32,b32,b32,pred", "@ d|e, a, b, c, 0xca, x;");
  forms.add("lop3.{and,or}.b32 [no result]", "pred=b32,b32,pred", "@ _|d, a, b, 0, 0xc0, !c;");

  forms.group("shift");
  forms.add("shl.{b16,b32,b64}", "T=T,count");
  forms.add("shr.{b16,b32,b64,u16,s16,u32,s32,u64,s64}", "T=T,count");
  forms.add("{shl.b16,shl.b32,shl.b64,shr.u16,shr.s16,shr.u32,shr.s32,shr.u64,shr.s64} [immediate]", "T=T",
            "@ d, a, 5;");
  forms.add("{shl.b32,shl.b64,shr.u32,shr.s32,shr.u64,shr.s64} [immediate beyond the width]", "T=T",
            "@ d, a, 70;");
  forms.add("shf.{l,r}.{clamp,wrap}.b32", "b32=b32,b32,count");
  forms.add("shf.{l,r}.wrap.b32 [immediate]", "b32=b32,b32", "@ d, a, b, 7;");

  forms.group("bit field");
  forms.add("{popc,clz}.{b32,b64}", "b32=T");
  forms.add("brev.{b32,b64}", "T=T");
  forms.add("bfind{,.shiftamt}.{u32,s32,u64,s64}", "b32=T");
  forms.add("bfe.{u32,s32,u64,s64}", "T=T,field,field");
  forms.add("bfe.{u32,s32,u64,s64} [immediate]", "T=T", "@ d, a, 5, 11;");
  forms.add("bfi.{b32,b64}", "T=T,T,field,field");
  forms.add("bfi.{b32,b64} [immediate]", "T=T,T", "@ d, a, b, 5, 11;");
  forms.add("prmt.b32{,.f4e,.b4e,.rc8,.ecl,.ecr,.rc16}", "b32=b32,b32,b32");
  forms.add("prmt.b32 [immediate]", "b32=b32,b32", "@ d, a, b, 0x7610;");
  forms.add("bmsk.{clamp,wrap}.b32", "b32=field,field");
  forms.add("szext.{clamp,wrap}.{u32,s32}", "T=T,field");
  forms.add("fns.b32", "b32=b32,field,field", "and.b32 b, b, 31; sub.s32 c, c, 16; @ d, a, b, c;");
}

}  // namespace conformance
