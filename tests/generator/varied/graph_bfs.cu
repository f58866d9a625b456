// Breadth-first search; kernels are declared with their documentation first, and defined below.
#include <graphs/graph.hpp>

namespace graphs {

/// Expands one level.
///
/// \param depth of the vertices that are reached now
__global__ void expand(const edge_t* offsets, const vertex_t* targets,
                       Frontier frontier, vertex_t* depths, vertex_t depth = 1);

// Relaxes edges.
__global__ void relax(const Graph* graph, vertex_t source
#if GRAPH_WEIGHTED
                      , const float* weights
#else
                      , int
#endif
                      , float* distances);

__device__ bool claim(vertex_t* depths, vertex_t v, vertex_t depth) {
  return atomicCAS(&depths[v], unreached, depth) == unreached;
}

}  // namespace graphs

__global__ void graphs::expand(const edge_t* offsets, const vertex_t* targets, Frontier frontier, vertex_t* depths,
                               vertex_t depth) {
  const vertex_t v = frontier.queue[blockIdx.x];
  for (edge_t e = offsets[v] + threadIdx.x; e < offsets[v + 1]; e += blockDim.x)
    if (claim(depths, targets[e], depth)) frontier.next[atomicAdd(frontier.size, 1)] = targets[e];
}

__global__ void graphs::relax(const Graph* graph, vertex_t source,
#if GRAPH_WEIGHTED
                              const float* weights,
#else
                              int,
#endif
                              float* distances) {
  if (graph) distances[source] = weights[source];
}
