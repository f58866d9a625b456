// Attributes of streams: kept and given back. None changes what an emulated stream does.
#include "driver/context.hpp"
#include "driver/failure.hpp"
#include "driver/stream.hpp"

using namespace gpu_emulator::driver;

namespace {

bool is_stream_attribute(CUlaunchAttributeID attribute) {
  return attribute == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW ||
         attribute == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY ||
         attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY || attribute == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP ||
         attribute == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN;
}

CUlaunchAttributeValue initial_value(CUlaunchAttributeID attribute, const Stream& stream) {
  CUlaunchAttributeValue value{};
  if (attribute == CU_LAUNCH_ATTRIBUTE_PRIORITY) value.priority = stream.priority();
  if (attribute == CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY) value.syncPolicy = CU_SYNC_POLICY_AUTO;
  if (attribute == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP) value.memSyncDomainMap = {0, 1};
  return value;
}

}  // namespace

CUresult CUDAAPI cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value_out) {
  return api([&] {
    const auto stream = find_stream(hStream);
    required(value_out);
    require(is_stream_attribute(attr));
    const std::scoped_lock lock(stream->attributes_mutex);
    const auto set = stream->attributes.find(attr);
    *value_out = set != stream->attributes.end() ? set->second : initial_value(attr, *stream);
  });
}

CUresult CUDAAPI cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* value) {
  return api([&] {
    const auto stream = find_stream(hStream);
    required(value);
    require(is_stream_attribute(attr));
    const std::scoped_lock lock(stream->attributes_mutex);
    stream->attributes[attr] = *value;
  });
}

CUresult CUDAAPI cuStreamCopyAttributes(CUstream dst, CUstream src) {
  return api([&] {
    const auto to = find_stream(dst);
    const auto from = find_stream(src);
    if (to == from) return;
    const std::scoped_lock lock(to->attributes_mutex, from->attributes_mutex);
    to->attributes = from->attributes;
  });
}
