// Members of objects as template arguments, beside functions, which look alike in a mangled name.
#include "point_members.hpp"

namespace helpers {
__device__ int twice(int value) { return 2 * value; }
}  // namespace helpers

template <int geometry::Point::* Member>
__global__ void pick(geometry::Point point, int* out) {
  *out = Member == nullptr ? 0 : point.*Member;
}

template <int (geometry::Point::*Function)(int) const, void (geometry::Point::*Change)(int)>
__global__ void call(geometry::Point point, int* out) {
  (point.*Change)(1);
  *out = (point.*Function)(2);
}

namespace app {

template <auto Member, int (*Function)(int)>
__global__ void both(const geometry::Pair<float>* pair, int* out) {
  *out = Function(static_cast<int>(pair->*Member));
}

}  // namespace app

void use() {
  (void)&pick<&geometry::Point::x>;
  (void)&pick<&geometry::Point::y>;
  (void)&pick<nullptr>;
  (void)&call<&geometry::Point::sum, &geometry::Point::move>;
  (void)&app::both<&geometry::Pair<float>::second, &helpers::twice>;
}
