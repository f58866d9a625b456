// gcc: error: the value of 'host' is not usable in a constant expression
// clang: call to consteval function 'gpu::Arg<unsigned int>::Arg<unsigned long>' is not a constant expression
#include "../stubs.hpp"

void call(Given& g) {
  std::vector<float> host(5);
#ifdef WRONG
  kernels::scale(g.config, g.in, g.out, host.size());
#else
  kernels::scale(g.config, g.in, g.out, static_cast<unsigned>(host.size()));
#endif
}
