// Nodes in their general form (CUgraphNodeParams), attributes of kernel nodes, and graphs as Graphviz text.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/graph.hpp"
#include "driver/graph_exec.hpp"
#include "driver/graph_nodes.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

const PreparedLaunch& launch_of(CUgraphNode handle) {
  const auto* kernel = std::get_if<KernelWork>(&find_node(handle).work);
  require(kernel != nullptr);
  return *kernel->launch;
}

const char* name_of(const Work& work) {
  constexpr const char* names[] = {"empty",        "kernel",     "memcpy",
                                   "memset",       "host",       "child graph",
                                   "event record", "event wait", "memory allocation",
                                   "memory free"};
  static_assert(std::size(names) == std::variant_size_v<Work>);
  return names[work.index()];
}

void write_dot(const Graph& graph, const char* path) {
  std::ofstream file(path);
  require(file.good(), CUDA_ERROR_OPERATING_SYSTEM);
  file << "digraph graph_1 {\n";
  std::vector<const GraphNode*> order;
  for (const auto& node : graph.nodes()) order.push_back(node.get());
  const auto number = [&](const GraphNode* node) { return std::ranges::find(order, node) - order.begin(); };
  for (const GraphNode* node : order) {
    file << "  node_" << number(node) << " [label=\"" << name_of(node->work);
    if (const auto* kernel = std::get_if<KernelWork>(&node->work))
      file << ' ' << kernel->launch->function->entry->name;
    file << "\"];\n";
  }
  for (const GraphNode* node : order) {
    for (const GraphNode* dependent : node->dependents) {
      file << "  node_" << number(node) << " -> node_" << number(dependent) << ";\n";
    }
  }
  file << "}\n";
}

#if CUDA_VERSION >= 12020
Work work_from(CUgraphNodeParams& params) {
  switch (params.type) {
    case CU_GRAPH_NODE_TYPE_KERNEL: {
      const auto& given = params.kernel;
      CUDA_KERNEL_NODE_PARAMS kernel{};
      kernel.func = given.func;
      kernel.gridDimX = given.gridDimX;
      kernel.gridDimY = given.gridDimY;
      kernel.gridDimZ = given.gridDimZ;
      kernel.blockDimX = given.blockDimX;
      kernel.blockDimY = given.blockDimY;
      kernel.blockDimZ = given.blockDimZ;
      kernel.sharedMemBytes = given.sharedMemBytes;
      kernel.kernelParams = given.kernelParams;
      kernel.extra = given.extra;
      kernel.kern = given.kern;
      kernel.ctx = given.ctx;
      return kernel_work(kernel);
    }
    case CU_GRAPH_NODE_TYPE_MEMCPY:
      return copy_work(params.memcpy.copyParams);
    case CU_GRAPH_NODE_TYPE_MEMSET: {
      const auto& given = params.memset;
      return fill_work({given.dst, given.pitch, given.value, given.elementSize, given.width, given.height});
    }
    case CU_GRAPH_NODE_TYPE_HOST:
      return host_work({params.host.fn, params.host.userData});
    case CU_GRAPH_NODE_TYPE_GRAPH:
      return ChildWork{find_graph(params.graph.graph)->clone()};
    case CU_GRAPH_NODE_TYPE_EMPTY:
      return EmptyWork{};
    case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
      return RecordWork{find_event(params.eventRecord.event)};
    case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
      return WaitWork{find_event(params.eventWait.event)};
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
      return graph_free(params.free.dptr);
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
      AllocateWork work =
          graph_allocation(the_driver().device(params.alloc.poolProps.location.id), params.alloc.bytesize);
      params.alloc.dptr = work.memory->address;
      return work;
    }
    default:
      fail(CUDA_ERROR_NOT_SUPPORTED);
  }
}

void add_general_node(CUgraphNode* result, CUgraph handle, const CUgraphNode* dependencies, std::size_t count,
                      CUgraphNodeParams* params) {
  required(result);
  const auto graph = find_graph(handle);
  require(count == 0 || dependencies != nullptr);
  std::vector<GraphNode*> nodes;
  for (std::size_t i = 0; i < count; ++i) nodes.push_back(&find_node(dependencies[i]));
  *result = graph->add(work_from(required(params)), nodes).handle;
}
#endif

}  // namespace

#if CUDA_VERSION >= 12020
CUresult CUDAAPI cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                size_t numDependencies, CUgraphNodeParams* nodeParams) {
  return graph_api([&] { add_general_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); });
}

CUresult CUDAAPI cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams) {
  return graph_api([&] {
    GraphNode& node = find_node(hNode);
    require(required(nodeParams).type == type_of(node.work));
    node.work = work_from(*nodeParams);
  });
}

CUresult CUDAAPI cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                          CUgraphNodeParams* nodeParams) {
  return graph_api([&] {
    const auto exec = the_driver().graph_execs.find(hGraphExec);
    require(exec != nullptr);
    exec->set_work(hNode, work_from(required(nodeParams)));
  });
}
#endif

#if CUDA_VERSION >= 12030
CUresult CUDAAPI cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                   const CUgraphEdgeData*, size_t numDependencies,
                                   CUgraphNodeParams* nodeParams) {
  return graph_api([&] { add_general_node(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); });
}
#endif

CUresult CUDAAPI cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
                                               CUkernelNodeAttrValue* value_out) {
  return graph_api([&] {
    const PreparedLaunch& launch = launch_of(hNode);
    CUkernelNodeAttrValue value{};
    switch (attr) {
      case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
        value.cooperative = launch.cooperative;
        break;
      case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
        value.clusterDim = {launch.cluster[0], launch.cluster[1], launch.cluster[2]};
        break;
      case CU_LAUNCH_ATTRIBUTE_PRIORITY:
      case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
      case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
      case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
        break;
      default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
    required(value_out) = value;
  });
}

CUresult CUDAAPI cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr,
                                               const CUkernelNodeAttrValue* value) {
  return graph_api([&] {
    auto changed = std::make_shared<PreparedLaunch>(launch_of(hNode));
    required(value);
    if (attr == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) {
      changed->cooperative = value->cooperative != 0;
    } else if (attr == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
      changed->cluster = {value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
      for (std::size_t i = 0; i < 3; ++i) {
        require(changed->cluster[i] != 0 && changed->grid[i] % changed->cluster[i] == 0);
      }
    } else {
      require(attr >= CU_LAUNCH_ATTRIBUTE_IGNORE && attr <= CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN);  // hints
    }
    find_node(hNode).work = KernelWork{std::move(changed)};
  });
}

CUresult CUDAAPI cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) {
  return graph_api([&] {
    const PreparedLaunch& from = launch_of(src);
    auto changed = std::make_shared<PreparedLaunch>(launch_of(dst));
    changed->cooperative = from.cooperative;
    changed->cluster = from.cluster;
    for (std::size_t i = 0; i < 3; ++i) require(changed->grid[i] % changed->cluster[i] == 0);
    find_node(dst).work = KernelWork{std::move(changed)};
  });
}

CUresult CUDAAPI cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int) {
  return graph_api([&] { write_dot(*find_graph(hGraph), &required(path)); });
}
