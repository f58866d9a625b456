#define EXTRA
#include <params.hpp>
__global__ void second(Params params) {}
