// Types whose namespaces the names of extern "C" kernels do not tell.
#pragma once

struct Point {
  float x, y;
};

typedef struct {
  Point center;
  float radius;
} Circle;

#ifdef __cplusplus
namespace geometry {
inline namespace v1 {
struct alignas(8) Box {
  Point low, high;
};
namespace detail {
class Grid {
 public:
  Grid() = default;
  int cells[2];

 private:
  Box bounds;
};
}  // namespace detail
}  // namespace v1

template <class T, int N>
struct Vec {
  T elements[N];
};

enum class Side : short { left, right };

struct Outer {
  struct Inner {
    int value;
  };
  enum Kind { round, square };
  Inner inner;
};
}  // namespace geometry
#endif
