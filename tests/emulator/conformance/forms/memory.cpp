// Loads, stores, address spaces.

#include "../form.hpp"

#include <string>

namespace conformance {
namespace {

void add_loads(FormList& forms) {
  forms.group("load");
  forms.add("ld.global.{u8,s8,u16,s16} [extended to 32 bits]", "b32=T", "@ d, [pa];");
  forms.add("ld.global.{u8,s8,u16,s16,u32,s32} [extended to 64 bits]", "b64=T", "@ d, [pa];");
  forms.add("ld.global{,.nc,.ca,.cg,.cs,.lu,.cv}.{u8,b16,b32,b64,f32,f64}", "T=T", "@ d, [pa];");
  forms.add(
      "ld{.volatile.global,.relaxed.cta.global,.relaxed.gpu.global,.relaxed.sys.global,.acquire.cta.global,"
      ".acquire.gpu.global,.acquire.sys.global}.{u8,b16,u32,b64}",
      "T=T", "@ d, [pa];");
  forms.add("ld{,.global,.global.nc}.v2.{b16,b32,b64,f32,u64} [vector]", "T,T=wide", "@ {d, e}, [pa];");
  forms.add("ld{,.global,.global.nc}.v4.{b16,b32,f32,u32} [vector]", "T,T,T,T=wide", "@ {d, e, f, g}, [pa];");
  forms.add("ld.global.v2.{u8,s8} [vector]", "b32,b32=wide", "@ {d, e}, [pa];");
  forms.add("ld.global.v4.{u8,s8} [vector]", "b32,b32,b32,b32=wide", "@ {d, e, f, g}, [pa];");
  forms.add("ld{,.volatile}.{u8,u16,u32,s64,f32,f64} [generic]", "T=T",
            "{ .reg .b64 q; cvta.global.u64 q, pa; @ d, [q]; }");
  forms.add("ld.global{.nc,.ca,.cg,.cs}.s32", "T=T", "@ d, [pa];");
  forms.add("ld.global.nc.v2.f64 [vector]", "f64,f64=wide", "@ {d, e}, [pa];");
  forms.add("ld.global.v2.u16 [vector]", "u16,u16=wide", "@ {d, e}, [pa];");
  forms.add("ld.global.{u32,u64} [offset]", "T=wide", "@ d, [pa+$N];");
  forms.add("ld.global.u32 [negative offset]", "T=wide", "add.s64 pa, pa, 12; @ d, [pa+-8];");
  forms.add("ld.global.u32 [predicated]", "b32=b32,pred", "mov.b32 d, 77; @b ld.global.u32 d, [pa];");

  forms.add("ld.global{,.nc}.L2::cache_hint.{b32,u64} [policy]", "T=wide",
            "{ .reg .b64 q; createpolicy.fractional.L2::evict_last.b64 q, 0.5; @ d, [pa], q; }");
  forms.add("{ld.mmio.relaxed.sys.global.u32,ld.volatile.global.u32} [mapped]", "T=T", "@ d, [pa];");

  forms.group("store");
  forms.add("st.global{,.wb,.cg,.cs,.wt}.{u8,b16,b32,b64,f32}", "wide=T,b64,b64",
            "st.global.v2.b64 [pd], {b, c}; @ [pd], a;");
  forms.add(
      "st{.volatile.global,.relaxed.cta.global,.relaxed.gpu.global,.relaxed.sys.global,.release.cta.global,."
      "release.gpu.global,"
      ".release.sys.global}.{u8,b16,u32,b64}",
      "wide=T,b64,b64", "st.global.v2.b64 [pd], {b, c}; @ [pd], a;");
  forms.add("st{,.global}.v2.{u8,b16,b32,b64,f32} [vector]", "wide=T,T,b64,b64",
            "st.global.v2.b64 [pd], {c, x}; @ [pd], {a, b};");
  forms.add("st{,.global}.v4.{u8,b16,b32,f32} [vector]", "wide=T,T,T,T",
            "st.global.v2.b64 [pd], {-1, 0}; @ [pd], {a, b, c, x};");
  forms.add("st.global.{u8,u16} [from a 32-bit register]", "wide=b32,b64,b64",
            "st.global.v2.b64 [pd], {b, c}; @ [pd+4], a;");
  forms.add("st{,.volatile}.{u8,u16,u32,s64,f32,f64} [generic]", "wide=T,b64,b64",
            "{ .reg .b64 q; cvta.global.u64 q, pd; st.global.v2.b64 [pd], {b, c}; @ [q], a; }");
  forms.add("st.v2.u64 [generic]", "wide=b64,b64", "{ .reg .b64 q; cvta.global.u64 q, pd; @ [q], {a, b}; }");
  forms.add("st.global.u32 [immediate]", "T=", "@ [pd], -5; ld.global.u32 d, [pd];");
}

void add_spaces(FormList& forms) {
  forms.group("shared memory");
  // Neighbours exchange values: thread t reads what thread t ^ 1 of its block wrote.
  constexpr const char* exchange =
      "{ .shared .align 16 .b8 tile[4096]; .reg .b32 own, other; mov.u32 own, tile; mad.lo.u32 own, t, 16, "
      "own;"
      " xor.b32 other, t, 1; mad.lo.u32 other, other, 16, 0; .reg .b32 base; mov.u32 base, tile; add.u32 "
      "other, other, base;";
  const std::string scalar = std::string(exchange) + " st.shared.$T [own], a; bar.sync 0; @ d, [other]; }";
  forms.add("ld{,.volatile}.shared.{u8,b16,b32,b64,f32,f64} [exchange]", "T=T", scalar);
  forms.add("ld.shared.{s8,s16} [extended]", "b32=T",
            std::string(exchange) + " st.shared.$T [own], a; bar.sync 0; @ d, [other]; }");
  forms.add("ld.shared.v2.{b32,b64,f32} [exchange]", "T,T=T,T",
            std::string(exchange) + " st.shared.v2.$T [own], {a, b}; bar.sync 0; @ {d, e}, [other]; }");
  forms.add(
      "ld.shared.v4.{b16,b32,u32,f32} [exchange]", "T,T,T,T=T,T,T,T",
      std::string(exchange) + " st.shared.v4.$T [own], {a, b, c, x}; bar.sync 0; @ {d, e, f, g}, [other]; }");
  forms.add(
      "ld.u32 [generic address of shared memory]", "b32=b32",
      std::string(exchange) +
          " .reg .b64 q; st.shared.u32 [own], a; bar.sync 0; cvt.u64.u32 q, other; cvta.shared.u64 q, q;"
          " ld.u32 d, [q]; }");
  forms.add("st.u32 [generic address of shared memory]", "b32=b32",
            std::string(exchange) +
                " .reg .b64 q; cvt.u64.u32 q, own; cvta.shared.u64 q, q; st.u32 [q], a; bar.sync 0;"
                " ld.shared.u32 d, [other]; }");
  forms.add(
      "cvta.to.shared.u64", "b32=b32",
      std::string(exchange) +
          " .reg .b64 q; st.shared.u32 [own], a; bar.sync 0; cvt.u64.u32 q, other; cvta.shared.u64 q, q;"
          " @ q, q; cvt.u32.u64 other, q; ld.shared.u32 d, [other]; }");

  forms.group("asynchronous copy");
  forms.add("cp.async.ca.shared.global [4]", "b32=b32",
            std::string(exchange) +
                " @ [own], [pa], 4; cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;"
                " ld.shared.u32 d, [other]; }");
  forms.add("cp.async.ca.shared.global [8]", "b64=b64",
            std::string(exchange) +
                " @ [own], [pa], 8; cp.async.wait_all; bar.sync 0; ld.shared.u64 d, [other]; }");
  forms.add("cp.async.{ca,cg}.shared.global [16]", "b64,b64=wide",
            std::string(exchange) +
                " @ [own], [pa], 16; cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;"
                " ld.shared.v2.u64 {d, e}, [other]; }");
  forms.add(
      "cp.async.cg.shared.global [zero fill]", "b64,b64=wide,field",
      std::string(exchange) +
          " min.u32 b, b, 16; @ [own], [pa], 16, b; cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;"
          " ld.shared.v2.u64 {d, e}, [other]; }");
  forms.add("cp.async.ca.shared.global.L2::128B [4]", "b32=b32",
            std::string(exchange) +
                " @ [own], [pa], 4; cp.async.wait_all; bar.sync 0; ld.shared.u32 d, [other]; }");

  forms.group("local and constant memory");
  forms.add("ld.local.{u8,b16,b32,b64,f32} [indexed]", "T=T,T,field",
            "{ .local .align 16 .b8 frame[64]; .reg .b32 q; mov.u32 q, frame; st.local.$T [frame], a;"
            " st.local.$T [frame+16], b; and.b32 c, c, 1; mad.lo.u32 q, c, 16, q; @ d, [q]; }");
  forms.add(
      "ld.local.v4.b32 [vector]", "b32,b32,b32,b32=b32,b32,b32,b32",
      "{ .local .align 16 .b8 frame[16]; st.local.v4.b32 [frame], {x, c, b, a}; @ {d, e, f, g}, [frame]; }");
  forms.add(
      "ld.u64 [generic address of local memory]", "b64=b64",
      "{ .local .align 8 .b8 frame[8]; .reg .b64 q; mov.u64 q, frame; cvta.local.u64 q, q; st.u64 [q], a;"
      " ld.local.u64 d, [frame]; }");
  forms.add("ld.const.{u8,u16,u32,u64} [indexed]", "T=field",
            "{ .reg .b64 q, r; and.b32 a, a, 7; mov.u64 q, table_$K; mad.wide.u32 q, a, 8, q; @ d, [q]; }",
            ".const .align 8 .b64 table_$K[8] = {0x0123456789abcdef, 1, -2, 3, 0x8000000000000000, 5, 6, "
            "0xfedcba98765432};\n");
  forms.add("ld.const.v2.u32 [vector]", "b32,b32=", "@ {d, e}, [table_$K+8];",
            ".const .align 8 .b32 table_$K[4] = {1, 2, 3, 4};\n");
  constexpr const char* indexed =
      "{ .reg .b64 q; and.b32 a, a, 3; mov.u64 q, table_$K; mad.wide.u32 q, a, $N, q; @ d, [q]; }";
  forms.add("ld.global.{s8,u16,s32,u64} [initialised variable]", "T=field", indexed,
            ".global .align 8 .$T table_$K[4] = {1, 2, 99};\n");
  forms.add("ld.global.f32 [initialised variable]", "T=field", indexed,
            ".global .align 8 .f32 table_$K[4] = {0f3F800000, 0.1, -2.5};\n");
  forms.add("ld.global.f64 [initialised variable]", "T=field", indexed,
            ".global .align 8 .f64 table_$K[4] = {0d3FF0000000000000, 0.1, -2.5};\n");
  forms.add("ld.u32 [generic address of a variable]", "b32=field",
            "{ .reg .b64 q; and.b32 a, a, 3; mov.u64 q, table_$K; cvta.global.u64 q, q; mad.wide.u32 q, a, "
            "4, q; @ d, [q]; }",
            ".global .align 4 .b32 table_$K[4] = {10, 20, 30, 40};\n");
  forms.add("ld.global.u64 [address in an initialiser]",
            "b32=", "{ .reg .b64 q; @ q, [pointer_$K]; ld.u32 d, [q]; }",
            ".global .align 4 .b32 table_$K[4] = {10, 20, 30, 40};\n.global .align 8 .u64 pointer_$K = "
            "generic(table_$K)+8;\n");

  forms.group("address space");
  forms.add("isspacep.{global,shared,local,const}", "pred,pred,pred,pred=",
            "{ .reg .b64 q; .shared .b32 s; .local .b32 l; cvta.global.u64 q, pd; @ d, q; mov.u64 q, s; "
            "cvta.shared.u64 q, q;"
            " @ e, q; mov.u64 q, l; cvta.local.u64 q, q; @ f, q; mov.u64 q, word_$K; cvta.const.u64 q, q; @ "
            "g, q; }",
            ".const .b32 word_$K = 1;\n");
  forms.add("cvta.to.global.u64", "b32=",
            "{ .reg .b64 q; mov.u64 q, word_$K; cvta.global.u64 q, q; @ q, q; ld.global.u32 d, [q]; }",
            ".global .b32 word_$K = 11;\n");
  forms.add("cvta.to.const.u64",
            "b32=", "{ .reg .b64 q; mov.u64 q, word_$K; cvta.const.u64 q, q; @ q, q; ld.const.u32 d, [q]; }",
            ".const .b32 word_$K = 12;\n");
  forms.add("cvta.to.local.u64", "b32=b32",
            "{ .local .b32 l; .reg .b64 q; mov.u64 q, l; cvta.local.u64 q, q; @ q, q; st.local.u32 [q], a; "
            "ld.local.u32 d, [l]; }");
  forms.add("prefetch.global.{L1,L2}", "b32=b32", "@ [pa]; mov.b32 d, a;");
  forms.add(
      "{membar.cta,membar.gl,membar.sys,fence.sc.cta,fence.sc.gpu,fence.sc.sys,fence.acq_rel.cta,fence.acq_"
      "rel.gpu,"
      "fence.acq_rel.sys}",
      "b32=b32", "st.global.u32 [pd], a; @ ; ld.global.u32 d, [pd];");
}

}  // namespace

void add_memory_forms(FormList& forms) {
  add_loads(forms);
  add_spaces(forms);
}

}  // namespace conformance
