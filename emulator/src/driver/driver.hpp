#pragma once

#include <memory>
#include <vector>

#include "driver/config.hpp"
#include "driver/cuda_api.hpp"
#include "driver/device.hpp"
#include "driver/handle_table.hpp"

namespace gpu_emulator::driver {

class Context;
class Stream;
class Event;
class LoadedModule;
class Library;
struct Function;
struct Kernel;
class LinkState;
class MemoryPool;
class Graph;
class GraphExec;
struct GraphNode;
struct UserObject;
struct PhysicalMemory;
struct OpaqueMemory;  ///< CUmemGenericAllocationHandle is a number: what the table takes instead

/// The process-wide state. Made by cuInit and never destroyed: workers may still run while the process exits.
struct Driver {
  explicit Driver(const Config& configuration);

  const Config config;
  std::vector<std::unique_ptr<Device>> devices;
  HandleTable<CUcontext, Context, HandleKind::context> contexts;
  HandleTable<CUstream, Stream, HandleKind::stream> streams;
  HandleTable<CUevent, Event, HandleKind::event> events;
  HandleTable<CUmodule, LoadedModule, HandleKind::module> modules;
  HandleTable<CUfunction, Function, HandleKind::function> functions;
  HandleTable<CUlibrary, Library, HandleKind::library> libraries;
  HandleTable<CUkernel, Kernel, HandleKind::kernel> kernels;
  HandleTable<CUlinkState, LinkState, HandleKind::link_state> links;
  HandleTable<CUmemoryPool, MemoryPool, HandleKind::memory_pool> pools;
  HandleTable<CUgraph, Graph, HandleKind::graph> graphs;
  HandleTable<CUgraphNode, GraphNode, HandleKind::graph_node> graph_nodes;
  HandleTable<CUgraphExec, GraphExec, HandleKind::graph_exec> graph_execs;
  HandleTable<CUuserObject, UserObject, HandleKind::user_object> user_objects;
  HandleTable<OpaqueMemory*, PhysicalMemory, HandleKind::physical_memory> physical_memory;

  /// The device of an ordinal; fails with INVALID_DEVICE.
  Device& device(CUdevice ordinal);
};

/// The state; only after cuInit.
Driver& the_driver() noexcept;

}  // namespace gpu_emulator::driver
