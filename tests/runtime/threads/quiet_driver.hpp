/// The recording driver without its recording.
#pragma once

#include "../fake_driver/fake_driver.hpp"

/// Sets GPU_DRIVER to the recording driver beside the program and quiets it; gpu:: has not been used before.
fake::Driver& quiet_driver();
