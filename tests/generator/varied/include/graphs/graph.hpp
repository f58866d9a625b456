#pragma once
#include <cstdint>

struct Graph;  // opaque to the host

namespace graphs {

using vertex_t = std::uint32_t;
using edge_t = std::uint64_t;
inline constexpr vertex_t unreached = ~vertex_t{0};

struct Frontier {
  vertex_t *queue, *next;
  unsigned *size;
};

}  // namespace graphs

#define GRAPH_WEIGHTED 1
