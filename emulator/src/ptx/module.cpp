/// Loading: texts → Module.

#include "module.hpp"

#include "decoder.hpp"
#include "parser.hpp"

#include <algorithm>

namespace gpu_emulator {

namespace ptx {

Program::~Program() {
  for (const Address address : owned) MemoryTable::process().free(address);
}

const Function& Program::function_at(std::uint32_t pc) const {
  auto after = std::upper_bound(functions.begin(), functions.end(), pc,
                                [](std::uint32_t value, const Function& f) { return value < f.first_pc; });
  return *std::prev(after);
}

const Place* Program::place_at(std::uint32_t pc) const {
  const auto after = std::upper_bound(places.begin(), places.end(), pc,
                                      [](std::uint32_t value, const Place& p) { return value < p.pc; });
  if (after == places.begin()) return nullptr;
  const Place& found = *std::prev(after);
  return found.pc >= function_at(pc).first_pc ? &found : nullptr;
}

std::string Program::line_text(std::uint32_t pc) const {
  const Function& function = function_at(pc);
  const std::size_t index = std::size_t(&function - &functions.front());
  std::size_t which = 0;
  for (std::size_t i = 0; i < functions.size(); ++i)
    if (&functions[i] == &function) which = i;
  (void)index;
  const std::string& text = texts[text_of_function[which]];
  std::size_t start = 0;
  for (unsigned line = 1; line < code[pc].line; ++line) {
    start = text.find('\n', start);
    if (start == std::string::npos) return {};
    ++start;
  }
  std::size_t end = text.find('\n', start);
  if (end == std::string::npos) end = text.size();
  while (start < end && (text[start] == ' ' || text[start] == '\t')) ++start;
  std::string shown = text.substr(start, std::min<std::size_t>(end - start, 120));
  std::replace(shown.begin(), shown.end(), '\t', ' ');
  while (!shown.empty() && (shown.back() == ' ' || shown.back() == '\r')) shown.pop_back();
  return shown;
}

}  // namespace ptx

namespace {

std::string log_line(unsigned text, std::size_t texts, unsigned line, const std::string& message) {
  return (texts > 1 ? "ptx " + std::to_string(text + 1) + ", line " : std::string("ptx line ")) +
         std::to_string(line) + ": error: " + message + "\n";
}

LoadError error_at(LoadError::Kind kind, unsigned text, std::size_t texts, unsigned line,
                   const std::string& message) {
  LoadError error;
  error.kind = kind;
  error.source = text;
  error.line = line;
  error.message = message;
  error.log = log_line(text, texts, line, message);
  return error;
}

}  // namespace

bool looks_like_ptx(std::string_view text) {
  if (const std::size_t end = text.find('\0'); end != std::string_view::npos) text = text.substr(0, end);
  try {
    ptx::Lexer lexer(text);
    return lexer.accept_directive("version");
  } catch (const ptx::SyntaxError&) {
    return false;
  }
}

LoadResult load(std::string_view text, const LoadOptions& options) {
  return load(std::span(&text, 1), options);
}

LoadResult load(std::span<const std::string_view> sources, const LoadOptions& options) {
  if (sources.empty()) return error_at(LoadError::Kind::invalid_image, 0, 1, 0, "nothing to load");
  auto program = std::make_shared<ptx::Program>();
  std::deque<ptx::Text> texts;
  for (const std::string_view source : sources) {
    program->texts.emplace_back(source.substr(0, source.find('\0')));
  }
  for (unsigned i = 0; i < sources.size(); ++i) {
    const std::string& text = program->texts[i];
    if (!looks_like_ptx(text))
      return error_at(LoadError::Kind::invalid_image, i, sources.size(), 1,
                      "the image is no PTX: it does not start with .version");
    ptx::Text& parsed = texts.emplace_back();
    try {
      ptx::parse(text, parsed, options.newest_ptx);
    } catch (const ptx::VersionError& error) {
      return error_at(LoadError::Kind::unsupported_version, i, sources.size(), error.line, error.what());
    } catch (const ptx::SyntaxError& error) {
      return error_at(
          error.unsupported ? LoadError::Kind::unsupported_instruction : LoadError::Kind::invalid_ptx, i,
          sources.size(), error.line, error.what());
    }
    if (parsed.target == 0) return error_at(LoadError::Kind::invalid_ptx, i, sources.size(), 1, "no .target");
    if (parsed.target > options.compute_capability)
      return error_at(LoadError::Kind::no_binary_for_gpu, i, sources.size(), 1,
                      "the PTX is for sm_" + std::to_string(parsed.target) + ", the device is sm_" +
                          std::to_string(options.compute_capability));
    program->version = std::max(program->version, parsed.version);
    program->target = std::max(program->target, parsed.target);
  }
  ptx::Decoder decoder(texts, *program, options);
  if (!decoder.run()) {
    if (decoder.out_of_memory)
      return error_at(LoadError::Kind::out_of_memory, 0, sources.size(), 0,
                      "no memory for the module's variables");
    const ptx::Diagnostic& first = decoder.diagnostics.front();
    const auto broken = std::find_if(decoder.diagnostics.begin(), decoder.diagnostics.end(),
                                     [](const auto& d) { return !d.unsupported; });
    const ptx::Diagnostic& shown = broken == decoder.diagnostics.end() ? first : *broken;
    LoadError error =
        error_at(shown.unsupported ? LoadError::Kind::unsupported_instruction : LoadError::Kind::invalid_ptx,
                 shown.text, sources.size(), shown.line, shown.message);
    error.log.clear();
    for (const ptx::Diagnostic& each : decoder.diagnostics)
      error.log += log_line(each.text, sources.size(), each.line, each.message);
    return error;
  }
  return std::make_shared<const Module>(std::move(program));
}

Module::Module(std::shared_ptr<ptx::Program> program) : program_(std::move(program)) {}
Module::~Module() = default;

std::span<const Entry> Module::entries() const { return program_->entries; }
const Entry* Module::find_entry(std::string_view name) const {
  const auto found = program_->entry_by_name.find(std::string(name));
  return found == program_->entry_by_name.end() ? nullptr : &program_->entries[found->second];
}
std::span<const Variable> Module::variables() const { return program_->variables; }
const Variable* Module::find_variable(std::string_view name) const {
  const auto found = program_->variable_by_name.find(std::string(name));
  return found == program_->variable_by_name.end() ? nullptr : &program_->variables[found->second];
}
bool Module::is_device_function(std::string_view name) const {
  const auto found = program_->function_by_name.find(std::string(name));
  return found != program_->function_by_name.end() && !program_->functions[found->second].entry;
}
unsigned Module::ptx_version() const { return program_->version; }
unsigned Module::target() const { return program_->target; }
std::string_view Module::load_log() const { return program_->log; }
const ptx::Program& Module::program() const { return *program_; }

}  // namespace gpu_emulator
