/// Structs that hold the toolkit's pairs of small numbers.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace pairs {

struct Inner {
  __half2 halves[3];
  int spare;
};

struct Base {
  int count;
};

struct Outer : Base {
  Inner inner[2];
  __nv_bfloat162 brains;
};

}  // namespace pairs
