/// Puts the recording driver behind gpu::.
#pragma once

#include <string>

#include "fake_driver.hpp"

namespace fake {

/// The path of libgpu_fake_driver.so, which lies beside the test program.
std::string driver_path();

/// Opens it, and makes GPU_DRIVER name it, before gpu:: is used for the first time.
Driver& load_driver();

}  // namespace fake
