/// How variables of an image are found, read and written.
#pragma once

#include <gpu/detail/load.hpp>
#include <gpu/symbol.hpp>

namespace gpu::detail {

/// The variable's address on the current context's device. Throws Error when the image lacks it or has
/// another size.
inline CUdeviceptr symbol_address(const SymbolEntry& entry, std::size_t bytes) {
  const Library& library = entry.library();
  const LoadedImage& image = loaded_image(library, entry.image());
  CUdeviceptr address = 0;
  std::size_t found = 0;
  Text hashed;
  if (const char* const signatures = image.from_file() ? signatures_of(image.code) : nullptr)
    hashed << find_ptx_name(signatures, entry.name());
  const char* const name = hashed.empty() ? entry.name() : hashed.c_str();
  const Status status = driver::api().library_get_global(&address, &found, image.handle, name);
  if (status != Status::success) {
    Text what = "the variable ";
    what << entry.shown();
    if (const char* const cause = usual_cause(status); *cause != '\0') what << " (" << cause << ")";
    fail_load(library, image.code, image.log.text(), status, "cuLibraryGetGlobal", what);
  }
  if (found != bytes) {
    fail(Status::invalid_value, entry.shown(),
         Text("the variable has ") << found << " bytes in the image, and " << bytes
                                   << " in the header: rebuild");
  }
  return address;
}

inline void require_symbol_count(const SymbolEntry& entry, std::size_t count, std::size_t bytes,
                                 std::size_t size) {
  if (bytes == size) return;
  const std::size_t element = count == 0 ? 1 : bytes / count;
  fail(Status::invalid_value, entry.shown(),
       Text("the variable has ") << (count == 0 ? size : size / element)
                                 << (count == 0 ? " bytes" : " elements") << ", the other side " << count);
}

inline void write_symbol_async(const SymbolEntry& entry, const void* from, std::size_t count,
                               std::size_t bytes, std::size_t size, CUstream stream) {
  require_symbol_count(entry, count, bytes, size);
  check(driver::api().memcpy_htod_async(symbol_address(entry, size), from, bytes, stream),
        "cuMemcpyHtoDAsync");
}

inline void read_symbol_async(const SymbolEntry& entry, void* to, std::size_t count, std::size_t bytes,
                              std::size_t size, CUstream stream) {
  require_symbol_count(entry, count, bytes, size);
  check(driver::api().memcpy_dtoh_async(to, symbol_address(entry, size), bytes, stream), "cuMemcpyDtoHAsync");
}

inline void write_symbol(const SymbolEntry& entry, const void* from, std::size_t count, std::size_t bytes,
                         std::size_t size) {
  const driver::Api& api = driver::api();
  check(api.ctx_synchronize(), "cuCtxSynchronize");
  write_symbol_async(entry, from, count, bytes, size, driver::stream_per_thread());
  check(api.stream_synchronize(driver::stream_per_thread()), "cuStreamSynchronize");
}

inline void read_symbol(const SymbolEntry& entry, void* to, std::size_t count, std::size_t bytes,
                        std::size_t size) {
  const driver::Api& api = driver::api();
  check(api.ctx_synchronize(), "cuCtxSynchronize");
  read_symbol_async(entry, to, count, bytes, size, driver::stream_per_thread());
  check(api.stream_synchronize(driver::stream_per_thread()), "cuStreamSynchronize");
}

inline constexpr SymbolOperations symbol_operations{symbol_address, write_symbol, read_symbol,
                                                    write_symbol_async, read_symbol_async};

}  // namespace gpu::detail

namespace gpu {

constexpr SymbolEntry::SymbolEntry(const Library& library, unsigned image, const char* name,
                                   const char* shown) noexcept
    : operations_(&detail::symbol_operations),
      library_(&library),
      name_(name),
      shown_(shown),
      image_(image) {}

}  // namespace gpu
