// D2Q9 lattice Boltzmann: whole kernels by macro, arrays in structs, constant tables.
#include <physics/body.hpp>

#define Q 9
#define CELL_KERNEL(name, ...) __global__ void __launch_bounds__(64) name(double (*f)[Q], unsigned char *flags, __VA_ARGS__)
#define NX 128
#define STRIDE(n) ((n) * Q)

__constant__ double weights[Q];
__constant__ signed char velocities[Q][2];
__device__ int step_counter;
__managed__ double residual;

CELL_KERNEL(collide, double omega, int nx = NX, int stride = STRIDE(NX))
{
    double density = 0;
    for (int q = 0; q < Q; ++q)
        density += f[threadIdx.x][q];
    for (int q = 0; q < Q; ++q)
        f[threadIdx.x][q] += omega * (weights[q] * density - f[threadIdx.x][q]) * (flags[threadIdx.x] ? 0 : 1);
    if (threadIdx.x == 0) { ++step_counter; residual = density; }
}

CELL_KERNEL(stream, double (*out)[Q], int nx, int ny)
{
    for (int q = 0; q < Q; ++q) {
        int x = (threadIdx.x + velocities[q][0] + nx) % nx, y = (blockIdx.x + velocities[q][1] + ny) % ny;
        out[y * nx + x][q] = flags[y * nx + x] ? f[0][q] : f[blockIdx.x * nx + threadIdx.x][q];
    }
}

/* clang-format off */
__global__ void
boundary
(
    double      (*f)[Q]        /* in/out */
  , const int   *cells         // wall cells
  , int          count         //   their number
  , const physics::Cell * /* unused */
)
/* clang-format on */
{
    if (threadIdx.x < count) f[cells[threadIdx.x]][0] = 0;
}
