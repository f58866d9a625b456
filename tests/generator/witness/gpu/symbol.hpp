#pragma once

namespace gpu {

struct SymbolEntry {
  int unused;
};
template <class T, SymbolEntry&>
struct Symbol {
  using type = T;
};

}  // namespace gpu
