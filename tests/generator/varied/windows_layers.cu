// Written on another system: a mark at the start, and lines that end in two characters.
#include <vector_types.h>

namespace windows {

/// Blends two layers.
///
/// \param alpha between 0 and 1
__global__ void blend(const uchar4* below,
                      const uchar4* above, \
                      uchar4* out,
                      float alpha = 0.5f)
{
    out[threadIdx.x].x = static_cast<unsigned char>(alpha * above[threadIdx.x].x + (1 - alpha) * below[threadIdx.x].x);
}

/*
 * Fills a layer.
 */
template <class T>
__global__ void fill(T* out, T value, int n = 1)
{
    out[threadIdx.x] = value;
}
template __global__ void fill<uchar4>(uchar4*, uchar4, int);

}  // namespace windows
