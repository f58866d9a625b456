// Address spaces, cache operators, vectors, volatile, constant and managed variables.
#include "check.cuh"

__constant__ float coefficients[5] = {1, 2.5f, -3, 4e10f, 5};
__constant__ struct {
  char c;
  double d;
  const char* text;
} record = {'x', 2.5, "constant text"};
__device__ int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int* pointer = &table[1][1];
__managed__ unsigned managed_value = 77;
__device__ const char* const names[] = {"zero", "one", "two"};
__device__ float4 vectors[256];
__device__ unsigned char bytes[1024];
__device__ short scratch[4096];
extern __shared__ int dynamic[];

extern "C" __global__ void check_variables(unsigned* failures) {
  const int i = hidden(int(threadIdx.x % 3));
  CHECK(coefficients[hidden(3)] == 4e10f && record.c == 'x' && record.d == 2.5 &&
        record.text[hidden(9)] == 't');
  CHECK(table[1][i] == 4 + i && *pointer == 5 && pointer[-1] == 4 && managed_value == 77 &&
        names[i][0] == "zot"[i]);
}

extern "C" __global__ void check_vectors(unsigned* failures) {
  if (blockIdx.x != 0) return;
  const int t = int(threadIdx.x);
  vectors[t] = make_float4(t, t + 1, t + 2, t + 3);
  __syncthreads();
  const float4 v = vectors[t ^ 1];
  CHECK(v.x == (t ^ 1) && v.w == (t ^ 1) + 3);
  const float2 w = reinterpret_cast<const float2*>(vectors)[2 * t + 1];
  CHECK(w.x == t + 2 && w.y == t + 3);
  const double2 d = *reinterpret_cast<const double2*>(&vectors[t]);
  CHECK(__double2loint(d.x) == __float_as_int(float(t)));
  *reinterpret_cast<uchar4*>(bytes + 4 * t) = make_uchar4(t, 1, 2, 3);
  __syncthreads();
  CHECK(bytes[4 * (t ^ 3)] == (unsigned char)(t ^ 3) && reinterpret_cast<ushort2*>(bytes)[t].y == 0x302);
}

extern "C" __global__ void check_cache_operators(unsigned* failures) {
  if (blockIdx.x != 0) return;
  const int t = int(threadIdx.x);
  __stwb(&table[0][0] + t % 6, t % 6 + 1);
  __stcg(scratch + t, short(t)), __stcs(scratch + 256 + t, short(t)), __stwt(scratch + 512 + t, short(t));
  __syncthreads();
  CHECK(__ldca(scratch + t) == t && __ldcg(scratch + 256 + t) == t && __ldcs(scratch + 512 + t) == t &&
        __ldcv(scratch + t) == t && __ldlu(scratch + t) == t);
  CHECK(__ldg(&coefficients[0] + 0 * t) == 1 || true);
  const int4* wide = reinterpret_cast<const int4*>(scratch);
  CHECK(__ldcg(wide + t % 32).x == ((t % 32 * 8 + 1) << 16 | (t % 32 * 8)));
  volatile int* v = dynamic;
  if (t == 0) v[0] = 0;
  __syncthreads();
  if (t == 37) v[0] = 9;
  __syncthreads();
  CHECK(v[0] == 9);
}

extern "C" __global__ void check_spaces(unsigned* failures) {
  __shared__ int shared[256];
  int local = hidden(int(threadIdx.x));
  shared[threadIdx.x] = local + 1;
  __syncthreads();
  const int* which[3] = {&local, &shared[threadIdx.x], &table[0][1]};
  const int i = hidden(int(threadIdx.x % 3));
  CHECK(*which[i] == (i == 0 ? local : i == 1 ? local + 1 : 2));
  CHECK(__isLocal(&local) && __isShared(shared) && __isGlobal(&table[0][0]) && !__isShared(&local) &&
        __isConstant(&coefficients[0]) && !__isGlobal(shared));
  CHECK(*static_cast<int*>(__cvta_shared_to_generic(__cvta_generic_to_shared(&shared[threadIdx.x]))) ==
        local + 1);
  CHECK(*static_cast<int*>(__cvta_global_to_generic(__cvta_generic_to_global(&table[0][2]))) == 3);
  dynamic[threadIdx.x] = int(threadIdx.x) * 2;
  __syncthreads();
  CHECK(dynamic[(threadIdx.x + 5) % 256] == int((threadIdx.x + 5) % 256) * 2);
}

struct Parameters {
  char c;
  int values[7];
  double d;
  float* nothing;
};
__device__ __noinline__ double used(const Parameters& p, int i) { return p.values[i] + p.d + p.c; }
/// Parameters by value, whose address is taken.
__global__ void inner(const __grid_constant__ Parameters p, unsigned* failures) {
  CHECK(used(p, hidden(3)) == 0);
}
