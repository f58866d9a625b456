#pragma once

namespace app {

template <class T>
struct Sum {
  T start;
};

}  // namespace app
