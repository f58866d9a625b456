// Colour conversion of video frames: planes by pointers to pointers, packed pixels.
typedef unsigned char byte;

__host__ __device__ inline byte clip(int value) { return value < 0 ? 0 : value > 255 ? 255 : byte(value); }

/* Planar YUV 4:2:0 to packed RGB.
 *
 * planes: Y, U, V; strides in bytes.
 */
extern "C" __global__ void yuv420_to_rgb(const byte *const *planes, const int strides[3], uchar3 *rgb,
                                         unsigned short width, unsigned short height, long rgb_stride)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width || y >= height)
        return;
    int luma = planes[0][y * strides[0] + x], u = planes[1][y / 2 * strides[1] + x / 2] - 128,
        v = planes[2][y / 2 * strides[2] + x / 2] - 128;
    rgb[y * rgb_stride + x] = make_uchar3(clip(luma + 359 * v / 256), clip(luma - (88 * u + 183 * v) / 256),
                                          clip(luma + 454 * u / 256));
}

extern "C" {
__global__ void swap_planes(byte **planes, int a, int b) { byte *kept = planes[a]; planes[a] = planes[b]; planes[b] = kept; }
__global__ void frame_time(const volatile void *header, volatile long long *ticks) { if (header) *ticks = clock64(); }
}
