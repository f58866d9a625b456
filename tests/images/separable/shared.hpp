/// What the sources of the library have in common.
#pragma once

namespace sep {

struct Weights {
  float of_sum, of_count;
};

}  // namespace sep
