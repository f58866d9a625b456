#include "driver/graph_exec.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "driver/capture.hpp"
#include "driver/context.hpp"
#include "driver/event.hpp"
#include "driver/failure.hpp"
#include "driver/stream.hpp"
#include "driver/submit.hpp"

namespace gpu_emulator::driver {

void GraphExec::flatten(const Graph& graph, Steps& steps) {
  for (const GraphNode* node : graph.in_order()) {
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      flatten(*child->graph, steps);
      continue;
    }
    Step step{node->handle, node->work, true, {}};
    for (const GraphNode* dependency : node->dependencies) step.dependencies.push_back(dependency->handle);
    steps.push_back(std::move(step));
  }
}

GraphExec::GraphExec(const Graph& graph, cuuint64_t flags)
    : flags_(flags), source_(graph.shared_from_this()) {
  auto steps = std::make_shared<Steps>();
  flatten(graph, *steps);
  steps_ = std::move(steps);
}

CUresult GraphExec::launch(Stream& stream) {
  if (stream.capturing()) {
    const std::scoped_lock lock(graphs_mutex());
    capture_work(stream, ChildWork{source_->clone()});
    return CUDA_SUCCESS;
  }
  refuse_implicit_dependency(stream);
  Task task;
  std::vector<std::pair<std::shared_ptr<Event>, std::shared_ptr<EventRecord>>> records;
  for (const Step& step : *steps_) {
    if (std::holds_alternative<HostWork>(step.work)) task.host_function = true;
    if (const auto* record = std::get_if<RecordWork>(&step.work)) {
      records.emplace_back(record->event, std::make_shared<EventRecord>());
    } else if (const auto* wait = std::get_if<WaitWork>(&step.work)) {
      if (const auto last = wait->event->last()) task.waits.push_back(last->marker);
    }
  }
  task.run = [steps = steps_, records, &context = stream.context()] {
    std::size_t next_record = 0;
    for (const Step& step : *steps) {
      if (std::holds_alternative<RecordWork>(step.work)) {
        records[next_record++].second->time = std::chrono::steady_clock::now();
      } else if (step.enabled && !context.failed()) {
        run(step.work, context);
      }
    }
  };
  const Marker done = stream.enqueue(std::move(task), Handover::worker);
  // An event recorded inside the graph is reached when the graph is: later than a GPU's, never earlier.
  for (auto& [event, record] : records) {
    record->marker = done;
    event->set_last(record);
  }
  return CUDA_SUCCESS;
}

GraphExec::Steps& GraphExec::writable() {
  auto copy = std::make_shared<Steps>(*steps_);
  Steps& steps = *copy;
  steps_ = std::move(copy);
  return steps;
}

GraphExec::Step& GraphExec::step(CUgraphNode node) {
  Steps& steps = writable();
  const auto found = std::ranges::find(steps, node, &Step::node);
  require(found != steps.end());
  return *found;
}

void GraphExec::set_work(CUgraphNode node, Work work) {
  Step& found = step(node);
  require(found.work.index() == work.index());
  found.work = std::move(work);
}

void GraphExec::set_enabled(CUgraphNode node, bool enabled) {
  Step& found = step(node);
  const CUgraphNodeType type = type_of(found.work);
  require(type == CU_GRAPH_NODE_TYPE_KERNEL || type == CU_GRAPH_NODE_TYPE_MEMCPY ||
          type == CU_GRAPH_NODE_TYPE_MEMSET);
  found.enabled = enabled;
}

bool GraphExec::enabled(CUgraphNode node) const {
  const auto found = std::ranges::find(*steps_, node, &Step::node);
  require(found != steps_->end());
  return found->enabled;
}

CUgraphExecUpdateResult GraphExec::update(const Graph& graph, CUgraphNode& differing) {
  Steps incoming;
  flatten(graph, incoming);
  if (incoming.size() != steps_->size()) return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
  const auto place = [](const Steps& steps, CUgraphNode node) {
    return std::ranges::find(steps, node, &Step::node) - steps.begin();
  };
  for (std::size_t i = 0; i < incoming.size(); ++i) {
    differing = incoming[i].node;
    const Step& old = (*steps_)[i];
    if (incoming[i].work.index() != old.work.index()) return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
    std::vector<std::ptrdiff_t> before, after;
    for (CUgraphNode node : old.dependencies) before.push_back(place(*steps_, node));
    for (CUgraphNode node : incoming[i].dependencies) after.push_back(place(incoming, node));
    std::ranges::sort(before);
    std::ranges::sort(after);
    if (before != after) return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
  }
  differing = nullptr;
  Steps& steps = writable();
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i].work = std::move(incoming[i].work);
  return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

}  // namespace gpu_emulator::driver
