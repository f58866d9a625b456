// gcc: cannot convert 'std::vector<double>' to 'std::span<float
// clang: no viable conversion from 'std::vector<double>' to 'std::span<float>'
#include "../stubs.hpp"

void call(Given& g) {
  std::vector<double> host(1);
#ifdef WRONG
  g.in.copy_to(host);
#else
  std::vector<float> floats(1);
  g.in.copy_to(floats);
#endif
}
