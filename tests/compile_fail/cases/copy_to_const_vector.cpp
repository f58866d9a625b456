// gcc: cannot convert 'const std::vector<float>' to 'std::span<float
// clang: no viable conversion from 'const std::vector<float>' to 'std::span<float>'
#include "../stubs.hpp"

void call(Given& g) {
  const std::vector<float> host(1);
#ifdef WRONG
  g.in.copy_to(host);
#else
  std::vector<float> mutable_host(1);
  g.in.copy_to(mutable_host);
#endif
}
