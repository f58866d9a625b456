#include <app/vec.hpp>
/// An overload from another source.
__global__ void fill(app::Vec* data, app::Vec value) {}
