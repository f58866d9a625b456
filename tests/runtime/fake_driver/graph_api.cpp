// Capture and graphs: launches into a capturing stream become nodes.
#include "state.hpp"

using fake::state;
using gpu::Status;
using gpu::driver::CaptureMode;

namespace {

/// What calls outside the captured stream may do on this thread.
CaptureMode& thread_mode() {
  thread_local CaptureMode mode = CaptureMode::global;
  return mode;
}

}  // namespace

bool fake::unsafe_while_capturing() {
  return state().capturing != nullptr && thread_mode() != CaptureMode::relaxed;
}

FAKE_API cuStreamIsCapturing(CUstream stream, gpu::driver::CaptureStatus* status) {
  FAKE_ENTER("cuStreamIsCapturing");
  using gpu::driver::CaptureStatus;
  *status = stream != nullptr && stream == state().capturing ? CaptureStatus::active : CaptureStatus::none;
  return Status::success;
}

FAKE_API cuStreamBeginCapture_v2(CUstream stream, CaptureMode) {
  FAKE_ENTER("cuStreamBeginCapture");
  state().capturing = stream;
  state().capture_valid = true;
  state().captured.clear();
  return Status::success;
}

FAKE_API cuStreamEndCapture(CUstream, CUgraph* graph) {
  FAKE_ENTER("cuStreamEndCapture");
  state().capturing = nullptr;
  *graph = nullptr;
  if (!state().capture_valid) return Status::stream_capture_invalidated;
  *graph = new CUgraph_st{state().captured};
  return Status::success;
}

FAKE_API cuThreadExchangeStreamCaptureMode(CaptureMode* mode) {
  FAKE_ENTER("cuThreadExchangeStreamCaptureMode");
  std::swap(*mode, thread_mode());
  return Status::success;
}

FAKE_API cuGraphInstantiateWithFlags(CUgraphExec* executable, CUgraph graph, unsigned long long) {
  FAKE_ENTER("cuGraphInstantiateWithFlags");
  *executable = new CUgraphExec_st{graph->nodes};
  return Status::success;
}

FAKE_API cuGraphLaunch(CUgraphExec executable, CUstream) {
  FAKE_ENTER("cuGraphLaunch");
  const std::lock_guard lock(state().mutex);
  state().launches.insert(state().launches.end(), executable->nodes.begin(), executable->nodes.end());
  return Status::success;
}

FAKE_API cuGraphGetNodes(CUgraph graph, CUgraphNode*, std::size_t* count) {
  FAKE_ENTER("cuGraphGetNodes");
  *count = graph->nodes.size();
  return Status::success;
}

FAKE_API cuGraphExecDestroy(CUgraphExec executable) {
  FAKE_ENTER("cuGraphExecDestroy");
  delete executable;
  return Status::success;
}

FAKE_API cuGraphDestroy(CUgraph graph) {
  FAKE_ENTER("cuGraphDestroy");
  delete graph;
  return Status::success;
}
