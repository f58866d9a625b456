/// CUDA graphs: work that is recorded once and launched many times.
#pragma once

#include <utility>

#include <gpu/stream.hpp>

namespace gpu {

/// Work captured from a stream, ready to be launched. Move-only; it belongs to the stream's context.
///
/// ```cpp
/// const gpu::Graph graph = gpu::Graph::capture(stream, [&] {
///   first({.grid = grid, .block = 256, .stream = stream}, a, b);
///   second({.grid = grid, .block = 256, .stream = stream}, b, out);
/// });
/// for (int step = 0; step < steps; ++step) graph.launch(stream);
/// ```
/// Arguments are copied when the launch is captured; buffers must live as long as the graph is launched.
/// Other streams join by events, and must be joined back. Kernels may be captured at their first launch:
/// their images are loaded meanwhile.
class Graph {
 public:
  /// Records what `work` puts into the stream, without running it. Throws Error when a call in it cannot be
  /// captured (synchronous copies, allocation, synchronisation); what `work` itself throws passes through.
  template <class Work>
  [[nodiscard]] static Graph capture(const Stream& stream, Work&& work) {
    const driver::Api& api = driver::api();
    Graph graph(stream.handle());
    const detail::CurrentScope scope(graph.share_.handle());
    detail::check(api.stream_begin_capture(stream, driver::CaptureMode::thread_local_),
                  "cuStreamBeginCapture");
    try {
      std::forward<Work>(work)();
    } catch (...) {
      api.stream_end_capture(stream, &graph.graph_);
      throw;
    }
    detail::check(api.stream_end_capture(stream, &graph.graph_), "cuStreamEndCapture");
    detail::check(api.graph_instantiate(&graph.executable_, graph.graph_, 0), "cuGraphInstantiateWithFlags");
    return graph;
  }

  Graph(Graph&& other) noexcept { swap(other); }
  Graph& operator=(Graph&& other) noexcept {
    Graph taken(std::move(other));
    swap(taken);
    return *this;
  }

  /// Launches that are under way end all the same.
  ~Graph() {
    if (!share_.alive()) return;
    const detail::ClosingScope scope(share_.handle());
    if (!scope.entered()) return;
    if (executable_ != nullptr) driver::api().graph_exec_destroy(executable_);
    if (graph_ != nullptr) driver::api().graph_destroy(graph_);
  }

  /// Queues the recorded work.
  void launch(CUstream stream) const {
    detail::check(driver::api().graph_launch(handle(), stream), "cuGraphLaunch");
  }

  /// How many kernels, copies and other nodes were recorded.
  std::size_t node_count() const {
    handle();
    std::size_t count = 0;
    detail::check(driver::api().graph_get_nodes(graph_, nullptr, &count), "cuGraphGetNodes");
    return count;
  }

  /// The driver's handle, for other libraries. Throws Error when the Graph was moved from.
  CUgraphExec handle() const {
    if (executable_ == nullptr)
      detail::fail(Status::invalid_handle, "gpu::Graph", "this Graph was moved from");
    return executable_;
  }

 private:
  explicit Graph(CUstream stream) : share_(detail::ContextShare::of_stream(stream, "gpu::Graph")) {}

  void swap(Graph& other) noexcept {
    std::swap(share_, other.share_);
    std::swap(graph_, other.graph_);
    std::swap(executable_, other.executable_);
  }

  detail::ContextShare share_;
  CUgraph graph_ = nullptr;
  CUgraphExec executable_ = nullptr;
};

}  // namespace gpu
