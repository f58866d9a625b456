// gcc: T must be trivially copyable, because its bytes are copied to the device
// clang: T must be trivially copyable, because its bytes are copied to the device
#include "../stubs.hpp"

void call(Given& g) {
#ifdef WRONG
  gpu::DeviceBuffer<std::string> buffer;
#else
  gpu::DeviceBuffer<char> buffer;
#endif
}
