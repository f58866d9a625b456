// flags: -Werror
// gcc: declared with attribute 'nodiscard'
// clang: declared with 'nodiscard' attribute
#include "../stubs.hpp"

void call(const gpu::Stream& stream) {
#ifdef WRONG
  stream.record();
#else
  const gpu::Event event = stream.record();
#endif
}
