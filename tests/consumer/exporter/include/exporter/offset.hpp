#pragma once

namespace exporter {

struct Offset {
  double amount;
  int repeat;
};

}  // namespace exporter
