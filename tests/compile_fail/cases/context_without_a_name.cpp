// flags: -Werror
// gcc: declared with attribute 'nodiscard'
// clang: declared with 'nodiscard' attribute
#include "../stubs.hpp"

void call() {
#ifdef WRONG
  gpu::Context{gpu::Device{0}};
#else
  const gpu::Context context{gpu::Device{0}};
#endif
}
