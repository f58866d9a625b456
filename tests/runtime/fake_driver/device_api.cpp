// Initialisation, devices and contexts.
#include <cstdio>
#include <cstring>

#include "state.hpp"

using fake::state;
using gpu::Status;

FAKE_API cuInit(unsigned) {
  FAKE_ENTER("cuInit");
  return Status::success;
}

FAKE_API cuDriverGetVersion(int* version) {
  FAKE_ENTER("cuDriverGetVersion");
  *version = state().version;
  return Status::success;
}

FAKE_API cuGetErrorString(Status status, const char** text) {
  *text = status == Status::invalid_value ? "invalid argument" : "text of the driver";
  return Status::success;
}

FAKE_API cuDeviceGet(CUdevice* device, int ordinal) {
  FAKE_ENTER("cuDeviceGet");
  if (ordinal < 0 || ordinal >= static_cast<int>(state().devices.size())) return Status::invalid_device;
  *device = ordinal;
  return Status::success;
}

FAKE_API cuDeviceGetCount(int* count) {
  FAKE_ENTER("cuDeviceGetCount");
  *count = static_cast<int>(state().devices.size());
  return Status::success;
}

FAKE_API cuDeviceGetName(char* name, int size, CUdevice device) {
  FAKE_ENTER("cuDeviceGetName");
  std::snprintf(name, static_cast<std::size_t>(size), "%s",
                state().devices.at(static_cast<std::size_t>(device)).name.c_str());
  return Status::success;
}

FAKE_API cuDeviceGetPCIBusId(char* id, int size, CUdevice device) {
  FAKE_ENTER("cuDeviceGetPCIBusId");
  std::snprintf(id, static_cast<std::size_t>(size), "0000:%02x:00.0", static_cast<unsigned>(device) + 1);
  return Status::success;
}

FAKE_API cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice device) {
  FAKE_ENTER("cuDeviceTotalMem");
  *bytes = state().devices.at(static_cast<std::size_t>(device)).memory;
  return Status::success;
}

FAKE_API cuDeviceGetAttribute(int* value, gpu::DeviceAttribute attribute, CUdevice device) {
  FAKE_ENTER("cuDeviceGetAttribute");
  const auto& attributes = state().devices.at(static_cast<std::size_t>(device)).attributes;
  const auto found = attributes.find(attribute);
  *value = found == attributes.end() ? 0 : found->second;
  return Status::success;
}

FAKE_API cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  FAKE_ENTER("cuDevicePrimaryCtxRetain");
  const std::lock_guard lock(state().mutex);
  auto& primary = state().devices.at(static_cast<std::size_t>(device)).primary;
  if (primary == nullptr) {
    primary = new CUctx_st{};
    primary->device = device;
    primary->id = state().contexts.size() + 1;
    state().contexts.push_back(primary);
  }
  ++primary->holders;
  *context = primary;
  return Status::success;
}

FAKE_API cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  FAKE_ENTER("cuDevicePrimaryCtxRelease");
  const std::lock_guard lock(state().mutex);
  auto& primary = state().devices.at(static_cast<std::size_t>(device)).primary;
  if (primary == nullptr) return Status::invalid_context;
  if (--primary->holders == 0) {
    primary->destroyed = true;
    primary = nullptr;
  }
  return Status::success;
}

FAKE_API cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  FAKE_ENTER("cuDevicePrimaryCtxGetState");
  const std::lock_guard lock(state().mutex);
  *flags = 0;
  *active = state().devices.at(static_cast<std::size_t>(device)).primary != nullptr ? 1 : 0;
  return Status::success;
}

FAKE_API cuCtxGetCurrent(CUcontext* context) {
  FAKE_ENTER("cuCtxGetCurrent");
  *context = fake::current_context();
  return Status::success;
}

FAKE_API cuCtxSetCurrent(CUcontext context) {
  FAKE_ENTER("cuCtxSetCurrent");
  auto& contexts = fake::current_contexts();
  if (context != nullptr && context->destroyed) return Status::context_is_destroyed;
  if (!contexts.empty()) contexts.pop_back();
  if (context != nullptr) contexts.push_back(context);
  return Status::success;
}

FAKE_API cuCtxPushCurrent_v2(CUcontext context) {
  FAKE_ENTER("cuCtxPushCurrent");
  if (context == nullptr) return Status::invalid_context;
  if (context->destroyed) return Status::context_is_destroyed;
  fake::current_contexts().push_back(context);
  return Status::success;
}

FAKE_API cuCtxPopCurrent_v2(CUcontext* context) {
  FAKE_ENTER("cuCtxPopCurrent");
  auto& contexts = fake::current_contexts();
  if (contexts.empty()) return Status::invalid_context;
  *context = contexts.back();
  contexts.pop_back();
  return Status::success;
}

FAKE_API cuCtxGetDevice(CUdevice* device) {
  FAKE_ENTER("cuCtxGetDevice");
  if (fake::current_context() == nullptr) return Status::invalid_context;
  *device = fake::current_context()->device;
  return Status::success;
}

FAKE_API cuCtxGetId(CUcontext context, unsigned long long* id) {
  FAKE_ENTER("cuCtxGetId");
  if (context == nullptr) return Status::invalid_context;
  if (context->destroyed) return Status::context_is_destroyed;
  *id = context->id;
  return Status::success;
}

FAKE_API cuCtxSynchronize() {
  FAKE_ENTER("cuCtxSynchronize");
  FAKE_UNSAFE_WHILE_CAPTURING();
  if (fake::current_context() == nullptr) return Status::invalid_context;
  for (CUstream_st& stream : state().default_streams) fake::run_all(&stream);
  for (const CUstream stream : state().streams) fake::run_all(stream);
  return Status::success;
}
