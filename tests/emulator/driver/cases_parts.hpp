#pragma once

#include <vector>

#include "cases.hpp"

namespace driver_test {

void add_setup_cases(std::vector<Case>& all);
void add_image_cases(std::vector<Case>& all);
void add_launch_cases(std::vector<Case>& all);
void add_memory_cases(std::vector<Case>& all);
void add_sticky_cases(std::vector<Case>& all);

}  // namespace driver_test
