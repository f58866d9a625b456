#pragma once
#include <cstdint>
#include <cuda_fp16.h>
#include <texture_types.h>
#include <vector_types.h>

namespace zoo {

struct Flags {
  std::uint32_t kind : 4, : 3, level : 9;
  std::uint8_t rest;
};
struct Registers {
  std::uint64_t low : 40;
  std::uint64_t high : 24;
  signed sign : 1;
  bool on : 1, off : 1;
};
struct Mixed {
  char before;
  short middle : 5;
  int after;
};
union Variant {
  std::uint32_t words[4];
  double real;
  struct {
    char tag;
    float4 value;
  };
};
struct Nested {
  struct Inner {
    struct Leaf {
      int leaf;
    } deep[2][3];
  } inner;
  int Inner::* member;
};
struct Base {
  int left;
};
struct Other {
  short right;
};
struct Diamond : Base, Other {
  char own;
};
class Protected : protected Base {
 public:
  int visible;
 protected:
  int guarded;
};
struct Tag {};
struct EmptyBase : Tag {
  Tag tag;
  int n;
};
struct Virtualless : Base {
  using Base::left;
  int own;
  static int shared;
  enum { constant = 3 };
};
struct alignas(64) Line {
  char tag;
};
template <class T, int N>
struct Vec {
  T v[N];
};
struct Half {
  __half h;
  __half halves[2];
  cudaTextureObject_t texture;
};

#define ZOO_10(n) int n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7, n##8, n##9;
/// More members than anyone would write by hand.
struct Big {
  ZOO_10(m) ZOO_10(m1) ZOO_10(m2) ZOO_10(m3) ZOO_10(m4) ZOO_10(m5) ZOO_10(m6) ZOO_10(m7) ZOO_10(m8) ZOO_10(m9)
  ZOO_10(n1) ZOO_10(n2) ZOO_10(n3) ZOO_10(n4) ZOO_10(n5) ZOO_10(n6) ZOO_10(n7) ZOO_10(n8) ZOO_10(n9) ZOO_10(k)
  ZOO_10(o1) ZOO_10(o2) ZOO_10(o3) ZOO_10(o4) ZOO_10(o5) ZOO_10(o6) ZOO_10(o7) ZOO_10(o8) ZOO_10(o9) ZOO_10(l)
  ZOO_10(p1) ZOO_10(p2) ZOO_10(p3) ZOO_10(p4) ZOO_10(p5) ZOO_10(p6) ZOO_10(p7) ZOO_10(p8) ZOO_10(p9) ZOO_10(i)
  ZOO_10(q1) ZOO_10(q2) ZOO_10(q3) ZOO_10(q4) ZOO_10(q5) ZOO_10(q6) ZOO_10(q7) ZOO_10(q8) ZOO_10(q9) ZOO_10(j)
};
#undef ZOO_10

}  // namespace zoo
