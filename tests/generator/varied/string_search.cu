// Text: characters of every width, and sources that hold what looks like kernels.
#include <cstdint>

#define PATTERN "__global__ void fake(int n) { }"
__device__ const char* const raw = R"(__global__ void also_fake(int n) {})";
__device__ const char brace = '{';

/* A comment /* that does not nest: __global__ void commented(int n) {} */
// __global__ void commented_too(int n) {} \
   __global__ void continued(int n) {}

/// Finds `needle`; "quotes", 'apostrophes', \backslashes and // slashes stay.
__global__ void find(const char* text, std::size_t length, const char needle[16], unsigned* position, char separator = ';', const char* stop = "}{") {
  if (threadIdx.x < length && text[threadIdx.x] == needle[0] && text[threadIdx.x] != PATTERN[0] + raw[1]) *position = threadIdx.x + (brace == '}');
}
__global__ void widths(const wchar_t* a, const char16_t* b, const char32_t* c, const signed char* d, const unsigned char* e, wchar_t f, char16_t g, char32_t h) {}
__global__ void words(char** argv, const char* const* table, const char (*rows)[80], int argc) {}
