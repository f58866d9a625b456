// Nodes of graphs: adding them, asking for and changing their parameters.
#include <utility>
#include <vector>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/graph.hpp"
#include "driver/graph_nodes.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

/// Adds what `make` makes; the graph and its dependencies are checked first, as the driver does.
template <typename Make>
CUresult add_node(CUgraphNode* result, CUgraph handle, const CUgraphNode* dependencies, std::size_t count,
                  Make make) {
  return graph_api([&] {
    required(result);
    const auto graph = find_graph(handle);
    require(count == 0 || dependencies != nullptr);
    std::vector<GraphNode*> nodes;
    for (std::size_t i = 0; i < count; ++i) nodes.push_back(&find_node(dependencies[i]));
    *result = graph->add(make(), nodes).handle;
  });
}

/// The work of a node, which must be of that kind.
template <typename Kind>
Kind& work_of(CUgraphNode handle) {
  auto* work = std::get_if<Kind>(&find_node(handle).work);
  require(work != nullptr);
  return *work;
}

CUDA_KERNEL_NODE_PARAMS describe(GraphNode& node) {
  const auto* kernel = std::get_if<KernelWork>(&node.work);
  require(kernel != nullptr);
  const PreparedLaunch& launch = *kernel->launch;
  // Owned by the node, as with a real driver, and valid until its parameters change.
  node.argument_pointers.clear();
  for (const Parameter& parameter : launch.function->entry->parameters) {
    node.argument_pointers.push_back(const_cast<std::byte*>(launch.arguments.data()) + parameter.offset);
  }
  CUDA_KERNEL_NODE_PARAMS params{};
  params.func = launch.function->handle;
  params.gridDimX = launch.grid[0];
  params.gridDimY = launch.grid[1];
  params.gridDimZ = launch.grid[2];
  params.blockDimX = launch.block[0];
  params.blockDimY = launch.block[1];
  params.blockDimZ = launch.block[2];
  params.sharedMemBytes = launch.dynamic_shared;
  params.kernelParams = node.argument_pointers.data();
  params.ctx = launch.function->context;
  return params;
}

CUDA_MEMCPY3D describe(const CopyWork& copy) {
  const auto type = [](const CopyEnd& end) {
    return end.side == CopyEnd::Side::host     ? CU_MEMORYTYPE_HOST
           : end.side == CopyEnd::Side::device ? CU_MEMORYTYPE_DEVICE
                                               : CU_MEMORYTYPE_UNIFIED;
  };
  CUDA_MEMCPY3D params{};
  params.srcMemoryType = type(copy.source);
  params.srcHost = reinterpret_cast<const void*>(copy.source.address);
  params.srcDevice = copy.source.address;
  params.srcPitch = copy.source.pitch;
  params.srcHeight = copy.source.pitch != 0 ? copy.source.slice_pitch / copy.source.pitch : 0;
  params.dstMemoryType = type(copy.destination);
  params.dstHost = reinterpret_cast<void*>(copy.destination.address);
  params.dstDevice = copy.destination.address;
  params.dstPitch = copy.destination.pitch;
  params.dstHeight = copy.destination.pitch != 0 ? copy.destination.slice_pitch / copy.destination.pitch : 0;
  params.WidthInBytes = copy.extent.width;
  params.Height = copy.extent.height;
  params.Depth = copy.extent.depth;
  return params;
}

CUDA_MEM_ALLOC_NODE_PARAMS describe(const AllocateWork& allocation) {
  CUDA_MEM_ALLOC_NODE_PARAMS params{};
  params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  params.poolProps.location.id = allocation.memory->device->ordinal;
  params.bytesize = allocation.memory->size;
  params.dptr = allocation.memory->address;
  return params;
}

