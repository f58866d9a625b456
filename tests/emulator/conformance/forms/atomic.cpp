// atom and red: every operation, width and space on a location of the thread's own, then under contention.

#include "../form.hpp"

#include <string>

namespace conformance {
namespace {

/// The location starts as `a`; outputs are what the instruction returns and what it leaves.
const std::string global_location = "st.global.$B [pe], a; ";
const std::string shared_location =
    "{ .shared .align 16 .b8 tile[4096]; .reg .b32 own; mov.u32 own, tile; mad.lo.u32 own, t, 16, own;"
    " st.shared.$B [own], a; ";
const std::string generic_location = "{ .reg .b64 q; cvta.global.u64 q, pe; st.global.$B [pe], a; ";

/// 16 bytes as `a` and `b`; their address is generic or in shared memory, as the instruction has it.
void add_wide(FormList& forms, const std::string& space, const std::string& place, const std::string& load) {
  const std::string start = "{ .reg .b128 o, q; .reg .b64 place; " + place + " mov.b128 q, {c, x};";
  const std::string end =
      " mov.b128 {d, e}, q; { .reg .b64 r, s; " + load + " st.global.v2.b64 [pf], {r, s}; } }";
  forms.add("atom." + space + "exch.b128", "b64,b64,wide=b64,b64,b64,b64", start + " @ q, [place], q;" + end);
  forms.add("atom." + space + "cas.b128 [equal]", "b64,b64,wide=b64,b64,b64,b64",
            start + " mov.b128 o, {a, b}; @ q, [place], o, q;" + end);
}

/// Vectors of elements that are updated one by one; what was there, then what is left.
void add_vectors(FormList& forms) {
  forms.group("atomic, vector");
  forms.add("{atom,atom.global}.add.v2.f32", "f32,f32,wide=f32,f32,f32,f32",
            "st.global.v2.b64 [pf], {0, 0}; st.global.v2.f32 [pf], {a, b}; @ {d, e}, [pf], {c, x};");
  forms.add("{atom,atom.global}.add.v4.f32", "f32,f32,f32,wide=f32,f32,f32,f32",
            "{ .reg .b32 q; st.global.v4.f32 [pg], {a, b, c, x}; @ {d, e, f, q}, [pg], {x, c, b, a}; }");
  forms.add("red.global.add.v2.f32", "wide=f32,f32,f32,f32",
            "st.global.v2.b64 [pd], {0, 0}; st.global.v2.f32 [pd], {a, b}; @ [pd], {c, x};");
  forms.add("{red,red.global}.add.v4.f32", "wide=f32,f32,f32,f32",
            "st.global.v4.f32 [pd], {a, b, c, x}; @ [pd], {x, c, b, a};");
  const std::string operations = ".{add,min,max}.noftz";
  forms.add("{atom,atom.global}" + operations + ".v2.{f16,bf16,f16x2,bf16x2}", "T,T,wide=T,T,T,T",
            "st.global.v2.b64 [pf], {0, 0}; st.global.v2.$B [pf], {a, b}; @ {d, e}, [pf], {c, x};");
  forms.add("red.global" + operations + ".v2.{f16,bf16,f16x2,bf16x2}", "wide=T,T,T,T",
            "st.global.v2.b64 [pd], {0, 0}; st.global.v2.$B [pd], {a, b}; @ [pd], {c, x};");
  forms.add("{atom,atom.global}" + operations + ".v4.{f16,bf16,f16x2,bf16x2}", "T,T,T,wide=T,T,T,T",
            "{ .reg .$B q; st.global.v2.b64 [pg], {0, 0}; st.global.v4.$B [pg], {a, b, c, x};"
            " @ {d, e, f, q}, [pg], {x, c, b, a}; }");
  forms.add("red.global" + operations + ".v4.{f16,bf16,f16x2,bf16x2}", "wide=T,T,T,T",
            "st.global.v2.b64 [pd], {0, 0}; st.global.v4.$B [pd], {a, b, c, x}; @ [pd], {x, c, b, a};");
  forms.add("atom.global" + operations + ".v8.{f16,bf16}", "T,T,T,wide=T,T,T,T",
            "{ .reg .$B q<5>; st.global.v4.$B [pg], {a, b, c, x}; st.global.v4.$B [pg+8], {x, c, a, b};"
            " @ {d, q0, q1, e, q2, q3, q4, f}, [pg], {x, c, b, a, a, x, b, c}; }");
  forms.add("red.global" + operations + ".v8.{f16,bf16}", "wide=T,T,T,T",
            "st.global.v4.$B [pd], {a, b, c, x}; st.global.v4.$B [pd+8], {x, c, a, b};"
            " @ [pd], {x, c, b, a, a, x, b, c};");
}

void add_own_location(FormList& forms) {
  forms.group("atomic");
  for (const std::string operation :
       {"add.{u32,s32,u64,f32,f64}", "add.noftz.{f16,f16x2,bf16,bf16x2}", "{and,or,xor,exch}.{b32,b64}",
        "{min,max}.{u32,s32,u64,s64}", "{inc,dec}.u32"}) {
    const bool exchange = operation.find("exch") != std::string::npos;
    forms.add("atom.global." + operation, "T,T=T,T", global_location + "@ d, [pe], b; ld.global.$B e, [pe];");
    forms.add("atom.shared." + operation, "T,T=T,T",
              shared_location + "@ d, [own], b; ld.shared.$B e, [own]; }");
    forms.add("atom." + operation, "T,T=T,T", generic_location + "@ d, [q], b; ld.global.$B e, [pe]; }");
    const std::string reduction = exchange ? "{and,or,xor}.{b32,b64}" : operation;
    forms.add("red.global." + reduction, "T=T,T", "st.global.$B [pd], a; @ [pd], b; ld.global.$B d, [pd];");
    forms.add("red.shared." + reduction, "T=T,T", shared_location + "@ [own], b; ld.shared.$B d, [own]; }");
  }
  forms.add("atom.global.cas.{b16,b32,b64}", "T,T=T,T,T",
            global_location + "@ d, [pe], b, c; ld.global.$B e, [pe];");
  forms.add("atom.global.cas.{b16,b32,b64} [equal]", "T,T=T,T",
            global_location + "@ d, [pe], a, b; ld.global.$B e, [pe];");
  forms.add("atom.shared.cas.{b16,b32,b64} [equal]", "T,T=T,T",
            shared_location + "@ d, [own], a, b; ld.shared.$B e, [own]; }");
  forms.add("atom.cas.{b16,b32,b64} [equal]", "T,T=T,T",
            generic_location + "@ d, [q], a, b; ld.global.$B e, [pe]; }");
  forms.add("atom{.relaxed,.acquire,.release,.acq_rel}{.cta,.gpu,.sys}.global.{add.u32,exch.b64}", "T,T=T,T",
            global_location + "@ d, [pe], b; ld.global.$B e, [pe];");
  forms.add("atom{.relaxed,.acquire,.release,.acq_rel}{.cta,.gpu,.sys}.global.cas.b32", "T,T=T,T",
            global_location + "@ d, [pe], a, b; ld.global.$B e, [pe];");
  forms.add("red{.relaxed,.release}{.cta,.gpu,.sys}.global.{add.u32,max.s64,or.b32}", "T=T,T",
            "st.global.$B [pd], a; @ [pd], b; ld.global.$B d, [pd];");
  forms.add("atom.add{.relaxed,.acquire,.release,.acq_rel}.gpu.u32", "T,T=T,T",
            generic_location + "@ d, [q], b; ld.global.$B e, [pe]; }");
  forms.add("atom{,.global}{.cta,.sys}.add.u32", "T,T=T,T",
            generic_location + "@ d, [q], b; ld.global.$B e, [pe]; }");
  forms.add("atom.global.exch.b128", "b64,b64,wide=b64,b64,b64,b64",
            "{ .reg .b128 q; mov.b128 q, {c, x}; st.global.v2.b64 [pf], {a, b}; @ q, [pf], q; mov.b128 {d, "
            "e}, q; }");
  forms.add("atom.global.cas.b128 [equal]", "b64,b64,wide=b64,b64,b64,b64",
            "{ .reg .b128 o, q; mov.b128 q, {c, x}; mov.b128 o, {a, b}; st.global.v2.b64 [pf], {a, b};"
            " @ q, [pf], o, q; mov.b128 {d, e}, q; }");
  forms.add("atom.global.add.u32 [immediate, unused result]", "b32=b32",
            "{ .reg .b32 q; st.global.u32 [pd], a;"
            " atom.global.add.u32 q, [pd], 5; ld.global.u32 d, [pd]; }");

  add_wide(forms, "", "cvta.global.u64 place, pf; st.global.v2.b64 [pf], {a, b};",
           "ld.global.v2.b64 {r, s}, [pf];");
  add_wide(forms, "shared.",
           ".shared .align 16 .b8 tile[4096]; mov.u64 place, tile; mad.wide.u32 place, t, 16, place;"
           " st.shared.v2.b64 [place], {a, b};",
           "ld.shared.v2.b64 {r, s}, [place];");
  forms.add("atom.global.cas.b128 [one half differs]", "b64,b64,wide=b64,b64,b64,b64",
            "{ .reg .b128 o, q; mov.b128 q, {c, x}; mov.b128 o, {a, x}; st.global.v2.b64 [pf], {a, b};"
            " @ q, [pf], o, q; mov.b128 {d, e}, q; }");
  add_vectors(forms);
}

void add_contended(FormList& forms) {
  forms.group("atomic, contended");
  // Outputs: what 256 threads leave in one location, and the sum of what the instruction returned to each of
  // them.
  for (const std::string operation :
       {"add.u32", "{and,or,xor}.b32", "{min,max}.{u32,s32}", "{inc,dec}.u32"}) {
    // inc and dec commute only if all threads have the same limit.
    const std::string operand = operation == "{inc,dec}.u32" ? "99" : "a";
    forms.add("atom.shared." + operation + " [contended]", "b32=b32",
              "{ .shared .b32 sum; .reg .b32 q; .reg .pred first; setp.eq.u32 first, t, 0; @first "
              "st.shared.u32 [sum], 77;"
              " bar.sync 0; @ q, [sum], " +
                  operand + "; bar.sync 0; ld.shared.u32 d, [sum]; }");
    forms.add(
        "red.global." + operation + " [contended]", "b32=b32",
        "{ .reg .b64 q; .reg .pred first; setp.eq.u32 first, t, 0; mul.wide.u32 q, t, 4; sub.s64 q, pd, q;"
        " @first st.global.u32 [q], 77; bar.sync 0; @ [q], " +
            operand +
            "; bar.sync 0; ld.volatile.global.u32 d, [q];"
            " bar.sync 0; }");
  }
  forms.add("atom.shared.inc.u32 [contended, results]", "b32=",
            "{ .shared .b32 next; .shared .b32 sum; .reg .b32 q; .reg .pred first; setp.eq.u32 first, t, 0;"
            " @first st.shared.u32 [next], 0; @first st.shared.u32 [sum], 0; bar.sync 0; @ q, [next], 99;"
            " mad.lo.u32 q, q, q, 1; red.shared.add.u32 [sum], q; bar.sync 0; ld.shared.u32 d, [sum]; }");
}

}  // namespace

void add_atomic_forms(FormList& forms) {
  add_own_location(forms);
  add_contended(forms);
}

}  // namespace conformance
