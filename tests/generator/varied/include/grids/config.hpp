#pragma once
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <cuda/std/tuple>

#define GRIDS_DIMENSIONS 3
#define GRIDS_PRECISE 0

namespace grids {

#if GRIDS_PRECISE
using real = double;
#else
using real = float;
#endif

template <class T>
using Field = cuda::std::mdspan<T, cuda::std::dextents<int, 2>>;
template <class T, int Rows, int Columns>
using Tile = cuda::std::mdspan<T, cuda::std::extents<int, Rows, Columns>>;

template <class T>
struct Traits {
  using Scalar = T;
  struct Index {
    int i, j;
  };
  static constexpr int halo = 2;
};

class Box {
 public:
  static constexpr int sides = 6;
  int lower[GRIDS_DIMENSIONS];

 private:
  int upper_[GRIDS_DIMENSIONS];
  friend struct Builder;
};

}  // namespace grids
