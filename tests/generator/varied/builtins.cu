#include <cstdint>
__global__ void integers(char a, signed char b, unsigned char c, short d, unsigned short e, int f, unsigned g, long h,
                         unsigned long i, long long j, unsigned long long k, bool l) {}
__global__ void wide(wchar_t a, char16_t b, char32_t c) {}
__global__ void spellings(unsigned int a, long int b, long long int c, short int d, unsigned short int e, signed f,
                          long unsigned int g, int unsigned long h) {}
__global__ void sized(int8_t a, std::uint8_t b, int16_t c, uint16_t d, std::int32_t e, uint32_t f, std::int64_t g,
                      uint64_t h, size_t i, std::ptrdiff_t j, intptr_t k, uintptr_t l, int_fast16_t m, uint_least8_t n) {}
__global__ void floats(float a, double b, const float c, const volatile double d) {}
__global__ void nothing() {}
extern "C" __global__ void c_integers(char a, signed char b, unsigned char c, long d, long long e, std::size_t f,
                                      std::uint64_t g, bool h) {}
