// Barriers and special registers.

#include "../form.hpp"

#include <string>

namespace conformance {

void add_block_forms(FormList& forms) {
  // Threads t and t ^ 128, four warps apart, exchange a value across the barrier.
  const std::string exchange =
      "{ .shared .align 4 .b8 tile[1024]; .reg .b32 own, other; .reg .pred p; mov.u32 own, tile;"
      " xor.b32 other, t, 128; mad.lo.u32 other, other, 4, own; mad.lo.u32 own, t, 4, own; st.shared.u32 "
      "[own], a; ";
  const std::string read = " ld.shared.u32 d, [other]; }";

  forms.group("barrier");
  forms.add("{bar,barrier,bar.cta,barrier.cta}.sync [all threads]", "b32=b32", exchange + "@ 0;" + read);
  forms.add("{bar,barrier}.sync [fifteenth, counted]", "b32=b32", exchange + "@ 15, 256;" + read);
  forms.add("bar.sync [register]", "b32=b32", exchange + ".reg .b32 q; mov.u32 q, 3; @ q;" + read);
  forms.add(
      "bar.sync [two halves of the block]", "b32=b32",
      "{ .shared .align 4 .b8 tile[1024]; .reg .b32 own, other, id; mov.u32 own, tile; xor.b32 other, t, 64;"
      " mad.lo.u32 other, other, 4, own; mad.lo.u32 own, t, 4, own; st.shared.u32 [own], a; shr.u32 id, t, 7;"
      " add.u32 id, id, 1; @ id, 128;" +
          read);
  forms.add(
      "{bar,barrier}.arrive [producer and consumer]", "b32=b32",
      exchange +
          "mov.b32 d, 3; setp.lt.u32 p, t, 128; @p bra $K_produce; bar.sync 1, 256; ld.shared.u32 d, [other];"
          " bra $K_end; $K_produce: @ 1, 256; $K_end: }");
  forms.add("{bar,barrier,barrier.cta}.red.popc.u32", "b32=pred", "@ d, 0, a;");
  forms.add("{bar,barrier,barrier.cta}.red.{and,or}.pred", "pred=b32",
            "{ .reg .pred p; setp.ne.u32 p, a, 0; @ d, 0, p; }");
  forms.add("bar.red.popc.u32 [negated]", "b32=pred", "@ d, 1, 256, !a;");
  forms.add(
      "bar.red.{and,or}.pred [of blocks that agree]", "pred=",
      "{ .reg .pred p; .reg .b32 q; mov.u32 q, %ctaid.x; and.b32 q, q, 1; setp.ne.u32 p, q, 0; @ d, 0, p; }");

  forms.group("mbarrier");
  const std::string meeting = exchange +
                              ".shared .align 8 .b64 meeting; .reg .b64 state; setp.eq.u32 p, t, 0;"
                              " @p mbarrier.init.shared.b64 [meeting], 256; bar.sync 0; ";
  forms.add("mbarrier.{test_wait,try_wait}{,.acquire.cta}.shared.b64 [all threads]", "b32=b32",
            meeting +
                "mbarrier.arrive.shared.b64 state, [meeting]; $K_wait: @ p, [meeting], state;"
                " @!p bra $K_wait;" +
                read);
  forms.add("mbarrier.{test_wait,try_wait}.parity{,.acquire.cta}.shared.b64 [all threads]", "b32=b32",
            meeting +
                "mbarrier.arrive.shared.b64 _, [meeting]; $K_wait: @ p, [meeting], 0; @!p bra $K_wait;" +
                read);
  forms.add("mbarrier.arrive{,.release.cta}.shared.b64 [two for one]", "b32=b32",
            meeting +
                "setp.gt.u32 p, t, 127; @p bra $K_wait; @ state, [meeting], 2; $K_wait:"
                " mbarrier.test_wait.parity.shared.b64 p, [meeting], 0; @!p bra $K_wait;" +
                read);
  forms.add(
      "mbarrier.arrive_drop.shared.b64 [half of the block]", "b32=b32",
      meeting +
          "setp.lt.u32 p, t, 128; @p @ state, [meeting]; @!p mbarrier.arrive.shared.b64 state, [meeting];"
          " $K_wait: mbarrier.test_wait.parity.shared.b64 p, [meeting], 0; @!p bra $K_wait;"
          // Who dropped out is not waited for: without this, the next phase may end before it has seen the
          // first.
          " bar.sync 0; setp.lt.u32 p, t, 128; @p bra $K_again; mbarrier.arrive.shared.b64 state, [meeting];"
          " $K_again: mbarrier.test_wait.parity.shared.b64 p, [meeting], 1; @!p bra $K_again;" +
          read);
  // A barrier a thread, for two arrivals or more.
  const std::string own =
      "{ .shared .align 8 .b8 objects[2048]; .reg .b32 own, count; .reg .b64 first, second;"
      " mov.u32 own, objects; mad.lo.u32 own, t, 8, own; and.b32 count, a, 15;"
      " add.u32 count, count, 2; mbarrier.init.shared.b64 [own], count; ";
  forms.add(
      "mbarrier.pending_count.b64", "b32,b32,pred=b32",
      own +
          "mbarrier.arrive.noComplete.shared.b64 first, [own], 1; mbarrier.arrive.shared.b64 second, [own];"
          " @ d, first; @ e, second; mbarrier.test_wait.shared.b64 f, [own], first; }");
  forms.add("mbarrier.expect_tx.relaxed.cta.shared::cta.b64", "pred,pred=b32",
            own +
                "@ [own], 64; mbarrier.arrive.shared.b64 first, [own], count;"
                " mbarrier.test_wait.shared.b64 d, [own], first;"
                " mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [own], 64;"
                " mbarrier.test_wait.shared.b64 e, [own], first; mbarrier.inval.shared.b64 [own]; }");
  forms.add("mbarrier.arrive.expect_tx.shared.b64", "pred,pred=b32",
            own +
                "@ first, [own], 16; sub.u32 count, count, 1; mbarrier.arrive.shared.b64 _, [own], count;"
                " mbarrier.test_wait.shared.b64 d, [own], first;"
                " mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [own], 16;"
                " mbarrier.test_wait.shared.b64 e, [own], first; }");
  // Without .noinc the arrival has a count of its own: one more is needed. It comes when the thread's copies
  // have, at some time: hence the loop, which ends all the same should it never come. What a test_wait before
  // the instruction sees is not defined: ptxas takes them in either order.
  const auto until_arrived = [](const std::string& result) {
    return " .reg .b32 tries; mov.u32 tries, 1000; $K_wait: mbarrier.try_wait.shared.b64 " + result +
           ", [own], first; sub.u32 tries, tries, 1; setp.ne.and.u32 rest, tries, 0, !" + result +
           "; @rest bra $K_wait; }";
  };
  forms.add("cp.async.mbarrier.arrive.noinc.shared.b64", "pred=b32",
            own +
                "mbarrier.arrive.shared.b64 first, [own]; @ [own]; cp.async.wait_all; .reg .pred rest;"
                " sub.u32 count, count, 2; setp.ne.u32 rest, count, 0;"
                " @rest mbarrier.arrive.shared.b64 _, [own], count;" +
                until_arrived("d"));
  forms.add(
      "cp.async.mbarrier.arrive.shared.b64", "pred,pred=b32",
      own +
          "mbarrier.arrive.shared.b64 first, [own]; @ [own]; cp.async.wait_all;"
          " .reg .pred rest; sub.u32 count, count, 2; setp.ne.u32 rest, count, 0;"
          " @rest mbarrier.arrive.shared.b64 _, [own], count; mbarrier.test_wait.shared.b64 d, [own], first;"
          " mbarrier.arrive.shared.b64 _, [own];" +
          until_arrived("e"));

  forms.group("special register");
  for (const std::string name : {"tid", "ntid", "ctaid", "nctaid"}) {
    forms.add("mov.u32 [%" + name + "]",
              "b32,b32,b32=", "@ d, %" + name + ".x; @ e, %" + name + ".y; @ f, %" + name + ".z;", {},
              Shape::box);
  }
  for (const std::string name :
       {"laneid", "lanemask_eq", "lanemask_le", "lanemask_lt", "lanemask_ge", "lanemask_gt"}) {
    forms.add("mov.u32 [%" + name + "]", "b32=", "@ d, %" + name + ";", {}, Shape::box);
  }
  forms.add("mov.u32 [%dynamic_smem_size]", "b32=", "@ d, %dynamic_smem_size;");
  forms.add("mov.u32 [%smid is less than %nsmid]",
            "pred=", "{ .reg .b32 q, r; @ q, %smid; @ r, %nsmid; setp.lt.u32 d, q, r; }");
  forms.add("mov.u32 [%warpid is less than %nwarpid]",
            "pred=", "{ .reg .b32 q, r; @ q, %warpid; @ r, %nwarpid; setp.lt.u32 d, q, r; }");
  forms.add("mov.u64 [%clock64 does not go back]", "pred=",
            "{ .reg .b64 q, r; @ q, %clock64; @ r, %clock64; sub.s64 q, r, q; setp.ge.s64 d, q, 0; }");
  forms.add("mov.u64 [%globaltimer does not go back]",
            "pred=", "{ .reg .b64 q, r; @ q, %globaltimer; @ r, %globaltimer; setp.ge.u64 d, r, q; }");
  forms.add("nanosleep.u32", "b32=b32", "@ 20; mov.b32 d, a;");
  forms.add("mov.u32 [%clock exists]", "pred=", "{ .reg .b32 q; @ q, %clock; setp.ge.u32 d, q, 0; }");
}

}  // namespace conformance
