/// What the templates' arguments are made of.
#pragma once

#ifdef __CUDACC__
#define INSTANTIATE_TEST_DEVICE __device__
#else
#define INSTANTIATE_TEST_DEVICE
#endif

namespace inst {

struct Pair {
  int first, second;
};

enum class Mode : short { once = -1, twice = 2 };

template <class T>
struct Negated {
  static INSTANTIATE_TEST_DEVICE T of(T value) { return -value; }
};

template <class T, int N>
struct Fixed {
  T values[N];
};

}  // namespace inst
