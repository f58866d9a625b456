// Graphs made ready to run.
#include <utility>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/graph_exec.hpp"
#include "driver/graph_nodes.hpp"

using namespace gpu_emulator::driver;

namespace {

std::shared_ptr<GraphExec> find_exec(CUgraphExec handle) {
  auto exec = the_driver().graph_execs.find(handle);
  require(exec != nullptr);
  return exec;
}

constexpr cuuint64_t known_flags = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH |
                                   CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD |
                                   CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;

void instantiate(CUgraphExec* result, CUgraph graph, cuuint64_t flags) {
  required(result);
  require((flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) == 0, CUDA_ERROR_NOT_SUPPORTED);
  require((flags & ~known_flags) == 0);
  const auto source = find_graph(graph);
  require(!source->has_circle());
  *result = the_driver().graph_execs.insert(std::make_shared<GraphExec>(*source, flags));
}

}  // namespace

CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph,
                                             unsigned long long flags) {
  return graph_api([&] { instantiate(phGraphExec, hGraph, flags); });
}

CUresult CUDAAPI cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph,
                                              CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) {
  return graph_api([&] {
    CUDA_GRAPH_INSTANTIATE_PARAMS& params = required(instantiateParams);
    params.hErrNode_out = nullptr;
    const auto source = the_driver().graphs.find(hGraph);
    const bool circle = source != nullptr && source->has_circle();
    params.result_out = circle ? CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE : CUDA_GRAPH_INSTANTIATE_ERROR;
    instantiate(phGraphExec, hGraph, params.flags);
    params.result_out = CUDA_GRAPH_INSTANTIATE_SUCCESS;
  });
}

CUresult CUDAAPI cuGraphInstantiate_v2(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode,
                                       char* logBuffer, size_t bufferSize) {
  return graph_api([&] {
    store(phErrorNode, nullptr);
    if (logBuffer != nullptr && bufferSize != 0) *logBuffer = '\0';
    instantiate(phGraphExec, hGraph, 0);
  });
}

CUresult CUDAAPI cuGraphInstantiate(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode,
                                    char* logBuffer, size_t bufferSize) {
  return cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize);
}

CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec hGraphExec) {
  return graph_api([&] { require(the_driver().graph_execs.erase(hGraphExec) != nullptr); });
}

CUresult CUDAAPI cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags) {
  return graph_api([&] { required(flags) = find_exec(hGraphExec)->flags(); });
}

CUresult CUDAAPI cuGraphUpload(CUgraphExec hGraph, CUstream hStream) {
  return graph_api([&] {
    find_exec(hGraph);
    find_stream(hStream);
  });
}

CUresult CUDAAPI cuGraphLaunch(CUgraphExec hGraph, CUstream hStream) {
  return graph_api([&] {
    const auto exec = find_exec(hGraph);
    return exec->launch(*find_stream(hStream));
  });
}

CUresult CUDAAPI cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph,
                                      CUgraphExecUpdateResultInfo* resultInfo) {
  return graph_api([&] {
    CUgraphExecUpdateResultInfo& info = required(resultInfo);
    info = {};
    const auto exec = find_exec(hGraphExec);
    const auto source = find_graph(hGraph);
    require(!source->has_circle());
    info.result = exec->update(*source, info.errorNode);
    require(info.result == CU_GRAPH_EXEC_UPDATE_SUCCESS, CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  });
}

CUresult CUDAAPI cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode* hErrorNode_out,
                                   CUgraphExecUpdateResult* updateResult_out) {
  CUgraphExecUpdateResultInfo info{};
  const CUresult result = cuGraphExecUpdate_v2(hGraphExec, hGraph, &info);
  store(hErrorNode_out, info.errorNode);
  store(updateResult_out, info.result);
  return result;
}

CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) {
  return graph_api([&] { find_exec(hGraphExec)->set_enabled(hNode, isEnabled != 0); });
}

CUresult CUDAAPI cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int* isEnabled) {
  return graph_api([&] { required(isEnabled) = find_exec(hGraphExec)->enabled(hNode); });
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                   const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return graph_api([&] { find_exec(hGraphExec)->set_work(hNode, kernel_work(required(nodeParams))); });
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return graph_api([&] { find_exec(hGraphExec)->set_work(hNode, kernel_work(widen(required(nodeParams)))); });
}

CUresult CUDAAPI cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                const CUDA_MEMCPY3D* copyParams, CUcontext ctx) {
  return graph_api([&] {
    context_or_current(ctx);
    find_exec(hGraphExec)->set_work(hNode, copy_work(required(copyParams)));
  });
}

CUresult CUDAAPI cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx) {
  return graph_api([&] {
    context_or_current(ctx);
    find_exec(hGraphExec)->set_work(hNode, fill_work(required(memsetParams)));
  });
}

CUresult CUDAAPI cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                              const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return graph_api([&] { find_exec(hGraphExec)->set_work(hNode, host_work(required(nodeParams))); });
}

CUresult CUDAAPI cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                    CUevent event) {
  return graph_api([&] { find_exec(hGraphExec)->set_work(hNode, RecordWork{find_event(event)}); });
}

CUresult CUDAAPI cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
  return graph_api([&] { find_exec(hGraphExec)->set_work(hNode, WaitWork{find_event(event)}); });
}
