#include "stubs.hpp"

#include <gpu/library.hpp>

namespace stubs {

namespace entries {
namespace {
constexpr char image_0[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n .entry scale() {} .entry mixed() {} .entry nothing() "
    "{}\n";
constexpr gpu::Image images[] = {{.source = "stubs.cu", .data = image_0, .size = sizeof image_0 - 1}};
gpu::Entry* const kernels[] = {&scale, &mixed, &nothing};
}  // namespace
constinit gpu::Entry scale{library, 0, "scale", "stubs::scale"};
constinit gpu::Entry mixed{library, 0, "mixed", "stubs::mixed"};
constinit gpu::Entry nothing{library, 0, "nothing", "stubs::nothing"};
}  // namespace entries

constinit const gpu::Library library{"stubs", entries::images, entries::kernels};

}  // namespace stubs
