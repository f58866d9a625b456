#pragma once
/// PTX text to something that can be launched.

#include "../exec/memory.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gpu_emulator {

class Module;

struct LoadOptions {
  unsigned compute_capability = 90;  ///< of the device; a .target above it is refused (no_binary_for_gpu)
  /// Newest .version accepted, times ten. Later minor versions than the one read for this (9.0) add
  /// instructions, and those are refused one by one.
  unsigned newest_ptx = 99;
  std::uint32_t memory_tag = 0;  ///< given to the module's variables in the memory table
  /// A load of the same text, which must outlive this one: its .managed variables are this module's too.
  const Module* managed_from = nullptr;
};

/// Why a load failed; each maps to one CUresult.
struct LoadError {
  enum class Kind {
    invalid_image,            ///< no PTX head at all: 200
    invalid_ptx,              ///< a PTX head, then something PTX does not allow: 218
    unsupported_version,      ///< .version newer than newest_ptx: 222
    unsupported_instruction,  ///< PTX, but nothing this emulator implements: 801 at load, with line and
                              ///< instruction
    no_binary_for_gpu,        ///< .target above the device: 209
    unresolved_symbol,        ///< .extern that nothing defines: 218 (cuLink: 301-like symbol error)
    out_of_memory,            ///< 2
  };
  Kind kind = Kind::invalid_ptx;
  unsigned source = 0;  ///< which of several texts
  unsigned line = 0;    ///< 1-based; 0 when no line applies
  std::string message;  ///< one line: what was found, what is wrong with it
  std::string log;      ///< for CU_JIT_ERROR_LOG_BUFFER: all errors, a line each ("ptx line 12: error: …")
};

struct Parameter {
  std::string name;
  std::size_t offset = 0;
  std::size_t size = 0;
  std::size_t alignment = 1;
};

/// A kernel: what cuFuncGetAttribute, cuKernelGetParamInfo and the launch checks ask for.
struct Entry {
  std::string name;
  unsigned line = 0;
  std::vector<Parameter> parameters;
  std::size_t parameter_bytes = 0;                  ///< end of the last parameter
  std::array<std::uint32_t, 3> max_block{};         ///< .maxntid; zeros: none. The product counts.
  std::array<std::uint32_t, 3> required_block{};    ///< .reqntid
  std::array<std::uint32_t, 3> required_cluster{};  ///< .reqnctapercluster
  std::uint32_t max_cluster = 0;                    ///< .maxclusterrank
  std::uint32_t min_blocks = 0;                     ///< .minnctapersm
  std::uint32_t max_registers = 0;                  ///< .maxnreg
  std::size_t static_shared = 0;
  std::size_t local_bytes = 0;     ///< a thread's .local memory in this kernel and what it calls
  std::size_t constant_bytes = 0;  ///< the module's .const memory
  unsigned registers = 0;          ///< an estimate in the range that ptxas would give
  bool uses_dynamic_shared = false;
  std::size_t index = 0;  ///< into Module::entries()
};

/// A .global or .const variable.
struct Variable {
  std::string name;
  Address address = 0;
  std::size_t size = 0;
  bool constant = false;
  bool managed = false;
};

namespace ptx {
struct Program;  // decoded code; ptx/program.hpp
}

/// A loaded module. Holds its variables' memory; immutable otherwise. A device needs its own.
class Module {
 public:
  explicit Module(std::shared_ptr<ptx::Program> program);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  std::span<const Entry> entries() const;
  const Entry* find_entry(std::string_view name) const;
  std::span<const Variable> variables() const;
  const Variable* find_variable(std::string_view name) const;
  bool is_device_function(std::string_view name) const;
  unsigned ptx_version() const;         ///< times ten
  unsigned target() const;              ///< 75 for sm_75
  std::string_view load_log() const;    ///< warnings for CU_JIT_INFO_LOG_BUFFER; may be empty
  const ptx::Program& program() const;  ///< for exec

 private:
  std::shared_ptr<ptx::Program> program_;
};

using LoadResult = std::variant<std::shared_ptr<const Module>, LoadError>;

/// Loads one PTX text. A NUL ends the text early if there is one.
LoadResult load(std::string_view text, const LoadOptions& options = {});
/// Links several texts (cuLink*): .extern names of one may be defined in another.
LoadResult load(std::span<const std::string_view> texts, const LoadOptions& options = {});

/// Tokenizer-level test for cuModuleLoadData: true when the text starts (after blanks and comments) as PTX
/// does.
bool looks_like_ptx(std::string_view text);

}  // namespace gpu_emulator
