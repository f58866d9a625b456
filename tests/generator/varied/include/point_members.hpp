#pragma once

#ifdef __CUDACC__
#define POINT_MEMBERS_DEVICE __device__
#else
#define POINT_MEMBERS_DEVICE
#endif

namespace geometry {

struct Point {
  int x, y;
  POINT_MEMBERS_DEVICE int sum(int more) const { return x + y + more; }
  POINT_MEMBERS_DEVICE void move(int by) { x += by; }
};

template <class T>
struct Pair {
  T first, second;
};

}  // namespace geometry
