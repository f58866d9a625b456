// Device function pointers, members, and kernels that take the handle of a kernel.
#include <physics/body.hpp>

using Force = float (*)(const physics::Particle&, float);
typedef void Visitor(int, const float*);
using Table = Force[4];

__global__ void apply(Force force, physics::Particle* particles, float dt) { particles[threadIdx.x].mass = force(particles[0], dt); }
__global__ void visit(Visitor* visitor, Visitor *const *others, void (*const callback)(int, const float*), int n) { visitor(n, nullptr); others[0](n, nullptr); callback(n, nullptr); }
__global__ void forces(const Table* tables, Force (*choose)(int), float (**all)(const physics::Particle&, float)) { (void)tables; (void)choose(1); (void)all; }
__global__ void member(float physics::Particle::* field, physics::Particle* particles, float value) { particles[threadIdx.x].*field = value; }
__global__ void exceptions(int (*never)(int) noexcept, int* out) { *out = never(1); }
__global__ void handles(void (*kernel)(float*), cudaStream_t, void* arguments[], const void** more) { (void)kernel; (void)arguments; (void)more; }
