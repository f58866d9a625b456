#include "driver/event.hpp"

#include <utility>

#include "driver/capture.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/submit.hpp"

namespace gpu_emulator::driver {

void Event::record(Stream& stream, std::vector<Marker> waits) {
  auto record = std::make_shared<EventRecord>();
  Task task;
  task.run = [record] { record->time = std::chrono::steady_clock::now(); };
  task.always = true;
  task.waits = std::move(waits);
  record->marker = stream.enqueue(std::move(task), Handover::if_idle);
  set_last(std::move(record));
}

void Event::set_last(std::shared_ptr<EventRecord> record) {
  const std::scoped_lock lock(mutex_);
  last_ = std::move(record);
}

void Event::hold_back(Stream& stream) const {
  const auto record = last();
  if (record == nullptr || record->marker.reached() || record->marker.stream.get() == &stream) return;
  Task task;
  task.waits.push_back(record->marker);
  stream.enqueue(std::move(task), Handover::if_idle);
}

std::shared_ptr<const EventRecord> Event::last() const {
  const std::scoped_lock lock(mutex_);
  return last_;
}

std::shared_ptr<Event> find_event(CUevent handle) {
  auto event = the_driver().events.find(handle);
  require(event != nullptr, CUDA_ERROR_INVALID_HANDLE);
  return event;
}

}  // namespace gpu_emulator::driver

using namespace gpu_emulator::driver;

namespace {

void record_by_handle(CUevent handle, CUstream stream_handle) {
  const auto event = find_event(handle);
  const auto stream = find_stream(stream_handle);
  require(&event->context() == &stream->context(), CUDA_ERROR_INVALID_HANDLE);
  record_event(event, *stream);
}

float elapsed_milliseconds(CUevent start, CUevent end) {
  const auto first = find_event(start);
  const auto second = find_event(end);
  require(first->timed() && second->timed(), CUDA_ERROR_INVALID_HANDLE);
  require(!first->context().failed(), first->context().error());
  const auto from = first->last();
  const auto to = second->last();
  require(from != nullptr && to != nullptr, CUDA_ERROR_INVALID_HANDLE);
  require(from->marker.reached() && to->marker.reached(), CUDA_ERROR_NOT_READY);
  return std::chrono::duration<float, std::milli>(to->time - from->time).count();
}

}  // namespace

CUresult CUDAAPI cuEventCreate(CUevent* phEvent, unsigned int Flags) {
  return api([&] {
    required(phEvent);
    auto context = current_context();
    require((Flags & ~7u) == 0);
    // Events that other processes open must not be timed.
    require((Flags & CU_EVENT_INTERPROCESS) == 0 || (Flags & CU_EVENT_DISABLE_TIMING) != 0);
    auto event = std::make_shared<Event>(std::move(context), Flags);
    event->handle = the_driver().events.insert(event);
    *phEvent = event->handle;
  });
}

CUresult CUDAAPI cuEventDestroy_v2(CUevent hEvent) {
  return api([&] { require(the_driver().events.erase(hEvent) != nullptr, CUDA_ERROR_INVALID_HANDLE); });
}

CUresult CUDAAPI cuEventDestroy(CUevent hEvent) { return cuEventDestroy_v2(hEvent); }

CUresult CUDAAPI cuEventRecord(CUevent hEvent, CUstream hStream) {
  return api([&] { record_by_handle(hEvent, hStream); });
}

CUresult CUDAAPI cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
  return api([&] {
    require((flags & ~static_cast<unsigned>(CU_EVENT_RECORD_EXTERNAL)) == 0);
    record_by_handle(hEvent, hStream);
  });
}

CUresult CUDAAPI cuEventQuery(CUevent hEvent) {
  return api([&] {
    const auto event = find_event(hEvent);
    refuse_captured_event(*event);
    if (event->context().failed()) return event->context().error();
    const auto record = event->last();
    return record == nullptr || record->marker.reached() ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
  });
}

CUresult CUDAAPI cuEventSynchronize(CUevent hEvent) {
  return api([&] {
    const auto event = find_event(hEvent);
    refuse_captured_event(*event);
    if (const auto record = event->last()) record->marker.wait();
    return event->context().error();
  });
}

CUresult CUDAAPI cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
  return api([&] {
    required(pMilliseconds);
    *pMilliseconds = elapsed_milliseconds(hStart, hEnd);
  });
}

#if CUDA_VERSION >= 12080
CUresult CUDAAPI cuEventElapsedTime_v2(float* pMilliseconds, CUevent hStart, CUevent hEnd) {
  return cuEventElapsedTime(pMilliseconds, hStart, hEnd);
}
#endif
