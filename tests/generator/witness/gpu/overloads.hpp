#pragma once

namespace gpu {

template <class... Stubs>
struct Overloads : Stubs... {};

}  // namespace gpu
