// Instructions in which the lanes of a warp meet.

#include "../form.hpp"

#include <string>
#include <utility>

namespace conformance {
namespace {

/// Half of a warp reaches the instruction first and waits for the others, which come by a detour: the result
/// must be that of lanes that arrive together. The answer is that it is.
void add_late_meetings(FormList& forms) {
  forms.group("meeting late");
  const std::pair<const char*, const char*> instructions[] = {{"shfl.sync.bfly.b32", ", 5, 0x1f, 0xffffffff"},
                                                              {"shfl.sync.up.b32", ", 17, 0, 0xffffffff"},
                                                              {"match.any.sync.b32", ", 0xffffffff"},
                                                              {"redux.sync.add.u32", ", 0xffffffff"},
                                                              {"redux.sync.xor.b32", ", 0xffffffff"}};
  for (const auto& [name, rest] : instructions) {
    const std::string instruction = name;
    forms.add(instruction + " [lanes arrive one half after the other]", "pred=b32,field",
              "{ .reg .pred early; .reg .b32 together, apart, late; and.b32 a, a, 7; " + instruction +
                  " together, a" + rest +
                  "; and.b32 late, t, 16; setp.eq.u32 early, late, 0; mov.b32 late, a; @early bra $K_meet; "
                  "bra $K_detour;"
                  " $K_meet: " +
                  instruction + " apart, late" + rest +
                  "; bra $K_end; $K_detour: xor.b32 late, late, b; xor.b32 late, late, b; bra $K_meet;"
                  " $K_end: setp.eq.u32 d, together, apart; }");
  }
  forms.add(
      "vote.sync.ballot.b32 [lanes arrive one half after the other]", "pred=pred,pred",
      "{ .reg .pred early, late; .reg .b32 together, apart; vote.sync.ballot.b32 together, a, 0xffffffff;"
      " and.b32 apart, t, 16; setp.eq.u32 early, apart, 0; mov.pred late, a; @early bra $K_meet; bra "
      "$K_detour;"
      " $K_meet: @ apart, late, 0xffffffff; bra $K_end; $K_detour: xor.pred late, late, b;"
      " xor.pred late, late, b; bra $K_meet; $K_end: setp.eq.u32 d, together, apart; }");
}

}  // namespace

void add_warp_forms(FormList& forms) {
  forms.group("shuffle");
  forms.add("shfl.sync.{up,down,bfly,idx}.b32", "b32,pred=b32,field", "@ d|e, a, b, 0x1f, 0xffffffff;");
  forms.add("shfl.sync.{up,down,bfly,idx}.b32 [without predicate]", "b32=b32",
            "@ d, a, 3, 0x1f, 0xffffffff;");
  forms.add("shfl.sync.{up,down,bfly,idx}.b32 [segments of 8]", "b32,pred=b32,field",
            "@ d|e, a, b, 0x181f, 0xffffffff;");
  forms.add("shfl.sync.{up,down,bfly,idx}.b32 [segments of 4, clamp 2]", "b32,pred=b32,field",
            "@ d|e, a, b, 0x1c02, 0xffffffff;");
  forms.add("shfl.sync.{up,down,bfly,idx}.b32 [clamp 0]", "b32,pred=b32,field",
            "@ d|e, a, b, 0, 0xffffffff;");
  forms.add("shfl.sync.{up,down,bfly}.b32 [even lanes]", "b32=b32",
            "{ .reg .pred even; .reg .b32 q; and.b32 q, t, 1; setp.eq.u32 even, q, 0; mov.b32 d, 9;"
            " @even @ d, a, 2, 0x1f, 0x55555555; }");
  forms.add("shfl.sync.bfly.b32 [two masks at once]", "b32=b32",
            "{ .reg .pred low; .reg .b32 q; and.b32 q, t, 16; setp.eq.u32 low, q, 0; @low bra $K_low;"
            " @ d, a, 5, 0x1f, 0xffff0000; bra $K_end; $K_low: @ d, a, 3, 0x1f, 0x0000ffff; $K_end: }");

  forms.group("vote");
  forms.add("vote.sync.{all,any,uni}.pred", "pred=b32",
            "{ .reg .pred p; setp.lt.s32 p, a, 0; @ d, p, 0xffffffff; }");
  forms.add("vote.sync.{all,any,uni}.pred [of warps that agree]", "pred=field",
            "{ .reg .pred p; .reg .b32 q; shr.u32 q, t, 5; and.b32 q, q, 1; setp.eq.u32 p, q, 0; @ d, p, "
            "0xffffffff; }");
  forms.add("vote.sync.{all,any,uni}.pred [negated]", "pred=pred", "@ d, !a, 0xffffffff;");
  forms.add("vote.sync.ballot.b32", "b32=pred", "@ d, a, 0xffffffff;");
  forms.add("vote.sync.ballot.b32 [negated]", "b32=pred", "@ d, !a, 0xffffffff;");
  forms.add("vote.sync.{all,any}.pred [half a warp]", "pred=pred",
            "{ .reg .pred low; .reg .b32 q; and.b32 q, t, 16; setp.eq.u32 low, q, 0; mov.pred d, a;"
            " @low @ d, a, 0x0000ffff; }");
  forms.add("vote.sync.ballot.b32 [half a warp]", "b32=pred",
            "{ .reg .pred low; .reg .b32 q; and.b32 q, t, 16; setp.eq.u32 low, q, 0; mov.b32 d, 5;"
            " @low @ d, a, 0x0000ffff; }");
  forms.add("activemask.b32", "b32=", "@ d;");
  forms.add("bar.warp.sync", "b32=b32", "@ 0xffffffff; mov.b32 d, a;");

  forms.group("match and reduce");
  forms.add("match.any.sync.{b32,b64}", "b32=T", "and.$B a, a, 3; @ d, a, 0xffffffff;");
  forms.add("match.any.sync.{b32,b64} [whole values]", "b32=T", "@ d, a, 0xffffffff;");
  forms.add("match.all.sync.{b32,b64}", "b32,pred=T", "and.$B a, a, 3; @ d|e, a, 0xffffffff;");
  forms.add("match.all.sync.{b32,b64} [equal]", "b32,pred=T", "and.$B a, a, 0; @ d|e, a, 0xffffffff;");
  forms.add("redux.sync.{add,min,max}.{u32,s32}", "T=T", "@ d, a, 0xffffffff;");
  forms.add("redux.sync.{and,or,xor}.b32", "T=T", "@ d, a, 0xffffffff;");
  forms.add("redux.sync.{and,or}.b32 [sparse bits]", "T=field", "shl.b32 a, 1, a; @ d, a, 0xffffffff;");
  forms.add("redux.sync.{add.u32,max.s32} [half a warp]", "T=T",
            "{ .reg .pred low; .reg .b32 q; and.b32 q, t, 16; setp.eq.u32 low, q, 0; mov.b32 d, 5;"
            " @low @ d, a, 0x0000ffff; }");
  add_late_meetings(forms);
}

}  // namespace conformance
