#include <params.hpp>
__global__ void first(Params params) {}
