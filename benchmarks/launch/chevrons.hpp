/// Launches by nvcc's own <<<>>>, for comparison.
#pragma once

#include <gpu/driver/types.hpp>

/// One launch of `small` or `vector_add`, as a programmer writes it in a .cu file.
void chevron_small(unsigned grid, unsigned block, CUstream stream, const float* a, const float* b, float* out,
                   unsigned count);
void chevron_vector_add(unsigned grid, unsigned block, CUstream stream, const float* a, const float* b,
                        float* out, unsigned count);

/// `times` launches of `small` in a loop: the loop stands where the launch does, as in a program compiled by
/// nvcc.
void chevron_small_loop(int times, CUstream stream, const float* a, const float* b, float* out,
                        unsigned count);

/// Null when the CUDA runtime can launch on this machine, else its reason.
const char* chevron_obstacle();
