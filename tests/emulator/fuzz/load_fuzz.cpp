/// One fuzzed text through the loader: it must load or be refused with a reason. For libFuzzer, and for
/// mutate_main.cpp.

#include "load_fuzz.hpp"

#include "ptx/module.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const gpu_emulator::LoadResult result = gpu_emulator::load(text);
  if (const auto* error = std::get_if<gpu_emulator::LoadError>(&result)) {
    // A refusal without a reason is a fault as well.
    if (error->message.empty() || error->log.empty() || error->log.back() != '\n') std::abort();
    return 0;
  }
  const auto& module = std::get<std::shared_ptr<const gpu_emulator::Module>>(result);
  for (const gpu_emulator::Entry& entry : module->entries())
    if (module->find_entry(entry.name) == nullptr) std::abort();
  return 0;
}
