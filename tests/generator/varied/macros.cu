#include <shared/macros.hpp>
KERNEL by_keyword(int n, int* p) { *p = n; }
DEFINE_FILL(float)
DEFINE_FILL(int)
__global__ void by_parameters(PARAMETERS) { out[count] = in[count]; }
__global__ void by_condition(int a,
#if FEATURE
                             float b,
#else
                             double b,
#endif
#ifdef NOT_DEFINED
                             int c,
#endif
                             int* d) {}
#if FEATURE
__global__ void branch(int n) {}
#else
__global__ void branch(float n) {}
#endif
#define PASTE(a, b) a##_##b
__global__ void PASTE(pasted, name)(int n) {}
__global__ void contin\
ued(int n, \
    float* p) {}
__global__ void digraphs(int a<:4:>, int* p) <% *p = a<:0:>; %>
__device__ const char* text = R"x(
/// not a comment: __global__ void fake(int n) {}
)x";
#undef PASTE
