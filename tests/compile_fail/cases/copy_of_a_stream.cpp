// gcc: use of deleted function 'gpu::Stream::Stream(const gpu::Stream&)'
// clang: call to implicitly-deleted copy constructor of 'gpu::Stream'
#include "../stubs.hpp"

void call(Given& g) {
  gpu::Stream stream;
#ifdef WRONG
  gpu::Stream copy = stream;
#else
  gpu::Stream moved = std::move(stream);
#endif
}
