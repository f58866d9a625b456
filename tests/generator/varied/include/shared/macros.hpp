#pragma once
#define KERNEL __global__ void
#define THREADS 64
#define DEFINE_FILL(type) \
  extern "C" __global__ void fill_##type(type* data, type value, unsigned n) { \
    if (threadIdx.x < n) data[threadIdx.x] = value; \
  }
#define PARAMETERS const float *in, float *out, int count
#define FEATURE 1
