#include <params.hpp>
extern "C" __global__ void fill(app::Box<app::Item> box, other::Item item) {}
