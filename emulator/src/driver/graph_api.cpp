// Graphs: creation, shape, questions.
#include <algorithm>
#include <vector>

#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/graph.hpp"

using namespace gpu_emulator::driver;

namespace {

/// The driver's way of giving out lists: with no array, how many; else as many as fit, the rest null.
void give_out(const std::vector<CUgraphNode>& found, CUgraphNode* nodes, std::size_t* count) {
  required(count);
  if (nodes != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
    *count = std::min(*count, found.size());
  } else {
    *count = found.size();
  }
}

std::vector<CUgraphNode> handles_of(const std::vector<GraphNode*>& nodes) {
  std::vector<CUgraphNode> handles;
  for (const GraphNode* node : nodes) handles.push_back(node->handle);
  return handles;
}

CUresult give_edges(CUgraph handle, CUgraphNode* from, CUgraphNode* to, std::size_t* count) {
  return graph_api([&] {
    const auto graph = find_graph(handle);
    require((from == nullptr) == (to == nullptr));
    std::vector<CUgraphNode> starts, ends;
    for (const auto& node : graph->nodes()) {
      for (const GraphNode* dependent : node->dependents) {
        starts.push_back(node->handle);
        ends.push_back(dependent->handle);
      }
    }
    required(count);
    std::size_t same = *count;
    give_out(starts, from, count);
    if (to != nullptr) give_out(ends, to, &same);
  });
}

CUresult give_neighbours(CUgraphNode handle, std::vector<GraphNode*> GraphNode::*which, CUgraphNode* nodes,
                         std::size_t* count) {
  return graph_api([&] { give_out(handles_of(find_node(handle).*which), nodes, count); });
}

CUresult change_edges(CUgraph handle, const CUgraphNode* from, const CUgraphNode* to, std::size_t count,
                      void (Graph::*change)(GraphNode&, GraphNode&)) {
  return graph_api([&] {
    const auto graph = find_graph(handle);
    require(count == 0 || (from != nullptr && to != nullptr));
    for (std::size_t i = 0; i < count; ++i) ((*graph).*change)(find_node(from[i]), find_node(to[i]));
  });
}

}  // namespace

CUresult CUDAAPI cuGraphCreate(CUgraph* phGraph, unsigned int flags) {
  return graph_api([&] {
    required(phGraph);
    require(flags == 0);
    *phGraph = Graph::create()->handle;
  });
}

CUresult CUDAAPI cuGraphDestroy(CUgraph hGraph) {
  return graph_api([&] { require(the_driver().graphs.erase(hGraph) != nullptr); });
}

CUresult CUDAAPI cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph) {
  return graph_api([&] {
    required(phGraphClone);
    *phGraphClone = find_graph(originalGraph)->clone()->handle;
  });
}

CUresult CUDAAPI cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode,
                                        CUgraph hClonedGraph) {
  return graph_api([&] {
    required(phNode);
    const auto clone = find_graph(hClonedGraph);
    for (const auto& node : clone->nodes()) {
      if (node->original == hOriginalNode) {
        *phNode = node->handle;
        return;
      }
    }
    fail(CUDA_ERROR_INVALID_VALUE);
  });
}

CUresult CUDAAPI cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type) {
  return graph_api([&] { required(type) = type_of(find_node(hNode).work); });
}

CUresult CUDAAPI cuGraphDestroyNode(CUgraphNode hNode) {
  return graph_api([&] {
    GraphNode& node = find_node(hNode);
    node.graph->remove(node);
  });
}

CUresult CUDAAPI cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, size_t* numNodes) {
  return graph_api([&] {
    std::vector<CUgraphNode> handles;
    for (const auto& node : find_graph(hGraph)->nodes()) handles.push_back(node->handle);
    give_out(handles, nodes, numNodes);
  });
}

CUresult CUDAAPI cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, size_t* numRootNodes) {
  return graph_api([&] {
    std::vector<CUgraphNode> handles;
    for (const auto& node : find_graph(hGraph)->nodes()) {
      if (node->dependencies.empty()) handles.push_back(node->handle);
    }
    give_out(handles, rootNodes, numRootNodes);
  });
}

CUresult CUDAAPI cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, size_t* numEdges) {
  return give_edges(hGraph, from, to, numEdges);
}

CUresult CUDAAPI cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies,
                                            size_t* numDependencies) {
  return give_neighbours(hNode, &GraphNode::dependencies, dependencies, numDependencies);
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes,
                                              size_t* numDependentNodes) {
  return give_neighbours(hNode, &GraphNode::dependents, dependentNodes, numDependentNodes);
}

CUresult CUDAAPI cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                        size_t numDependencies) {
  return change_edges(hGraph, from, to, numDependencies, &Graph::connect);
}

CUresult CUDAAPI cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                           size_t numDependencies) {
  return change_edges(hGraph, from, to, numDependencies, &Graph::disconnect);
}

#if CUDA_VERSION >= 12030
namespace {

/// Edge data only matters for programmatic launches inside a graph; nodes that run in order satisfy those
/// too.
void plain_edges(CUgraphEdgeData* edges, const std::size_t* count) {
  if (edges != nullptr && count != nullptr) std::fill_n(edges, *count, CUgraphEdgeData{});
}

}  // namespace

CUresult CUDAAPI cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to,
                                    CUgraphEdgeData* edgeData, size_t* numEdges) {
  const CUresult result = give_edges(hGraph, from, to, numEdges);
  if (result == CUDA_SUCCESS) plain_edges(edgeData, numEdges);
  return result;
}

CUresult CUDAAPI cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode* dependencies,
                                               CUgraphEdgeData* edgeData, size_t* numDependencies) {
  const CUresult result = give_neighbours(hNode, &GraphNode::dependencies, dependencies, numDependencies);
  if (result == CUDA_SUCCESS) plain_edges(edgeData, numDependencies);
  return result;
}

CUresult CUDAAPI cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode* dependentNodes,
                                                 CUgraphEdgeData* edgeData, size_t* numDependentNodes) {
  const CUresult result = give_neighbours(hNode, &GraphNode::dependents, dependentNodes, numDependentNodes);
  if (result == CUDA_SUCCESS) plain_edges(edgeData, numDependentNodes);
  return result;
}

CUresult CUDAAPI cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                           const CUgraphEdgeData*, size_t numDependencies) {
  return change_edges(hGraph, from, to, numDependencies, &Graph::connect);
}

CUresult CUDAAPI cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                              const CUgraphEdgeData*, size_t numDependencies) {
  return change_edges(hGraph, from, to, numDependencies, &Graph::disconnect);
}
#endif
