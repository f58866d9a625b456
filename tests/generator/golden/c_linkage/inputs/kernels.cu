#include <geometry/shapes.h>

extern "C" {

/// Every type here is told by the debug record alone.
__global__ void shapes(Point point, Circle circle, geometry::Box box, const geometry::detail::Grid grid,
                       geometry::Side side, geometry::Outer::Inner inner, geometry::Outer::Kind kind) {}

__global__ void shape_pointers(const Point* points, geometry::Vec<float, 3>* vecs, const geometry::Box* const* boxes,
                               float4* colours, geometry::Vec<unsigned char, 2> bytes) {}

/// A __grid_constant__ parameter that no code uses is missing from the debug record; the others keep their names.
__global__ void constants(const __grid_constant__ Circle circle, int n, float* out) { out[n] = circle.radius; }
}

namespace geometry {
/// The mangled name tells the type of the unused one.
__global__ void unused_constant(const __grid_constant__ Box used, const __grid_constant__ Outer unused, int n,
                                float* out) {
  out[n] = used.low.x;
}
}  // namespace geometry
