#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>

#include "driver/copy.hpp"
#include "driver/cuda_api.hpp"
#include "driver/launch_request.hpp"

namespace gpu_emulator::driver {

class Context;
struct Device;
class Event;
class Graph;

/// A kernel with its arguments.
struct KernelWork {
  std::shared_ptr<const PreparedLaunch> launch;
};

/// A checked copy.
struct CopyWork {
  CopyEnd destination, source;
  Extent extent;
  std::size_t destination_size = 0, source_size = 0;  ///< bytes from the first touched to the last
  bool to_device = false, from_device = false;        ///< device memory on that side
};

/// A checked memset: `height` rows of `width` values of `value_size` bytes.
struct FillWork {
  Address destination = 0;
  std::size_t pitch = 0;
  std::uint32_t value = 0;
  unsigned value_size = 1;
  std::size_t width = 0, height = 1;
  std::size_t size = 0;  ///< bytes from the first touched to the last
};

/// A program's function on the host.
struct HostWork {
  CUhostFn function = nullptr;
  void* data = nullptr;
};

/// Only order.
struct EmptyWork {};

/// The nodes of another graph.
struct ChildWork {
  std::shared_ptr<Graph> graph;
};

struct RecordWork {
  std::shared_ptr<Event> event;
};

struct WaitWork {
  std::shared_ptr<Event> event;
};

/// Memory that a graph gives out: at one address for all its launches, freed with the last that holds it.
struct GraphMemory {
  ~GraphMemory();
  Address address = 0;
  std::size_t size = 0;
  Device* device = nullptr;
};

struct AllocateWork {
  std::shared_ptr<GraphMemory> memory;
};

struct FreeWork {
  Address address = 0;
};

/// What a stream runs and what a graph's node holds.
using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, ChildWork, RecordWork,
                          WaitWork, AllocateWork, FreeWork>;

/// Checks and makes a graph's allocation.
AllocateWork graph_allocation(Device& device, std::size_t size);
/// Checks a graph's free.
FreeWork graph_free(Address address);

CUgraphNodeType type_of(const Work& work);

/// Runs it on this thread. Child graphs and events are taken care of by whoever runs the graph.
void run(const Work& work, Context& context);

/// Checks a memset; fails with INVALID_VALUE.
FillWork checked_fill(Address destination, std::size_t pitch, std::uint32_t value, unsigned value_size,
                      std::size_t width, std::size_t height);

}  // namespace gpu_emulator::driver
