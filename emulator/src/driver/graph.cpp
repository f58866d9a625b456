#include "driver/graph.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/user_object.hpp"

namespace gpu_emulator::driver {

std::recursive_mutex& graphs_mutex() {
  static auto* const mutex =
      new std::recursive_mutex;  // never destroyed: workers may outlive the end of main
  return *mutex;
}

std::shared_ptr<Graph> Graph::create() {
  auto graph = std::make_shared<Graph>();
  graph->handle = the_driver().graphs.insert(graph);
  return graph;
}

Graph::~Graph() {
  for (const auto& node : nodes_) {
    the_driver().graph_nodes.erase(node->handle);
    if (const auto* child = std::get_if<ChildWork>(&node->work))
      the_driver().graphs.erase(child->graph->handle);
  }
}

GraphNode& Graph::add(Work work, const std::vector<GraphNode*>& dependencies) {
  for (const GraphNode* dependency : dependencies) require(dependency->graph == this);
  auto node = std::make_shared<GraphNode>();
  node->work = std::move(work);
  node->graph = this;
  node->handle = the_driver().graph_nodes.insert(node);
  GraphNode& added = *node;
  nodes_.push_back(std::move(node));
  for (GraphNode* dependency : dependencies) {
    if (std::ranges::find(added.dependencies, dependency) == added.dependencies.end())
      connect(*dependency, added);
  }
  return added;
}

void Graph::remove(GraphNode& node) {
  for (GraphNode* dependency : node.dependencies) std::erase(dependency->dependents, &node);
  for (GraphNode* dependent : node.dependents) std::erase(dependent->dependencies, &node);
  the_driver().graph_nodes.erase(node.handle);
  std::erase_if(nodes_, [&](const auto& own) { return own.get() == &node; });
}

void Graph::connect(GraphNode& from, GraphNode& to) {
  require(from.graph == this && to.graph == this && &from != &to);
  require(std::ranges::find(to.dependencies, &from) == to.dependencies.end());
  to.dependencies.push_back(&from);
  from.dependents.push_back(&to);
}

void Graph::disconnect(GraphNode& from, GraphNode& to) {
  require(std::erase(to.dependencies, &from) != 0);
  std::erase(from.dependents, &to);
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = create();
  copy->user_objects = user_objects;
  std::unordered_map<const GraphNode*, GraphNode*> copies;
  for (const auto& node : nodes_) {
    Work work = node->work;
    if (auto* child = std::get_if<ChildWork>(&work)) child->graph = child->graph->clone();
    GraphNode& added = copy->add(std::move(work), {});
    added.original = node->handle;
    copies[node.get()] = &added;
  }
  // Edges last: a graph may hold circles until it is instantiated.
  for (const auto& node : nodes_) {
    for (const GraphNode* dependent : node->dependents)
      copy->connect(*copies.at(node.get()), *copies.at(dependent));
  }
  return copy;
}

std::vector<GraphNode*> Graph::in_order() const {
  std::unordered_map<const GraphNode*, std::size_t> open;
  std::vector<GraphNode*> order;
  for (const auto& node : nodes_) {
    open[node.get()] = node->dependencies.size();
    if (node->dependencies.empty()) order.push_back(node.get());
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (GraphNode* dependent : order[i]->dependents) {
      if (--open[dependent] == 0) order.push_back(dependent);
    }
  }
  return order;
}

bool Graph::has_circle() const {
  return in_order().size() != nodes_.size() || std::ranges::any_of(nodes_, [](const auto& node) {
           const auto* child = std::get_if<ChildWork>(&node->work);
           return child != nullptr && child->graph->has_circle();
         });
}

std::shared_ptr<Graph> find_graph(CUgraph handle) {
  auto graph = the_driver().graphs.find(handle);
  require(graph != nullptr);
  return graph;
}

GraphNode& find_node(CUgraphNode handle) {
  const auto node = the_driver().graph_nodes.find(handle);
  require(node != nullptr);
  return *node;  // its graph keeps it; graphs_mutex() keeps the graph
}

}  // namespace gpu_emulator::driver
