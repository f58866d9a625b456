#include "driver/image.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <variant>
#include <vector>

#include "driver/failure.hpp"
#include "driver/fatbin.hpp"
#include "driver/link_state.hpp"

namespace gpu_emulator::driver {
namespace {

constexpr std::string_view elf_magic{"\177ELF", 4};
constexpr std::string_view fatbin_magic{"\x50\xed\x55\xba", 4};
constexpr std::string_view fatbin_wrapper_magic{"\xb1\x43\x62\x46", 4};

[[noreturn]] void refuse_machine_code(const char* what) {
  std::fprintf(stderr,
               "gpu_emulator: error: the image is %s: the emulator runs PTX; build with PTX in the image "
               "(nvcc -ptx, or -gencode arch=compute_XX,code=compute_XX)\n",
               what);
  fail(CUDA_ERROR_NO_BINARY_FOR_GPU);
}

/// What nvcc puts around a fatbin in a host object.
struct FatbinWrapper {
  std::uint32_t magic;
  std::uint32_t version;
  const void* fatbin;
  const void* file_name;
};

bool starts_with(const void* image, std::string_view magic) {
  // Byte by byte: a short text must not be read past its NUL.
  const char* bytes = static_cast<const char*>(image);
  for (std::size_t i = 0; i < magic.size(); ++i) {
    if (bytes[i] != magic[i]) return false;
  }
  return true;
}

std::string ptx_of_fatbin_or_say(std::string_view fatbin) {
  try {
    return ptx_of_fatbin(fatbin);
  } catch (const Failure& failure) {
    if (failure.code == CUDA_ERROR_NO_BINARY_FOR_GPU)
      refuse_machine_code("a fatbin without PTX for compute_90 or older");
    throw;
  }
}

std::string ptx_of_memory_fatbin(const void* image) {
  return ptx_of_fatbin_or_say({static_cast<const char*>(image), fatbin_size(image)});
}

}  // namespace

std::string ptx_of_image(const void* image) {
  require(image != nullptr);
  if (starts_with(image, elf_magic)) refuse_machine_code("a cubin (machine code)");
  if (starts_with(image, fatbin_wrapper_magic)) {
    image = static_cast<const FatbinWrapper*>(image)->fatbin;
    require(image != nullptr, CUDA_ERROR_INVALID_IMAGE);
  }
  if (starts_with(image, fatbin_magic)) return ptx_of_memory_fatbin(image);
  return static_cast<const char*>(image);
}

std::string ptx_of_image(std::string_view image) {
  if (image.starts_with(fatbin_magic)) return ptx_of_fatbin_or_say(image);
  // A NUL behind the bytes, as the driver expects of PTX in memory.
  return ptx_of_image(static_cast<const void*>(std::string(image).c_str()));
}

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  require(file.good(), CUDA_ERROR_FILE_NOT_FOUND);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

CUresult result_of(const LoadError& error) {
  switch (error.kind) {
    case LoadError::Kind::invalid_image:
      return CUDA_ERROR_INVALID_IMAGE;
    case LoadError::Kind::unsupported_version:
      return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    case LoadError::Kind::unsupported_instruction:
      return CUDA_ERROR_NOT_SUPPORTED;
    case LoadError::Kind::no_binary_for_gpu:
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    case LoadError::Kind::out_of_memory:
      return CUDA_ERROR_OUT_OF_MEMORY;
    case LoadError::Kind::invalid_ptx:
    case LoadError::Kind::unresolved_symbol:
      break;
  }
  return CUDA_ERROR_INVALID_PTX;
}

std::shared_ptr<const Module> load_ptx(const std::string& text, const Device& device,
                                       const JitOptions& options, const Module* managed_from) {
  const auto start = std::chrono::steady_clock::now();
  LoadOptions load_options;
  load_options.memory_tag = static_cast<std::uint32_t>(device.ordinal);
  load_options.managed_from = managed_from;
  const std::vector<std::string> linked = linked_texts(text);
  const std::vector<std::string_view> views(linked.begin(), linked.end());
  auto result = views.empty() ? load(std::string_view(text), load_options)
                              : load(std::span<const std::string_view>(views), load_options);
  const float milliseconds =
      std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (const auto* error = std::get_if<LoadError>(&result)) {
    options.report({}, error->log, milliseconds);
    // A real driver would have taken it: say so even where nobody reads the log.
    if (error->kind == LoadError::Kind::unsupported_instruction) {
      std::fprintf(stderr, "gpu_emulator: error: PTX line %u: %s\n", error->line, error->message.c_str());
    }
    fail(result_of(*error));
  }
  auto module = std::get<std::shared_ptr<const Module>>(std::move(result));
  options.report(module->load_log(), {}, milliseconds);
  return module;
}

}  // namespace gpu_emulator::driver
