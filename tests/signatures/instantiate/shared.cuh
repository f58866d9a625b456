#pragma once

namespace inst {
inline namespace v1 {

/// In a header that two sources include: instantiated once.
template <class T>
__global__ void fill(T* out, T value) {
  *out = value;
}

}  // namespace v1
}  // namespace inst
