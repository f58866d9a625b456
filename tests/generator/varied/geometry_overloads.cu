// One name for many shapes: overloads by count, by class, by constness, by element, in two namespaces.
#include <physics/body.hpp>
#include <rays/scene.hpp>

namespace geometry {

__global__ void area(const float2* a, float* out) { *out = a->x * a->y; }
__global__ void area(const float3* a, float* out) { *out = a->x * a->y * a->z; }
__global__ void area(const float3* a, float* out, int n) { *out = a[n].x; }
__global__ void area(rays::Ray ray, float* out) { *out = ray.tmax; }
__global__ void area(rays::Hit hit, float* out) { *out = hit.t; }
__global__ void area(const double (*a)[2], double* out) { *out = a[0][0] * a[0][1]; }
template <class T> __global__ void volume(const T* boxes, T* out) { *out = *boxes; }
template <class T> __global__ void volume(const T* boxes, T* out, T scale) { *out = *boxes * scale; }
template <class T> __global__ void volume(const T* const* boxes, T* out) { *out = **boxes; }
template __global__ void volume(const float*, float*);
template __global__ void volume(const float*, float*, float);
template __global__ void volume(const double* const*, double*);
template __global__ void volume(const double*, double*, double);

inline namespace exact {
__global__ void area(float* data) { *data = 0; }
}

}  // namespace geometry

__global__ void area(physics::Particle* p, double tolerance) { p->mass = tolerance; }
__global__ void area(physics::Particle* p, float tolerance) { p->mass = tolerance; }
