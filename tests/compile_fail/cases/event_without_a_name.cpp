// flags: -Werror
// gcc: declared with attribute 'nodiscard'
// clang: declared with 'nodiscard' attribute
#include "../stubs.hpp"

void call() {
#ifdef WRONG
  gpu::Event{};
#else
  const gpu::Event event;
#endif
}
