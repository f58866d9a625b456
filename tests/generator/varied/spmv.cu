// y = alpha A x + beta y for a matrix in compressed rows, also over other semirings.
#include <sparse/csr.hpp>

namespace sparse {

template <class Value, class Index>
__global__ void spmv(Csr<Value, Index> a, const Value* x, Value* y, Value alpha = Value(1), Value beta = Value{}) {
  const Index row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= a.shape.rows) return;
  Value sum{};
  for (Index k = a.rows[row]; k < a.rows[row + 1]; ++k) sum += a.values[k] * x[a.columns[k]];
  y[row] = alpha * sum + beta * y[row];
}

template <template <class> class Add, template <class> class Multiply, class Value>
__global__ void semiring(Csr<Value> a, const Value* x, Value* y, Multiply<Value> multiply, Add<Value> add) {
  const int row = threadIdx.x;
  Value sum = y[row];
  for (int k = a.rows[row]; k < a.rows[row + 1]; ++k) sum = add(sum, multiply(a.values[k], x[a.columns[k]]));
  y[row] = sum;
}

template __global__ void spmv(Csr<float>, const float*, float*, float, float);
template __global__ void spmv<double, std::int64_t>(Csr<double, std::int64_t>, const double*, double*, double, double);
template __global__ void semiring<Plus, Times, float>(Csr<float>, const float*, float*, Times<float>, Plus<float>);
template __global__ void semiring<Times, Plus, int>(Csr<int>, const int*, int*, Plus<int>, Times<int>);

/// Rows of a pattern that hold nothing.
__global__ void empty_rows(Pattern<> pattern, Transpose transpose, std::uint8_t* flags) {
  flags[threadIdx.x] = transpose == as_is && pattern.rows[threadIdx.x] == pattern.rows[threadIdx.x + 1];
}

}  // namespace sparse
