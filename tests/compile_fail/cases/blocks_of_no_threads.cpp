// gcc: is not a constant expression
// clang: must be initialized by a constant expression
// clang: in call to 'blocks_for(1000, 0)'
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  constexpr auto blocks = gpu::blocks_for(1000, 0);
#else
  constexpr auto blocks = gpu::blocks_for(1000, 256);
#endif
}
