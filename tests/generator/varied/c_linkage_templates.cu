// extern "C" kernels whose parameters are class templates: only the debug record tells the types.
#include <grids/config.hpp>
#include <imaging/types.hpp>
#include <physics/body.hpp>
#include <rays/scene.hpp>
#include <sparse/csr.hpp>

extern "C" {
__global__ void c_spmv(sparse::Csr<double, std::int64_t> a, const double* x, double* y) { y[threadIdx.x] = a.values[threadIdx.x] * x[0]; }
__global__ void c_pixels(imaging::View<uchar4> view, imaging::View<const float> other, imaging::Border border) { view.data[0] = {}; }
__global__ void c_particles(imaging::View<physics::Particle> view, const sparse::Csr<float>* matrices) { view.data[0].mass = matrices->count; }
__global__ void c_nested(imaging::View<imaging::View<int>> views, sparse::Csr<float>::Shape shape) { views.data[0].data[0] = shape.rows; }
__global__ void c_pointers(imaging::View<float*> rows, imaging::View<const physics::Charged* const> records) { *rows.data[0] = records.data[0]->charge; }
__global__ void c_spin(physics::Charged::Spin spin, rays::Scene::Camera camera, grids::Box box) { }
}
