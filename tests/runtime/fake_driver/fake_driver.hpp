/// A recording driver for tests: a libcuda without devices whose answers the test scripts.
///
/// It proves what a real driver cannot show: which calls are made and in what order, that nothing is used
/// after it is gone, and what the runtime does when any single call fails. Copies and memsets wait in their
/// stream until it is synchronised, as pageable copies may on a GPU, so that a synchronous form that does not
/// wait is caught.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gpu/driver/types.hpp>
#include <gpu/status.hpp>

struct CUctx_st {
  int device = 0;
  unsigned long long id = 0;
  int holders = 0;
  bool destroyed = false;
};

struct CUstream_st {
  CUcontext context = nullptr;
  unsigned flags = 0;
  int priority = 0;
  bool destroyed = false;
  std::deque<std::function<void()>> work;
};

struct CUevent_st {
  CUcontext context = nullptr;
  unsigned flags = 0;
  bool recorded = false;
  float time = 0;
};

struct CUlib_st {
  std::string code;
  bool unloaded = false;
};

struct CUkern_st {
  std::string name;
  CUlibrary library = nullptr;
};

namespace fake {

struct Device {
  std::string name = "Fake Device";
  std::map<gpu::DeviceAttribute, int> attributes;
  std::size_t memory = std::size_t{1} << 30;
  CUcontext primary = nullptr;
};

/// What a kernel of the loaded images looks like, and how many bytes each of its parameters has.
struct Kernel {
  std::vector<std::size_t> parameters;
  std::map<gpu::driver::FunctionAttribute, int> attributes;
};

/// What one launch was given.
struct Launch {
  std::string kernel;
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
  CUstream stream;
  CUcontext context;
  std::vector<std::vector<unsigned char>> arguments;
  std::vector<gpu::driver::LaunchAttribute> attributes;
};

}  // namespace fake

struct CUgraph_st {
  std::vector<fake::Launch> nodes;
};

struct CUgraphExec_st {
  std::vector<fake::Launch> nodes;
};

namespace fake {

struct Failure {
  gpu::Status status;
  int times;
  int after;  ///< calls that still succeed
};

struct Driver {
  std::mutex mutex;
  int version = 13000;
  std::vector<Device> devices;
  std::map<std::string, Kernel> kernels;
  std::map<std::string, std::size_t> globals;  ///< variables of the loaded images, and their bytes
  std::map<std::string, CUdeviceptr> global_addresses;
  std::set<std::string> hidden;             ///< names that cuGetProcAddress does not know
  std::map<std::string, Failure> failures;  ///< calls that fail the next so many times
  std::string jit_log;                      ///< what the next failing load writes
  std::vector<std::string> calls;
  std::vector<Launch> launches;
  CUstream capturing =
      nullptr;  ///< the stream that is being captured, the launches so far, and whether all was allowed
  std::vector<Launch> captured;
  bool capture_valid = true;
  std::map<CUdeviceptr, std::pair<std::size_t, CUcontext>> memory;
  std::map<std::string, std::vector<int>>
      allowed_shared;                ///< values given to cuKernelSetAttribute, by kernel
  std::vector<std::string> misuses;  ///< uses of what was gone
  std::vector<CUcontext> contexts;
  std::vector<CUstream> streams;
  CUstream_st default_streams[3];

  /// No recording, no lock: launches are only counted. For timing and for the race detector.
  std::atomic<bool> quiet{false};
  std::atomic<std::uint64_t> quiet_launches{0};
  std::atomic<int> loads{0};

  // Virtual, so that a test calls them in the library without linking it.
  virtual ~Driver() = default;
  /// Everything as at the start, with `count` devices.
  virtual void reset(int count = 1);
  void fail(const std::string& call, gpu::Status status, int times = 1, int after = 0) {
    failures[call] = {status, times, after};
  }
  virtual int count(const std::string& call) const;
  bool holds(CUdeviceptr address) const { return memory.count(address) != 0; }
  /// What cudaDeviceReset does: the primary context and all in it is gone.
  virtual void destroy_primary(int device);
};

}  // namespace fake

/// The driver of the library that is loaded in this process.
extern "C" fake::Driver* fake_driver();