AllocateWork allocate_work(CUDA_MEM_ALLOC_NODE_PARAMS& params) {
  require(params.poolProps.allocType == CU_MEM_ALLOCATION_TYPE_PINNED &&
          params.poolProps.location.type == CU_MEM_LOCATION_TYPE_DEVICE);
  AllocateWork work = graph_allocation(the_driver().device(params.poolProps.location.id), params.bytesize);
  params.dptr = work.memory->address;
  return work;
}

}  // namespace

namespace gpu_emulator::driver {

Work kernel_work(const CUDA_KERNEL_NODE_PARAMS& params) {
  LaunchRequest request;
  request.function = params.func != nullptr ? params.func : reinterpret_cast<CUfunction>(params.kern);
  request.grid = {params.gridDimX, params.gridDimY, params.gridDimZ};
  request.block = {params.blockDimX, params.blockDimY, params.blockDimZ};
  request.dynamic_shared = params.sharedMemBytes;
  request.parameters = params.kernelParams;
  request.extra = params.extra;
  const auto context = context_or_current(params.ctx);
  return KernelWork{std::make_shared<const PreparedLaunch>(prepare(request, *context))};
}

Work copy_work(const CUDA_MEMCPY3D& params) {
  CopyEnd destination, source;
  Extent extent;
  read_description(params, destination, source, extent);
  if (extent.empty()) return EmptyWork{};
  return checked_copy(destination, source, extent);
}

Work fill_work(const CUDA_MEMSET_NODE_PARAMS& params) {
  require(params.width != 0 && params.height != 0);
  return checked_fill(params.dst, params.pitch, params.value, params.elementSize, params.width,
                      params.height);
}

Work host_work(const CUDA_HOST_NODE_PARAMS& params) {
  require(params.fn != nullptr);
  return HostWork{params.fn, params.userData};
}

CUDA_KERNEL_NODE_PARAMS widen(const CUDA_KERNEL_NODE_PARAMS_v1& params) {
  CUDA_KERNEL_NODE_PARAMS wide{};
  wide.func = params.func;
  wide.gridDimX = params.gridDimX;
  wide.gridDimY = params.gridDimY;
  wide.gridDimZ = params.gridDimZ;
  wide.blockDimX = params.blockDimX;
  wide.blockDimY = params.blockDimY;
  wide.blockDimZ = params.blockDimZ;
  wide.sharedMemBytes = params.sharedMemBytes;
  wide.kernelParams = params.kernelParams;
  wide.extra = params.extra;
  return wide;
}

}  // namespace gpu_emulator::driver

CUresult CUDAAPI cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph,
                                         const CUgraphNode* dependencies, size_t numDependencies,
                                         const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies,
                  [&] { return kernel_work(required(nodeParams)); });
}

CUresult CUDAAPI cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                      const CUgraphNode* dependencies, size_t numDependencies,
                                      const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies,
                  [&] { return kernel_work(widen(required(nodeParams))); });
}

CUresult CUDAAPI cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return graph_api([&] { required(nodeParams) = describe(find_node(hNode)); });
}

CUresult CUDAAPI cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return graph_api([&] {
    const CUDA_KERNEL_NODE_PARAMS wide = describe(find_node(hNode));
    required(nodeParams) = {wide.func,         wide.gridDimX,  wide.gridDimY,  wide.gridDimZ,
                            wide.blockDimX,    wide.blockDimY, wide.blockDimZ, wide.sharedMemBytes,
                            wide.kernelParams, wide.extra};
  });
}

CUresult CUDAAPI cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
  return graph_api([&] {
    auto& work = work_of<KernelWork>(hNode);
    work = std::get<KernelWork>(kernel_work(required(nodeParams)));
  });
}

CUresult CUDAAPI cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
  return graph_api([&] {
    auto& work = work_of<KernelWork>(hNode);
    work = std::get<KernelWork>(kernel_work(widen(required(nodeParams))));
  });
}

CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                      const CUgraphNode* dependencies, size_t numDependencies,
                                      const CUDA_MEMCPY3D* copyParams, CUcontext ctx) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies, [&] {
    context_or_current(ctx);
    return copy_work(required(copyParams));
  });
}

