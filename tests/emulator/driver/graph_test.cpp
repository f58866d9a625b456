// Graphs: built by hand and by stream capture.
#include <vector>

#include "fixture.hpp"

namespace driver_test {
namespace {

class GraphTest : public WithContext {
 protected:
  static CUgraphExec instantiate(CUgraph graph) {
    CUgraphExec exec = nullptr;
    DRIVER_TEST_MUST(CU(cuGraphInstantiateWithFlags)(&exec, graph, 0));
    return exec;
  }
  static void capture_begin(CUstream stream, CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL) {
    DRIVER_TEST_MUST(CU(cuStreamBeginCapture)(stream, mode));
  }
  static CUgraph capture_end(CUstream stream) {
    CUgraph graph = nullptr;
    DRIVER_TEST_MUST(CU(cuStreamEndCapture)(stream, &graph));
    return graph;
  }
  static std::size_t node_count(CUgraph graph) {
    std::size_t count = 0;
    DRIVER_TEST_MUST(CU(cuGraphGetNodes)(graph, nullptr, &count));
    return count;
  }
};

CUDA_KERNEL_NODE_PARAMS one_thread(CUfunction kernel, void** parameters) {
  CUDA_KERNEL_NODE_PARAMS params{};
  params.func = kernel;
  params.gridDimX = params.gridDimY = params.gridDimZ = 1;
  params.blockDimX = params.blockDimY = params.blockDimZ = 1;
  params.kernelParams = parameters;
  return params;
}

TEST_F(GraphTest, NodesRunInTheOrderOfTheirEdges) {
  CUdeviceptr word = memory(4);
  CUfunction increment = function("increment");
  unsigned times = 5;
  void* parameters[] = {&word, &times};
  CUgraph graph = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&graph, 0));
  // The kernel is added first and must run last.
  CUgraphNode kernel = nullptr, fill = nullptr;
  const auto kernel_params = one_thread(increment, parameters);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphAddKernelNode)(&kernel, graph, nullptr, 0, &kernel_params));
  CUDA_MEMSET_NODE_PARAMS fill_params{};
  fill_params.dst = word;
  fill_params.value = 100;
  fill_params.elementSize = 4;
  fill_params.width = fill_params.height = 1;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphAddMemsetNode)(&fill, graph, nullptr, 0, &fill_params, context));
  const auto add = resolve<CUresult (*)(CUgraph, const CUgraphNode*, const CUgraphNode*, std::size_t)>(
      "cuGraphAddDependencies");
  ASSERT_CU(CUDA_SUCCESS, add(graph, &fill, &kernel, 1));
  CUgraphExec exec = instantiate(graph);
  for (int i = 0; i < 3; ++i) ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, nullptr));
  EXPECT_EQ(read_word(word, nullptr), 105u);
  // The argument is the node's own copy; a new one is given explicitly.
  times = 7;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, nullptr));
  EXPECT_EQ(read_word(word, nullptr), 105u);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphExecKernelNodeSetParams)(exec, kernel, &kernel_params));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, nullptr));
  EXPECT_EQ(read_word(word, nullptr), 107u);
  EXPECT_CU(CUDA_SUCCESS, CU(cuGraphExecDestroy)(exec));
  EXPECT_CU(CUDA_SUCCESS, CU(cuGraphDestroy)(graph));
  if (on_emulator()) {
    EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuGraphDestroy)(graph));
  }
}

TEST_F(GraphTest, ACircleIsFoundAtInstantiation) {
  CUgraph graph = nullptr, parent = nullptr, clone = nullptr;
  CUgraphNode nodes[3] = {}, child = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&graph, 0));
  for (int i = 0; i < 3; ++i) {
    ASSERT_CU(CUDA_SUCCESS,
              CU(cuGraphAddEmptyNode)(&nodes[i], graph, i == 0 ? nullptr : &nodes[i - 1], i != 0));
  }
  CUgraphExec exec = nullptr;
  EXPECT_CU(CUDA_SUCCESS, CU(cuGraphInstantiateWithFlags)(&exec, graph, 0));
  const auto add = resolve<CUresult (*)(CUgraph, const CUgraphNode*, const CUgraphNode*, std::size_t)>(
      "cuGraphAddDependencies");
  EXPECT_CU(CUDA_SUCCESS, add(graph, &nodes[2], &nodes[0], 1));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuGraphInstantiateWithFlags)(&exec, graph, 0));
  if (!on_emulator()) return;  // a driver may look for circles earlier in what holds the graph
  CUDA_GRAPH_INSTANTIATE_PARAMS params{};
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuGraphInstantiateWithParams)(&exec, graph, &params));
  EXPECT_EQ(params.result_out, CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphClone)(&clone, graph));
  EXPECT_EQ(node_count(clone), 3u);
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuGraphInstantiateWithFlags)(&exec, clone, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&parent, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphAddChildGraphNode)(&child, parent, nullptr, 0, graph));
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuGraphInstantiateWithFlags)(&exec, parent, 0));
}

