#include <shared/types.hpp>
__global__ void same(int n) {}
__global__ void same(float x) {}
__global__ void same(int n, float x) {}
__global__ void same(lib::Point p) {}
__global__ void same(const lib::Point* p) {}
namespace a { __global__ void same(int* p) {} }
template <class T> __global__ void both(T* p) {}
template <class T> __global__ void both(T* p, int n) {}
template __global__ void both<float>(float*);
template __global__ void both<float>(float*, int);
template __global__ void both<int>(int*, int);