CUresult CUDAAPI cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams) {
  return graph_api([&] { required(nodeParams) = describe(work_of<CopyWork>(hNode)); });
}

CUresult CUDAAPI cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams) {
  return graph_api([&] {
    work_of<CopyWork>(hNode);
    find_node(hNode).work = copy_work(required(nodeParams));
  });
}

CUresult CUDAAPI cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                      const CUgraphNode* dependencies, size_t numDependencies,
                                      const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies, [&] {
    context_or_current(ctx);
    return fill_work(required(memsetParams));
  });
}

CUresult CUDAAPI cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS* nodeParams) {
  return graph_api([&] {
    const FillWork& fill = work_of<FillWork>(hNode);
    required(nodeParams) = {fill.destination, fill.pitch, fill.value,
                            fill.value_size,  fill.width, fill.height};
  });
}

CUresult CUDAAPI cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* nodeParams) {
  return graph_api([&] {
    auto& work = work_of<FillWork>(hNode);
    work = std::get<FillWork>(fill_work(required(nodeParams)));
  });
}

CUresult CUDAAPI cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                    size_t numDependencies, const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies,
                  [&] { return host_work(required(nodeParams)); });
}

CUresult CUDAAPI cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams) {
  return graph_api([&] {
    const HostWork& host = work_of<HostWork>(hNode);
    required(nodeParams) = {host.function, host.data};
  });
}

CUresult CUDAAPI cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) {
  return graph_api([&] {
    auto& work = work_of<HostWork>(hNode);
    work = std::get<HostWork>(host_work(required(nodeParams)));
  });
}

CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                     const CUgraphNode* dependencies, size_t numDependencies) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies, [] { return Work(EmptyWork{}); });
}

CUresult CUDAAPI cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                          const CUgraphNode* dependencies, size_t numDependencies,
                                          CUgraph childGraph) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies,
                  [&] { return ChildWork{find_graph(childGraph)->clone()}; });
}

CUresult CUDAAPI cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) {
  return graph_api([&] { required(phGraph) = work_of<ChildWork>(hNode).graph->handle; });
}

CUresult CUDAAPI cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                           const CUgraphNode* dependencies, size_t numDependencies,
                                           CUevent event) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies,
                  [&] { return RecordWork{find_event(event)}; });
}

CUresult CUDAAPI cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
  return graph_api([&] { required(event_out) = work_of<RecordWork>(hNode).event->handle; });
}

CUresult CUDAAPI cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) {
  return graph_api([&] { work_of<RecordWork>(hNode).event = find_event(event); });
}

CUresult CUDAAPI cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                         const CUgraphNode* dependencies, size_t numDependencies,
                                         CUevent event) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies,
                  [&] { return WaitWork{find_event(event)}; });
}

CUresult CUDAAPI cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
  return graph_api([&] { required(event_out) = work_of<WaitWork>(hNode).event->handle; });
}

CUresult CUDAAPI cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) {
  return graph_api([&] { work_of<WaitWork>(hNode).event = find_event(event); });
}

CUresult CUDAAPI cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                        const CUgraphNode* dependencies, size_t numDependencies,
                                        CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies,
                  [&] { return allocate_work(required(nodeParams)); });
}

CUresult CUDAAPI cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS* params_out) {
  return graph_api([&] { required(params_out) = describe(work_of<AllocateWork>(hNode)); });
}

CUresult CUDAAPI cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph,
                                       const CUgraphNode* dependencies, size_t numDependencies,
                                       CUdeviceptr dptr) {
  return add_node(phGraphNode, hGraph, dependencies, numDependencies, [&] { return graph_free(dptr); });
}

CUresult CUDAAPI cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out) {
  return graph_api([&] { required(dptr_out) = work_of<FreeWork>(hNode).address; });
}
