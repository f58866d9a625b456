/// All that the source of a kernel library needs: loading, checked launches, variables. Generated code
/// includes it once a library, so that user code does not compile it.
#pragma once

#include <gpu/detail/launch.hpp>
#include <gpu/detail/symbol_access.hpp>
#include <gpu/kernel_library.hpp>
