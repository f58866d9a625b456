#pragma once

#include <memory>
#include <vector>

#include "driver/cuda_api.hpp"
#include "driver/graph.hpp"

namespace gpu_emulator::driver {

class Stream;

/// A graph made ready to run: its nodes, and those of its child graphs, in an order that keeps every edge.
class GraphExec {
 public:
  GraphExec(const Graph& graph, cuuint64_t flags);

  /// Runs all enabled nodes in the stream, or adds them to its capture.
  CUresult launch(Stream& stream);
  /// Replaces the work of a node; fails with INVALID_VALUE where it is not of this graph or of another type.
  void set_work(CUgraphNode node, Work work);
  void set_enabled(CUgraphNode node, bool enabled);
  bool enabled(CUgraphNode node) const;
  /// Takes over the work of a graph of the same shape; returns what differs otherwise.
  CUgraphExecUpdateResult update(const Graph& graph, CUgraphNode& differing);

  cuuint64_t flags() const { return flags_; }

 private:
  struct Step {
    CUgraphNode node = nullptr;
    Work work;
    bool enabled = true;
    std::vector<CUgraphNode> dependencies;
  };
  using Steps = std::vector<Step>;

  static void flatten(const Graph& graph, Steps& steps);
  Steps& writable();
  Step& step(CUgraphNode node);

  const cuuint64_t flags_;
  std::shared_ptr<const Steps> steps_;  ///< replaced, never changed: earlier launches may still run
  std::shared_ptr<const Graph> source_;
};

}  // namespace gpu_emulator::driver
