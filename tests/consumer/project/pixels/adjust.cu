#include <consumer/adjustment.hpp>

#if CONSUMER_GAIN != 3 || PIXEL_BIAS != 5 || PIXEL_SCALE != 2
#error "the settings of the library do not reach the device code"
#endif

namespace demo {

__global__ void adjust(int* pixels, consumer::Adjustment adjustment, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int amount = adjustment.amount * CONSUMER_GAIN * PIXEL_SCALE + PIXEL_BIAS;
  pixels[i] = adjustment.mode == consumer::Mode::add ? pixels[i] + amount : pixels[i] * amount;
}

}  // namespace demo
