#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "driver/cuda_api.hpp"
#include "driver/failure.hpp"
#include "driver/work.hpp"

namespace gpu_emulator::driver {

class Graph;
struct UserObject;

/// A node of a graph. Edges go to nodes of the same graph.
struct GraphNode {
  Work work;
  Graph* graph = nullptr;
  CUgraphNode handle = nullptr;
  CUgraphNode original = nullptr;  ///< in a clone: the node that this one is a copy of
  std::vector<GraphNode*> dependencies;
  std::vector<GraphNode*> dependents;
  std::vector<void*> argument_pointers;  ///< what cuGraphKernelNodeGetParams hands out
};

/// A graph of work. Guarded by graphs_mutex(), as are its nodes.
class Graph : public std::enable_shared_from_this<Graph> {
 public:
  /// Enters a new graph into the handle table.
  static std::shared_ptr<Graph> create();
  ~Graph();

  /// Adds a node; fails with INVALID_VALUE where a dependency is not of this graph.
  GraphNode& add(Work work, const std::vector<GraphNode*>& dependencies);
  void remove(GraphNode& node);
  /// Fails with INVALID_VALUE for foreign nodes, an edge that exists, or one from a node to itself. Circles
  /// show when the graph is instantiated.
  void connect(GraphNode& from, GraphNode& to);
  void disconnect(GraphNode& from, GraphNode& to);
  std::shared_ptr<Graph> clone() const;

  const std::vector<std::shared_ptr<GraphNode>>& nodes() const { return nodes_; }
  /// The nodes, each after what it depends on; otherwise in order of creation. Without those behind a circle.
  std::vector<GraphNode*> in_order() const;
  /// Whether it, or a graph inside it, has nodes that wait for each other.
  bool has_circle() const;

  CUgraph handle = nullptr;
  std::vector<std::pair<CUuserObject, std::shared_ptr<UserObject>>> user_objects;  ///< one a reference

 private:
  std::vector<std::shared_ptr<GraphNode>> nodes_;
};

/// Guards all graphs and captures: building them is rare and quick.
std::recursive_mutex& graphs_mutex();

/// Runs the body of an entry point under the graphs' lock.
template <typename Body>
CUresult graph_api(Body&& body) noexcept {
  return api([&] {
    const std::scoped_lock lock(graphs_mutex());
    return body();
  });
}

/// By handle; fail with INVALID_VALUE, as the driver does for graphs.
std::shared_ptr<Graph> find_graph(CUgraph handle);
GraphNode& find_node(CUgraphNode handle);

}  // namespace gpu_emulator::driver
