#pragma once
#ifdef __CUDACC__
#define APP_DEVICE __device__
#else
#define APP_DEVICE
#endif
namespace app {
struct Pixel {
  float red, green;
};
enum class Mode { once, twice };
template <class T>
struct Twice {
  static APP_DEVICE T of(T value) { return value + value; }
};
}  // namespace app
