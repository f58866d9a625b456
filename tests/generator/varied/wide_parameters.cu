// options: -arch=compute_90
// Parameter lists far beyond the 4 KB of old: up to the limit of 32,764 bytes.
#include <zoo/layouts.hpp>

__global__ void limit(zoo::Vec<unsigned char, 32764> all) { if (all.v[32763]) __trap(); }
__global__ void past_4k(zoo::Vec<double, 511> a, int n, zoo::Vec<short, 3000> b, char tail, float* out) { *out = a.v[n] + b.v[n] + tail; }
extern "C" __global__ void c_past_4k(zoo::Big a, zoo::Big b, zoo::Big c, const zoo::Half* d, float* out) { *out = a.m0 + b.m1 + c.j9 + (d != nullptr); }
__global__ void matrices(zoo::Vec<zoo::Vec<float4, 4>, 64> transforms, const int count, float4* out) { *out = transforms.v[count].v[3]; }