TEST_F(GraphTest, CaptureRecordsAndDoesNotRun) {
  CUdeviceptr word = memory(4);
  CUstream stream = make_stream();
  CUfunction increment = function("increment");
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32)(word, 1, 1));
  unsigned times = 1;
  void* parameters[] = {&word, &times};
  capture_begin(stream);
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamIsCapturing)(stream, &status));
  EXPECT_EQ(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
  for (int i = 0; i < 4; ++i) {
    ASSERT_CU(CUDA_SUCCESS, CU(cuLaunchKernel)(increment, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr));
  }
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoHAsync)(host_word, word, 4, stream));
  *host_word = 77;
  CUgraph graph = capture_end(stream);
  EXPECT_EQ(node_count(graph), 5u);
  EXPECT_EQ(*host_word, 77u);
  CUgraphExec exec = instantiate(graph);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
  EXPECT_EQ(*host_word, 5u);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
  EXPECT_EQ(*host_word, 9u);
}

TEST_F(GraphTest, EventsForkAndJoinACapture) {
  CUdeviceptr words = memory(8);
  CUstream origin = make_stream(CU_STREAM_NON_BLOCKING), branch = make_stream(CU_STREAM_NON_BLOCKING);
  CUevent fork = nullptr, join = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventCreate)(&fork, CU_EVENT_DISABLE_TIMING));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventCreate)(&join, CU_EVENT_DISABLE_TIMING));
  capture_begin(origin);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(words, 1, 1, origin));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(fork, origin));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWaitEvent)(branch, fork, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(words + 4, 2, 1, branch));
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(join, branch));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWaitEvent)(origin, join, 0));
  CUgraph graph = capture_end(origin);
  EXPECT_EQ(node_count(graph), 2u);
  std::size_t edges = 0;
  const auto get_edges =
      resolve<CUresult (*)(CUgraph, CUgraphNode*, CUgraphNode*, std::size_t*)>("cuGraphGetEdges");
  ASSERT_CU(CUDA_SUCCESS, get_edges(graph, nullptr, nullptr, &edges));
  EXPECT_EQ(edges, 1u);
  CUgraphExec exec = instantiate(graph);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, origin));
  EXPECT_EQ(read_word(words + 4, origin), 2u);
  // The branch is an ordinary stream again.
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(branch));
}

#if CUDA_VERSION >= 12030
TEST_F(GraphTest, ACaptureContinuesAGraph) {
  CUdeviceptr word = memory(4);
  CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  CUgraph graph = nullptr, ended = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&graph, 0));
  CUDA_MEMSET_NODE_PARAMS fill_params{};
  fill_params.dst = word;
  fill_params.value = 40;
  fill_params.elementSize = 4;
  fill_params.width = fill_params.height = 1;
  CUgraphNode fill = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphAddMemsetNode)(&fill, graph, nullptr, 0, &fill_params, context));
  unsigned times = 2;
  void* parameters[] = {&word, &times};
  CUfunction increment = function("increment");
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuStreamBeginCaptureToGraph)(stream, graph, &fill, nullptr, 1, CU_STREAM_CAPTURE_MODE_GLOBAL));
  ASSERT_CU(CUDA_SUCCESS, CU(cuLaunchKernel)(increment, 1, 1, 1, 1, 1, 1, 0, stream, parameters, nullptr));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamEndCapture)(stream, &ended));
  EXPECT_EQ(ended, graph);
  EXPECT_EQ(node_count(graph), 2u);
  CUgraphExec exec = instantiate(graph);
  for (int i = 0; i < 2; ++i) ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, stream));
  EXPECT_EQ(read_word(word, stream), 42u);
}
#endif

