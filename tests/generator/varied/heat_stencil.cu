// The heat equation; parameters depend on the configuration header's macros.
#include <grids/config.hpp>

namespace grids {

__global__ void heat(const real* in, real* out, int nx,
#if GRIDS_DIMENSIONS > 1
                     int ny,
#endif
#if GRIDS_DIMENSIONS > 2
                     int nz,
#endif
#if GRIDS_PRECISE
                     double diffusivity = 0.25)
#else
                     float diffusivity = .25f)
#endif
{
  const int i = (blockIdx.z * ny + blockIdx.y) * nx + threadIdx.x;
  if (static_cast<int>(blockIdx.z) < nz) out[i] = in[i] + diffusivity * (in[i + 1] + in[i - 1] - 2 * in[i]);
}

#ifdef GRIDS_UNKNOWN
/// The wrong one.
__global__ void boundary(real* field, real value) {}
#else
/// Fixes the values of a side.
__global__ void boundary(real* field, Box box, int side = Box::sides - 1) {
  if (side < Box::sides) field[threadIdx.x] = real(box.lower[side % GRIDS_DIMENSIONS]);
}
#endif

}  // namespace grids
