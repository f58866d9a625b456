#include <shared/types.hpp>
__global__ void plain(float* a, const float* b, volatile float* c, const volatile float* d, void* e, const void* f) {}
__global__ void restricted(float* __restrict__ a, const float* __restrict__ b, float* const __restrict__ c,
                           const lib::Point* const __restrict__ d) {}
__global__ void deeper(float** a, const float** b, float* const* c, const float* const* d, float*** e,
                       void** g) {}
__global__ void arrays(float a[], const float b[7], float c[][3], int (*d)[4][5], float* e[8], const int (*const f)[2]) {}
__global__ void functions(void (*a)(), int (*b)(float, const char*), lib::Callback c, double (*d)(double (*)(int)),
                          void (**e)(int), float (*f)(const int*, ...)) {}
__global__ void classes(lib::Point* a, const lib::Array<int>* b, lib::Incomplete* c, lib::Matrix<float>::Index* d,
                        lib::Tree* e, lib::Tagged* f, lib::Untagged* g, lib::Alias* h, lib::Value* i,
                        lib::v1::Versioned* j) {}
extern "C" __global__ void c_pointers(float** a, const float* const* b, int (*c)[4], void (*d)(int, float*), lib::Tree* e,
                                      lib::Plain* f, const lib::Outer::Middle::Deep* g) {}
