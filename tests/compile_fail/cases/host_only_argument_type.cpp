// gcc: a kernel argument must be trivially copyable: the driver copies its bytes
// clang: a kernel argument must be trivially copyable: the driver copies its bytes
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  struct Bad : gpu::Kernel<kernels::entries::raw> {
    void operator()(const gpu::LaunchConfig& config, const std::string& text) const { launch(config, text); }
  };
  Bad{}(g.config, "");
#else
  struct Good : gpu::Kernel<kernels::entries::raw> {
    void operator()(const gpu::LaunchConfig& config, const Pair& pair) const { launch(config, pair); }
  };
  Good{}(g.config, g.pair);
#endif
}