TEST_F(GraphTest, AnUnjoinedBranchIsRefused) {
  CUdeviceptr word = memory(4);
  CUstream origin = make_stream(CU_STREAM_NON_BLOCKING), branch = make_stream(CU_STREAM_NON_BLOCKING);
  CUevent fork = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventCreate)(&fork, CU_EVENT_DISABLE_TIMING));
  capture_begin(origin);
  ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(fork, origin));
  ASSERT_CU(CUDA_SUCCESS, CU(cuStreamWaitEvent)(branch, fork, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 2, 1, branch));
  CUgraph graph = nullptr;
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, CU(cuStreamEndCapture)(origin, &graph));
  EXPECT_EQ(graph, nullptr);
}

TEST_F(GraphTest, WaitingForACapturingStreamInvalidatesTheCapture) {
  CUdeviceptr word = memory(4);
  CUstream stream = make_stream();
  capture_begin(stream);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(word, 2, 1, stream));
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, CU(cuStreamSynchronize)(stream));
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, CU(cuMemsetD32Async)(word, 2, 1, stream));
  CUgraph graph = nullptr;
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, CU(cuStreamEndCapture)(stream, &graph));
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamSynchronize)(stream));
}

TEST_F(GraphTest, AskingForACapturedEventInvalidatesTheCapture) {
  for (const bool wait : {false, true}) {
    CUstream stream = make_stream();
    CUevent event = nullptr;
    ASSERT_CU(CUDA_SUCCESS, CU(cuEventCreate)(&event, CU_EVENT_DISABLE_TIMING));
    capture_begin(stream);
    ASSERT_CU(CUDA_SUCCESS, CU(cuEventRecord)(event, stream));
    EXPECT_CU(CUDA_ERROR_CAPTURED_EVENT, wait ? CU(cuEventSynchronize)(event) : CU(cuEventQuery)(event));
    CUgraph graph = nullptr;
    EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, CU(cuStreamEndCapture)(stream, &graph));
    EXPECT_EQ(graph, nullptr);
  }
}

TEST_F(GraphTest, AllocationDuringAGlobalCaptureIsRefused) {
  CUstream stream = make_stream();
  CUdeviceptr pointer = 0;
  capture_begin(stream);
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, CU(cuMemAlloc)(&pointer, 64));
  CUgraph graph = nullptr;
  EXPECT_CU(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, CU(cuStreamEndCapture)(stream, &graph));
  capture_begin(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
  EXPECT_CU(CUDA_SUCCESS, CU(cuMemAlloc)(&pointer, 64));
  EXPECT_CU(CUDA_SUCCESS, CU(cuStreamEndCapture)(stream, &graph));
}

TEST_F(GraphTest, HostNodesChildGraphsAndClones) {
  static int calls;
  calls = 0;
  CUgraph child = nullptr, graph = nullptr, clone = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&child, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&graph, 0));
  CUDA_HOST_NODE_PARAMS host{};
  host.fn = [](void*) { ++calls; };
  CUgraphNode host_node = nullptr, child_node = nullptr, empty = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphAddHostNode)(&host_node, child, nullptr, 0, &host));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphAddEmptyNode)(&empty, graph, nullptr, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphAddChildGraphNode)(&child_node, graph, &empty, 1, child));
  CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphNodeGetType)(child_node, &type));
  EXPECT_EQ(type, CU_GRAPH_NODE_TYPE_GRAPH);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphClone)(&clone, graph));
  EXPECT_EQ(node_count(clone), 2u);
  CUgraphNode in_clone = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphNodeFindInClone)(&in_clone, child_node, clone));
  EXPECT_NE(in_clone, child_node);
  CUgraphExec exec = instantiate(clone);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphDestroy)(graph));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphDestroy)(clone));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, nullptr));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, nullptr));
  ASSERT_CU(CUDA_SUCCESS, CU(cuCtxSynchronize)());
  EXPECT_EQ(calls, 2);
}

