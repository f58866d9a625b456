// Reference-counted resources of programs, held by graphs.
#include "driver/user_object.hpp"

#include <algorithm>
#include <memory>

#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/graph.hpp"

using namespace gpu_emulator::driver;

namespace {

std::shared_ptr<UserObject> find_object(CUuserObject handle) {
  auto object = the_driver().user_objects.find(handle);
  require(object != nullptr);
  return object;
}

/// Gives back the program's references; with the last, the table lets go of the object.
void release(CUuserObject handle, unsigned count) {
  const auto object = find_object(handle);
  require(count != 0 && count <= object->references);
  object->references -= count;
  if (object->references == 0) the_driver().user_objects.erase(handle);
}

}  // namespace

CUresult CUDAAPI cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy,
                                    unsigned int initialRefcount, unsigned int flags) {
  return graph_api([&] {
    required(object_out);
    require(destroy != nullptr && initialRefcount != 0 && flags == CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
    auto object = std::make_shared<UserObject>();
    object->pointer = ptr;
    object->destroy = destroy;
    object->references = initialRefcount;
    *object_out = the_driver().user_objects.insert(std::move(object));
  });
}

CUresult CUDAAPI cuUserObjectRetain(CUuserObject object, unsigned int count) {
  return graph_api([&] {
    require(count != 0);
    find_object(object)->references += count;
  });
}

CUresult CUDAAPI cuUserObjectRelease(CUuserObject object, unsigned int count) {
  return graph_api([&] { release(object, count); });
}

CUresult CUDAAPI cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                         unsigned int flags) {
  return graph_api([&] {
    const auto holder = find_graph(graph);
    const auto held = find_object(object);
    require(count != 0 && (flags & ~static_cast<unsigned>(CU_GRAPH_USER_OBJECT_MOVE)) == 0);
    if ((flags & CU_GRAPH_USER_OBJECT_MOVE) != 0) release(object, count);
    for (unsigned i = 0; i < count; ++i) holder->user_objects.emplace_back(object, held);
  });
}

CUresult CUDAAPI cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) {
  return graph_api([&] {
    const auto holder = find_graph(graph);
    require(count != 0);
    // By handle: the program may have given back all references of its own.
    for (unsigned i = 0; i < count; ++i) {
      const auto found =
          std::ranges::find(holder->user_objects, object, [](const auto& held) { return held.first; });
      require(found != holder->user_objects.end());
      holder->user_objects.erase(found);
    }
  });
}
