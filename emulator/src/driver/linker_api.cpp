// The linker (cuLink*): several PTX texts become one image that cuModuleLoadData takes.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "driver/context.hpp"
#include "driver/driver.hpp"
#include "driver/failure.hpp"
#include "driver/image.hpp"
#include "driver/link_state.hpp"

using namespace gpu_emulator;
using namespace gpu_emulator::driver;

namespace {

std::shared_ptr<LinkState> find_link(CUlinkState handle) {
  auto link = the_driver().links.find(handle);
  require(link != nullptr, CUDA_ERROR_INVALID_HANDLE);
  return link;
}

void add_text(CUlinkState state, CUjitInputType type, std::string text, unsigned count, CUjit_option* options,
              void** values) {
  const auto link = find_link(state);
  const JitOptions own(count, options, values);
  require(type == CU_JIT_INPUT_PTX || type == CU_JIT_INPUT_FATBINARY || type == CU_JIT_INPUT_CUBIN ||
          type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY);
  link->add(ptx_of_image(std::string_view(text)));
}

}  // namespace

namespace gpu_emulator::driver {

void LinkState::add(std::string text) {
  const std::scoped_lock lock(mutex_);
  text.resize(std::strlen(text.c_str()));  // PTX in a fatbin may end with NULs; the linked image is one text
  texts_.push_back(std::move(text));
}

const std::string& LinkState::complete(const Device& device) {
  const std::scoped_lock lock(mutex_);
  require(!texts_.empty());
  const auto start = std::chrono::steady_clock::now();
  // Loading is the check; the result is loaded again from the image, into the context that asks.
  std::vector<std::string_view> views(texts_.begin(), texts_.end());
  LoadOptions load_options;
  load_options.memory_tag = static_cast<std::uint32_t>(device.ordinal);
  auto result = load(std::span<const std::string_view>(views), load_options);
  const float milliseconds =
      std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (const auto* error = std::get_if<LoadError>(&result)) {
    options_.report({}, error->log, milliseconds);
    if (error->kind == LoadError::Kind::unsupported_instruction) {
      std::fprintf(stderr, "gpu_emulator: error: PTX line %u of link input %u: %s\n", error->line,
                   error->source + 1, error->message.c_str());
    }
    fail(result_of(*error));
  }
  options_.report({}, {}, milliseconds);
  image_ = linked_image(texts_);
  return image_;
}

}  // namespace gpu_emulator::driver

CUresult CUDAAPI cuLinkCreate_v2(unsigned int numOptions, CUjit_option* options, void** optionValues,
                                 CUlinkState* stateOut) {
  return api([&] {
    current_context();
    required(stateOut);
    auto link = std::make_shared<LinkState>(JitOptions(numOptions, options, optionValues));
    *stateOut = the_driver().links.insert(std::move(link));
  });
}

CUresult CUDAAPI cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, size_t size,
                                  const char*, unsigned int numOptions, CUjit_option* options,
                                  void** optionValues) {
  return api([&] {
    require(data != nullptr && size != 0);
    add_text(state, type, std::string(static_cast<const char*>(data), size), numOptions, options,
             optionValues);
  });
}

CUresult CUDAAPI cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* path,
                                  unsigned int numOptions, CUjit_option* options, void** optionValues) {
  return api([&] {
    required(path);
    add_text(state, type, read_file(path), numOptions, options, optionValues);
  });
}

CUresult CUDAAPI cuLinkComplete(CUlinkState state, void** cubinOut, size_t* sizeOut) {
  return api([&] {
    const auto link = find_link(state);
    required(cubinOut);
    const std::string& image = link->complete(current_context()->device());
    *cubinOut = const_cast<char*>(image.data());
    store(sizeOut, image.size());
  });
}

CUresult CUDAAPI cuLinkDestroy(CUlinkState state) {
  return api([&] { require(the_driver().links.erase(state) != nullptr, CUDA_ERROR_INVALID_HANDLE); });
}

// The first names of these are still exported, for programs built long ago; the calls are the same.
CUresult CUDAAPI cuLinkCreate(unsigned int numOptions, CUjit_option* options, void** optionValues,
                              CUlinkState* stateOut) {
  return cuLinkCreate_v2(numOptions, options, optionValues, stateOut);
}

CUresult CUDAAPI cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size,
                               const char* name, unsigned int numOptions, CUjit_option* options,
                               void** optionValues) {
  return cuLinkAddData_v2(state, type, data, size, name, numOptions, options, optionValues);
}

CUresult CUDAAPI cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path,
                               unsigned int numOptions, CUjit_option* options, void** optionValues) {
  return cuLinkAddFile_v2(state, type, path, numOptions, options, optionValues);
}
