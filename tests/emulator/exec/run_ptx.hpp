#pragma once
/// Loads a PTX text and runs its entry `k`: what the tests of execution share.

#include "exec/launch.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace gpu_emulator::test {

/// Bytes laid out as a kernel's parameters.
class Parameters {
 public:
  template <class... T>
  explicit Parameters(T... values) {
    (add(values), ...);
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <class T>
  void add(T value) {
    bytes_.resize((bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T) + sizeof(T));
    std::memcpy(bytes_.data() + bytes_.size() - sizeof(T), &value, sizeof(T));
  }
  std::vector<std::byte> bytes_;
};

/// Device memory for the length of a test.
template <class T>
class Array {
 public:
  explicit Array(std::size_t count, bool initialised = true) : count_(count) {
    address_ = MemoryTable::process().allocate(count * sizeof(T), 256, MemoryKind::device);
    if (initialised) MemoryTable::process().mark_initialised(address_, count * sizeof(T));
  }
  explicit Array(const std::vector<T>& values) : Array(values.size()) {
    std::memcpy(data(), values.data(), values.size() * sizeof(T));
  }
  ~Array() { MemoryTable::process().free(address_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  Address address() const { return address_; }
  T* data() const { return reinterpret_cast<T*>(address_); }
  T& operator[](std::size_t i) const { return data()[i]; }
  std::size_t size() const { return count_; }

 private:
  std::size_t count_;
  Address address_;
};

inline std::string whole_text(const std::string& text) {
  return text.find(".version") != std::string::npos
             ? text
             : ".version 8.0\n.target sm_90\n.address_size 64\n" + text;
}

inline std::shared_ptr<const Module> load_or_fail(const std::string& text) {
  LoadResult result = load(whole_text(text));
  if (const LoadError* error = std::get_if<LoadError>(&result)) {
    ADD_FAILURE() << error->log;
    return nullptr;
  }
  return std::get<std::shared_ptr<const Module>>(result);
}

struct Shape {
  Dim3 grid{1, 1, 1};
  Dim3 block{32, 1, 1};
  std::size_t dynamic_shared = 0;
  bool cooperative = false;
  std::string* printed = nullptr;
};

inline Outcome run_module(const std::shared_ptr<const Module>& module, const Parameters& parameters,
                          const Shape& shape = {}) {
  Launch launch;
  launch.module = module;
  const Entry* entry = module->find_entry("k");
  launch.entry = entry->index;
  launch.grid = shape.grid;
  launch.block = shape.block;
  launch.dynamic_shared = shape.dynamic_shared;
  launch.cooperative = shape.cooperative;
  launch.parameters = parameters.bytes();
  if (shape.printed != nullptr) launch.print = [&](std::string_view text) { *shape.printed += text; };
  return run(launch);
}

inline Outcome run_text(const std::string& text, const Parameters& parameters, const Shape& shape = {}) {
  const auto module = load_or_fail(text);
  if (module == nullptr) return {};
  return run_module(module, parameters, shape);
}

/// A kernel `k(out)` whose %t is the thread, %out is out + 4 * %t, and which may use %r<16> %rd<8> %p<8>
/// %f<8>.
inline std::string kernel(const std::string& body, const std::string& before = {},
                          const std::string& parameters = ".param .u64 out") {
  return before + ".visible .entry k(" + parameters +
         ")\n{\n\t.reg .b32 %r<16>;\n\t.reg .b64 %rd<8>, %out;\n\t.reg .pred %p<8>;\n\t.reg .f32 %f<8>;\n" +
         "\t.reg .b32 %t;\n\tmov.u32 %t, %tid.x;\n\tld.param.u64 %out, [out];\n\tmad.wide.u32 %out, %t, 4, "
         "%out;\n" +
         body + "\n\tret;\n}\n";
}

}  // namespace gpu_emulator::test
