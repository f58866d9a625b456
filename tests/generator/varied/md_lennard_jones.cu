// Molecular dynamics with aliases everywhere: of scalars, pointers, arrays, templates and functions.
#include <physics/body.hpp>
#include <sparse/csr.hpp>
#include <cstdint>

namespace md {

using real = float;
using index_t = std::int32_t;
typedef real vec3[3];
using positions_t = const vec3*;
using Neighbours = sparse::Pattern<index_t>;
template <class T> using Ptr = T* __restrict__;
using Ints = int[];

struct Unused;
enum class Ensemble;

/// Forces of all pairs within the cutoff.
__global__ void lennard_jones(positions_t x, Ptr<vec3> forces, Neighbours list, real cutoff = real(2.5) * 1.12f,
                              std::int_fast64_t seed = -1, char tag = 'x', const char* name = nullptr, index_t stride = sizeof(vec3) / sizeof(real),
                              bool periodic = !false, unsigned long flags = 1ul << 3 | 0b101, double huge = 1e300, float odd = 0x1p-3f) {
  forces[threadIdx.x][0] = x[threadIdx.x][1] * cutoff * list.count;
}

__global__ void thermostat(Ints codes, const real scale, physics::Precise* kinetic) { *kinetic = codes[0] * scale; }

}  // namespace md
