// Stream capture.
#include "driver/capture.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"

using namespace gpu_emulator::driver;

namespace {

struct CaptureOutputs {
  CUstreamCaptureStatus* status = nullptr;
  cuuint64_t* id = nullptr;
  CUgraph* graph = nullptr;
  const CUgraphNode** dependencies = nullptr;
  std::size_t* count = nullptr;
};

void describe_capture(CUstream handle, const CaptureOutputs& outputs) {
  const auto stream = find_stream(handle);
  required(outputs.status);
  const std::scoped_lock lock(graphs_mutex());
  const auto& capture = stream->capture;
  if (capture == nullptr) {
    *outputs.status = CU_STREAM_CAPTURE_STATUS_NONE;
    return;
  }
  *outputs.status =
      capture->invalidated ? CU_STREAM_CAPTURE_STATUS_INVALIDATED : CU_STREAM_CAPTURE_STATUS_ACTIVE;
  store(outputs.id, capture->id);
  store(outputs.graph, capture->graph->handle);
  stream->frontier_handles.clear();
  for (const GraphNode* node : stream->frontier) stream->frontier_handles.push_back(node->handle);
  store(outputs.dependencies, stream->frontier_handles.data());
  store(outputs.count, stream->frontier_handles.size());
}

void update_frontier(CUstream handle, const CUgraphNode* dependencies, std::size_t count, unsigned flags) {
  const auto stream = find_stream(handle);
  const std::scoped_lock lock(graphs_mutex());
  require(stream->capture != nullptr, CUDA_ERROR_ILLEGAL_STATE);
  require(!stream->capture->invalidated, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  require(flags == CU_STREAM_ADD_CAPTURE_DEPENDENCIES || flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES);
  std::vector<GraphNode*> given;
  for (std::size_t i = 0; i < count; ++i) {
    GraphNode& node = find_node((&required(dependencies))[i]);
    require(node.graph == stream->capture->graph.get());
    given.push_back(&node);
  }
  if (flags == CU_STREAM_SET_CAPTURE_DEPENDENCIES) stream->frontier.clear();
  for (GraphNode* node : given) {
    if (std::ranges::find(stream->frontier, node) == stream->frontier.end()) stream->frontier.push_back(node);
  }
}

}  // namespace

CUresult CUDAAPI cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) {
  return api([&] {
    require(mode >= CU_STREAM_CAPTURE_MODE_GLOBAL && mode <= CU_STREAM_CAPTURE_MODE_RELAXED);
    begin_capture(find_stream(hStream), mode);
  });
}

CUresult CUDAAPI cuStreamBeginCapture(CUstream hStream) {
  return cuStreamBeginCapture_v2(hStream, CU_STREAM_CAPTURE_MODE_GLOBAL);
}

#if CUDA_VERSION >= 12030
CUresult CUDAAPI cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph,
                                             const CUgraphNode* dependencies, const CUgraphEdgeData*,
                                             size_t numDependencies, CUstreamCaptureMode mode) {
  return graph_api([&] {
    require(mode >= CU_STREAM_CAPTURE_MODE_GLOBAL && mode <= CU_STREAM_CAPTURE_MODE_RELAXED);
    auto graph = find_graph(hGraph);
    require(numDependencies == 0 || dependencies != nullptr);
    std::vector<GraphNode*> frontier;
    for (std::size_t i = 0; i < numDependencies; ++i) {
      frontier.push_back(&find_node(dependencies[i]));
      require(frontier.back()->graph == graph.get());
    }
    begin_capture(find_stream(hStream), mode, std::move(graph), std::move(frontier));
  });
}
#endif

CUresult CUDAAPI cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) {
  return api([&] {
    const auto stream = find_stream(hStream);
    required(phGraph);
    *phGraph = nullptr;
    *phGraph = end_capture(*stream)->handle;
  });
}

CUresult CUDAAPI cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) {
  return api([&] {
    CaptureOutputs outputs;
    outputs.status = captureStatus;
    describe_capture(hStream, outputs);
  });
}

CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out,
                                        cuuint64_t* id_out) {
  return api([&] {
    CaptureOutputs outputs;
    outputs.status = captureStatus_out;
    outputs.id = id_out;
    describe_capture(hStream, outputs);
  });
}

CUresult CUDAAPI cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus* captureStatus_out,
                                           cuuint64_t* id_out, CUgraph* graph_out,
                                           const CUgraphNode** dependencies_out,
                                           size_t* numDependencies_out) {
  return api([&] {
    describe_capture(hStream, {captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out});
  });
}

#if CUDA_VERSION >= 12030
CUresult CUDAAPI cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus* captureStatus_out,
                                           cuuint64_t* id_out, CUgraph* graph_out,
                                           const CUgraphNode** dependencies_out,
                                           const CUgraphEdgeData** edgeData_out,
                                           size_t* numDependencies_out) {
  return api([&] {
    // All edges are plain ones, which null stands for.
    store(edgeData_out, nullptr);
    describe_capture(hStream, {captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out});
  });
}

CUresult CUDAAPI cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode* dependencies,
                                                      const CUgraphEdgeData*, size_t numDependencies,
                                                      unsigned int flags) {
  return api([&] { update_frontier(hStream, dependencies, numDependencies, flags); });
}
#endif

CUresult CUDAAPI cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies,
                                                   size_t numDependencies, unsigned int flags) {
  return api([&] { update_frontier(hStream, dependencies, numDependencies, flags); });
}

CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) {
  return api([&] {
    required(mode);
    require(*mode >= CU_STREAM_CAPTURE_MODE_GLOBAL && *mode <= CU_STREAM_CAPTURE_MODE_RELAXED);
    *mode = exchange_thread_mode(*mode);
  });
}
