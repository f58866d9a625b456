#include <kernels.hpp>

int other();

int main(int argc, char**) {
  // Named, so that the library is linked; never launched here.
  return argc > 1 ? kernels::scale.name()[0] : other();
}