TEST_F(GraphTest, UpdateTakesOverAGraphOfTheSameShape) {
  CUdeviceptr word = memory(4);
  CUstream stream = make_stream();
  const auto fill_graph = [&](unsigned value, int count) {
    capture_begin(stream);
    for (int i = 0; i < count; ++i) DRIVER_TEST_MUST(CU(cuMemsetD32Async)(word, value, 1, stream));
    return capture_end(stream);
  };
  CUgraphExec exec = instantiate(fill_graph(1, 1));
  CUgraphExecUpdateResultInfo info{};
  const auto update =
      resolve<CUresult (*)(CUgraphExec, CUgraph, CUgraphExecUpdateResultInfo*)>("cuGraphExecUpdate_v2");
  ASSERT_CU(CUDA_SUCCESS, update(exec, fill_graph(2, 1), &info));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, stream));
  EXPECT_EQ(read_word(word, stream), 2u);
  EXPECT_CU(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, update(exec, fill_graph(3, 2), &info));
  EXPECT_EQ(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
}

TEST_F(GraphTest, AllocationsInsideACapture) {
  CUstream stream = make_stream();
  CUdeviceptr inside = 0, out = memory(4);
  capture_begin(stream);
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemAllocAsync)(&inside, 1024, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(inside, 6, 256, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemcpyDtoDAsync)(out, inside + 1020, 4, stream));
  ASSERT_CU(CUDA_SUCCESS, CU(cuMemFreeAsync)(inside, stream));
  CUgraphExec exec = instantiate(capture_end(stream));
  cuuint64_t held = 0;
  for (int i = 0; i < 3; ++i) {
    ASSERT_CU(CUDA_SUCCESS, CU(cuMemsetD32Async)(out, 0, 1, stream));
    ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, stream));
    EXPECT_EQ(read_word(out, stream), 6u);
  }
  ASSERT_CU(CUDA_SUCCESS, CU(cuDeviceGetGraphMemAttribute)(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, &held));
  EXPECT_GE(held, 1024u);
  held = 5;
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE,
            CU(cuDeviceSetGraphMemAttribute)(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &held));
  EXPECT_CU(CUDA_SUCCESS, CU(cuDeviceGraphMemTrim)(0));
}

#if CUDA_VERSION >= 12020
TEST_F(GraphTest, NodesInTheirGeneralForm) {
  CUdeviceptr word = memory(4);
  CUgraph graph = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&graph, 0));
  CUgraphNodeParams params{};
  params.type = CU_GRAPH_NODE_TYPE_MEMSET;
  params.memset.dst = word;
  params.memset.value = 9;
  params.memset.elementSize = 4;
  params.memset.width = params.memset.height = 1;
  params.memset.ctx = context;
  CUgraphNode node = nullptr;
  const auto add =
      resolve<CUresult (*)(CUgraphNode*, CUgraph, const CUgraphNode*, std::size_t, CUgraphNodeParams*)>(
          "cuGraphAddNode");
  ASSERT_CU(CUDA_SUCCESS, add(&node, graph, nullptr, 0, &params));
  CUgraphExec exec = instantiate(graph);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, nullptr));
  EXPECT_EQ(read_word(word, nullptr), 9u);
  params.memset.value = 10;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphExecNodeSetParams)(exec, node, &params));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphLaunch)(exec, nullptr));
  EXPECT_EQ(read_word(word, nullptr), 10u);
  params.type = CU_GRAPH_NODE_TYPE_HOST;
  params.host = {};
  EXPECT_CU(CUDA_ERROR_INVALID_VALUE, CU(cuGraphExecNodeSetParams)(exec, node, &params));
}
#endif

TEST_F(GraphTest, UserObjectsLiveAsLongAsTheirLastHolder) {
  static int destroyed;
  destroyed = 0;
  CUuserObject object = nullptr;
  int resource = 0;
  ASSERT_CU(CUDA_SUCCESS,
            CU(cuUserObjectCreate)(
                &object, &resource, [](void*) { ++destroyed; }, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  CUgraph graph = nullptr;
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphCreate)(&graph, 0));
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphRetainUserObject)(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
  EXPECT_EQ(destroyed, 0);
  ASSERT_CU(CUDA_SUCCESS, CU(cuGraphDestroy)(graph));
  for (int i = 0; i < 1000 && destroyed == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(destroyed, 1);
}

}  // namespace
}  // namespace driver_test
