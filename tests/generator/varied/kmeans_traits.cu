// Clustering; parameter types are members of a traits class.
#include <grids/config.hpp>

namespace clustering {

template <class Traits, class T = typename Traits::Scalar>
__global__ void assign(const typename Traits::Scalar* __restrict__ points, typename Traits::Index* nearest,
                       typename Traits::Index start, T scale, decltype(T{} * 1.0) tolerance, int halo = Traits::halo) {
  if (points[threadIdx.x] * scale > tolerance) nearest[threadIdx.x] = {start.i + halo, start.j};
}
template __global__ void assign<grids::Traits<float>>(const float*, grids::Traits<float>::Index*, grids::Traits<float>::Index,
                                                      float, double, int);
template __global__ void assign<grids::Traits<double>, double>(const double*, grids::Traits<double>::Index*,
                                                               grids::Traits<double>::Index, double, double, int);

template <int Clusters, typename Accumulator = unsigned long long, Accumulator Scale = 1000>
__global__ void centres(const float (&)[1], Accumulator (*sums)[Clusters]);

template <int Clusters, typename Accumulator = unsigned long long, Accumulator Scale = 1000>
__global__ void centres(const float* points, Accumulator (*sums)[Clusters]) {
  atomicAdd(&sums[0][threadIdx.x % Clusters], static_cast<Accumulator>(points[threadIdx.x] * Scale));
}
template __global__ void centres<8>(const float*, unsigned long long (*)[8]);
template __global__ void centres<4, unsigned, 10u>(const float*, unsigned (*)[4]);

}  // namespace clustering
