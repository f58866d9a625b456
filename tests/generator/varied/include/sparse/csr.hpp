#pragma once
#include <cstdint>

namespace sparse {

template <class Index = std::int32_t>
struct Pattern {
  const Index* rows;
  const Index* columns;
  Index count;
};

template <class Value, class Index = std::int32_t>
struct Csr : Pattern<Index> {
  const Value* values;
  struct Shape {
    Index rows, columns;
  } shape;
};

enum Transpose : bool { as_is, transposed };

template <class T>
struct Plus {
  static constexpr T identity = T{};
#ifdef __CUDACC__
  __device__ T operator()(T a, T b) const { return a + b; }
#endif
};

template <class T>
struct Times {
#ifdef __CUDACC__
  __device__ T operator()(T a, T b) const { return a * b; }
#endif
};

}  // namespace sparse
