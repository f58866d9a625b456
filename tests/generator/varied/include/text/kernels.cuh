// Text kernels for inclusion.
#ifndef TEXT_KERNELS
#define TEXT_KERNELS

namespace text_kernels {

/// Makes letters capital.
static __global__ void upper(char* text, int n) {
  if (threadIdx.x < n && text[threadIdx.x] >= 'a') text[threadIdx.x] -= 32;
}

/// Replaces one character by another.
template <char From, char To, class Index = int>
__global__ void replace(char* text, Index n) {
  if (threadIdx.x < n && text[threadIdx.x] == From) text[threadIdx.x] = To;
}

}  // namespace text_kernels

#endif
