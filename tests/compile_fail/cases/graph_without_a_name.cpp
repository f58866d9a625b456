// flags: -Werror
// gcc: declared with attribute 'nodiscard'
// clang: declared with 'nodiscard' attribute
#include "../stubs.hpp"

void call(const gpu::Stream& stream) {
#ifdef WRONG
  gpu::Graph::capture(stream, [] {});
#else
  const gpu::Graph graph = gpu::Graph::capture(stream, [] {});
#endif
}
