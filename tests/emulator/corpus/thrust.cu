// The kernels that thrust's algorithms bring along: the host functions make nvcc emit them all.
// corpus: architectures 75 90
// corpus: loads only
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};

void everything(thrust::device_ptr<float> values, thrust::device_ptr<int> keys, long n) {
  thrust::transform(thrust::device, values, values + n, values, Square{});
  thrust::reduce(thrust::device, values, values + n);
  thrust::inclusive_scan(thrust::device, values, values + n, values);
  thrust::sort(thrust::device, keys, keys + n);
  thrust::sort_by_key(thrust::device, keys, keys + n, values, thrust::greater<int>());
  thrust::unique(thrust::device, keys, keys + n);
  thrust::reduce_by_key(thrust::device, keys, keys + n, values, keys, values);
}
