// Words in memory that streams write and wait for.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "driver/context.hpp"
#include "driver/failure.hpp"
#include "driver/submit.hpp"
#include "exec/memory.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

constexpr unsigned wait_flags = CU_STREAM_WAIT_VALUE_NOR | CU_STREAM_WAIT_VALUE_FLUSH;

struct ValueStep {
  bool wait = false;
  bool wide = false;
  Address address = 0;
  std::uint64_t value = 0;
  unsigned condition = 0;
};

template <typename T>
bool satisfied(T current, T value, unsigned condition) {
  switch (condition) {
    case CU_STREAM_WAIT_VALUE_GEQ:
      return static_cast<std::make_signed_t<T>>(current - value) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ:
      return current == value;
    case CU_STREAM_WAIT_VALUE_AND:
      return (current & value) != 0;
    default:
      return static_cast<T>(~(current | value)) != 0;
  }
}

template <typename T>
void run_step(const ValueStep& step, Context& context) {
  if (!MemoryTable::process().contains(step.address, sizeof(T))) {
    context.set_error(CUDA_ERROR_ILLEGAL_ADDRESS);
    return;
  }
  const std::atomic_ref<T> word(*reinterpret_cast<T*>(step.address));
  if (!step.wait) {
    word.store(static_cast<T>(step.value));
    MemoryTable::process().mark_initialised(step.address, sizeof(T));
    return;
  }
  // Another stream or the host will write it; a failed context will not.
  while (!satisfied<T>(word.load(), static_cast<T>(step.value), step.condition) && !context.failed()) {
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

CUresult run_steps(CUstream handle, std::vector<ValueStep> steps) {
  const auto stream = find_stream(handle);
  for (const ValueStep& step : steps) {
    const std::size_t size = step.wide ? 8 : 4;
    require(step.address % size == 0 && MemoryTable::process().contains(step.address, size));
  }
  Task task;
  task.host_function = true;  // it may wait for long: on the stream's own worker only
  task.run = [steps = std::move(steps), &context = stream->context()] {
    for (const ValueStep& step : steps) {
      if (step.wide) {
        run_step<std::uint64_t>(step, context);
      } else {
        run_step<std::uint32_t>(step, context);
      }
    }
  };
  return hand_over(*stream, std::move(task), false);
}

ValueStep write_step(CUdeviceptr address, std::uint64_t value, bool wide, unsigned flags) {
  require((flags & ~static_cast<unsigned>(CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)) == 0);
  return {false, wide, address, value, 0};
}

ValueStep wait_step(CUdeviceptr address, std::uint64_t value, bool wide, unsigned flags) {
  require((flags & ~wait_flags) == 0);
  return {true, wide, address, value, flags & static_cast<unsigned>(CU_STREAM_WAIT_VALUE_NOR)};
}

CUresult run_batch(CUstream stream, unsigned count, CUstreamBatchMemOpParams* params, unsigned flags) {
  require(flags == 0 && count <= 256 && (count == 0 || params != nullptr));
  std::vector<ValueStep> steps;
  for (unsigned i = 0; i < count; ++i) {
    const auto& write = params[i].writeValue;
    const auto& wait = params[i].waitValue;
    switch (params[i].operation) {
      case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        steps.push_back(wait_step(wait.address, wait.value, false, wait.flags));
        break;
      case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        steps.push_back(wait_step(wait.address, wait.value64, true, wait.flags));
        break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        steps.push_back(write_step(write.address, write.value, false, write.flags));
        break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        steps.push_back(write_step(write.address, write.value64, true, write.flags));
        break;
      case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
      case CU_STREAM_MEM_OP_BARRIER:
        break;  // memory is one and the same here
      default:
        fail(CUDA_ERROR_INVALID_VALUE);
    }
  }
  return run_steps(stream, std::move(steps));
}

}  // namespace

CUresult CUDAAPI cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                         unsigned int flags) {
  return api([&] { return run_steps(stream, {write_step(addr, value, false, flags)}); });
}

CUresult CUDAAPI cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                         unsigned int flags) {
  return api([&] { return run_steps(stream, {write_step(addr, value, true, flags)}); });
}

CUresult CUDAAPI cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                        unsigned int flags) {
  return api([&] { return run_steps(stream, {wait_step(addr, value, false, flags)}); });
}

CUresult CUDAAPI cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                        unsigned int flags) {
  return api([&] { return run_steps(stream, {wait_step(addr, value, true, flags)}); });
}

CUresult CUDAAPI cuStreamBatchMemOp_v2(CUstream stream, unsigned int count,
                                       CUstreamBatchMemOpParams* paramArray, unsigned int flags) {
  return api([&] { return run_batch(stream, count, paramArray, flags); });
}
