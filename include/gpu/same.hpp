/// Kernel arguments that are classes.
#pragma once

#include <type_traits>

namespace gpu {

/// The type of an argument for a kernel's class parameter: that very class, or a braced list of its members.
/// A class derived from it would lose what it adds, and what converts to it might round; both do not compile.
template <class Given, class Parameter>
concept Same =
    std::is_same_v<Given, Parameter>;  // no other type: convert it in the call, Parameter(argument)

}  // namespace gpu
