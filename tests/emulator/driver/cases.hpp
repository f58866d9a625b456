#pragma once

#include <string>
#include <vector>

namespace driver_test {

/// What a driver answers to one misuse. The results of the calls, in order, separated by spaces.
struct Case {
  const char* name;
  const char* expected;
  std::string (*run)();
  const char* also_on_gpu = nullptr;  ///< what a real driver was seen to answer as well
};

/// Every row of what the real driver answers; each runs in a process of its own, for some end the context.
const std::vector<Case>& cases();

}  // namespace driver_test
