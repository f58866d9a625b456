/// The grammar of PTX: module level, declarations, function heads. Bodies: parser_body.cpp.

#include "parser.hpp"

#include <algorithm>

namespace gpu_emulator::ptx {

int width_of_type(std::string_view type) {
  struct Width {
    std::string_view type;
    int bytes;
  };
  static constexpr Width widths[] = {
      {"pred", 0},   {"b8", 1},   {"u8", 1},  {"s8", 1},  {"b16", 2}, {"u16", 2}, {"s16", 2},
      {"f16", 2},    {"bf16", 2}, {"b32", 4}, {"u32", 4}, {"s32", 4}, {"f32", 4}, {"f16x2", 4},
      {"bf16x2", 4}, {"tf32", 4}, {"b64", 8}, {"u64", 8}, {"s64", 8}, {"f64", 8}, {"b128", 16}};
  const auto* const found = std::ranges::find(widths, type, &Width::type);
  return found == std::end(widths) ? -1 : found->bytes;
}

namespace {
bool is_opaque(std::string_view type) {
  return type == "texref" || type == "surfref" || type == "samplerref";
}
constexpr std::size_t largest_variable = std::size_t{1} << 40;
}  // namespace

void Parser::run() {
  version();
  while (!lexer_.at_end()) module_statement();
}

void Parser::version() {
  if (!lexer_.accept_directive("version")) lexer_.fail("expected .version, found " + lexer_.here());
  const Number found = lexer_.number();
  const std::string_view digits = text_.substr(0, lexer_.position().offset);
  const std::size_t dot = digits.rfind('.');
  unsigned major = 0, minor = 0;
  if (found.kind == Number::Kind::real && dot != std::string_view::npos) {
    std::size_t start = dot;
    while (start > 0 && digits[start - 1] >= '0' && digits[start - 1] <= '9') --start;
    for (std::size_t i = start; i < dot; ++i) major = std::min(9999u, major * 10 + unsigned(digits[i] - '0'));
    for (std::size_t i = dot + 1; i < digits.size(); ++i)
      if (digits[i] >= '0' && digits[i] <= '9')
        minor = std::min(9999u, minor * 10 + unsigned(digits[i] - '0'));
  } else {
    lexer_.fail("expected a version such as 8.0 after .version");
  }
  out_.version = major * 10 + minor;
  if (minor > 9 || out_.version > newest_version_)
    throw VersionError(lexer_.line(), "PTX version " + std::to_string(major) + "." + std::to_string(minor) +
                                          " is newer than " + std::to_string(newest_version_ / 10) + "." +
                                          std::to_string(newest_version_ % 10) +
                                          ", the newest that this driver accepts");
}

void Parser::target() {
  const Lexer::Position before = lexer_.position();
  do {
    const std::string_view name = lexer_.expect_name("a target such as sm_75");
    if (name.starts_with("sm_")) {
      unsigned number = 0;
      std::size_t i = 3;
      for (; i < name.size() && name[i] >= '0' && name[i] <= '9'; ++i)
        number = std::min(9999u, number * 10 + unsigned(name[i] - '0'));
      const std::string_view suffix = name.substr(i);
      static constexpr unsigned known[] = {10, 11, 12, 13,  20,  21,  30,  32,  35, 37, 50,
                                           52, 53, 60, 61,  62,  70,  72,  75,  80, 86, 87,
                                           88, 89, 90, 100, 101, 103, 110, 120, 121};
      if (std::find(std::begin(known), std::end(known), number) == std::end(known) ||
          (suffix != "" && suffix != "a" && suffix != "f"))
        lexer_.fail("unknown target '" + std::string(name) + "'");
      out_.target = number;
    } else if (name.starts_with("texmode_")) {
      texmode_line_ = before.line;
    } else if (name != "debug" && name != "map_f64_to_f32") {
      lexer_.fail("unknown target '" + std::string(name) + "'");
    }
  } while (lexer_.accept(','));
}

void Parser::module_statement() {
  if (lexer_.accept(';')) return;
  if (lexer_.peek() != '.') lexer_.fail("expected a directive, found " + lexer_.here());
  Linkage linkage;
  for (;;) {
    const Lexer::Position before = lexer_.position();
    const std::string_view word = lexer_.directive();
    if (word == "visible") {
      linkage.visible = true;
    } else if (word == "extern") {
      linkage.external = true;
    } else if (word == "weak" || word == "common") {
      linkage.weak = true;
    } else if (word == "func" || word == "entry") {
      return function(linkage, word == "entry");
    } else if (word == "global" || word == "const" || word == "shared") {
      variables(linkage,
                word == "global"  ? Space::global
                : word == "const" ? Space::constant
                                  : Space::shared,
                nullptr);
      return;
    } else if (word == "target") {
      return target();
    } else if (word == "address_size") {
      if (lexer_.integer("an address size") != 64)
        throw SyntaxError(before.line,
                          "32-bit addresses (.address_size 32) are not supported: compile with -m64", true);
      return;
    } else if (word == "file") {
      return file();
    } else if (word == "section") {
      return section();
    } else if (word == "pragma") {
      lexer_.string_literal();
      lexer_.expect(';', "after .pragma");
      return;
    } else if (word == "alias") {
      const std::string_view name = lexer_.expect_name("the alias");
      lexer_.expect(',', "after the alias");
      out_.aliases[name] = lexer_.expect_name("the function that the alias stands for");
      lexer_.expect(';', "after .alias");
      return;
    } else if (word == "loc") {
      lexer_.skip_line();
      return;
    } else if (word == "tex") {
      throw SyntaxError(before.line, ".tex: texture references are not supported", true);
    } else if (word == "version") {
      throw SyntaxError(before.line, "a second .version");
    } else {
      lexer_.rewind(before);
      lexer_.fail("unknown directive " + lexer_.here());
    }
  }
}

void Parser::file() {
  const std::int64_t index = lexer_.integer("a file number");
  out_.files[std::uint32_t(index)] = lexer_.string_literal();
  if (lexer_.accept(',')) {
    lexer_.integer("a time");
    lexer_.expect(',', "in .file");
    lexer_.integer("a size");
  }
}

void Parser::section() {
  if (lexer_.directive().empty()) lexer_.expect_name("a section's name");
  lexer_.expect('{', "after .section's name");
  if (!lexer_.skip_past('}')) lexer_.fail("a section has no closing '}'");
}

Parser::Type Parser::type(std::string_view what) {
  Type result;
  for (;;) {
    const Lexer::Position before = lexer_.position();
    const std::string_view word = lexer_.directive();
    if (word.empty()) lexer_.fail("expected a type for " + std::string(what) + ", found " + lexer_.here());
    if (word == "align") {
      const std::int64_t alignment = lexer_.integer("an alignment");
      if (alignment < 1 || alignment > 65536 || (alignment & (alignment - 1)) != 0)
        throw SyntaxError(before.line,
                          "an alignment of " + std::to_string(alignment) + " is no power of two up to 65536");
      result.alignment = std::size_t(alignment);
    } else if (word == "v2" || word == "v4") {
      result.vector = word == "v2" ? 2 : 4;
    } else if (word == "attribute") {
      lexer_.expect('(', "after .attribute");
      do {
        const std::string_view attribute = lexer_.directive();
        if (attribute == "managed")
          result.managed = true;
        else if (attribute == "unified") {
          lexer_.expect('(', "after .unified");
          lexer_.skip_past(')');
        } else
          lexer_.fail("unknown attribute '." + std::string(attribute) + "'");
      } while (lexer_.accept(','));
      lexer_.expect(')', "after the attributes");
    } else if (word == "ptr") {
      for (const char* space : {"global", "const", "shared", "local", "param"})
        if (lexer_.accept_directive(space)) break;
      if (lexer_.accept_directive("align")) lexer_.integer("an alignment");
      return result;
    } else if (is_opaque(word)) {
      throw SyntaxError(before.line, "." + std::string(word) + ": textures and surfaces are not supported",
                        true);
    } else {
      const int width = width_of_type(word);
      if (width < 0)
        throw SyntaxError(before.line, "unknown type '." + std::string(word) + "' for " + std::string(what));
      result.width = width;
      if (result.alignment == 0 && width > 0) result.alignment = std::size_t(width);
      // .ptr comes after the type
      const Lexer::Position after = lexer_.position();
      if (lexer_.directive() == "ptr") {
        lexer_.rewind(after);
        continue;
      }
      lexer_.rewind(after);
      return result;
    }
  }
}

VariableDeclaration* Parser::new_variable(std::string_view name, Space space, const Type& type) {
  VariableDeclaration& variable = out_.pool.emplace_back();
  variable.name = name;
  variable.space = space;
  variable.line = lexer_.line();
  if (type.width <= 0) lexer_.fail("a variable cannot be a predicate");
  variable.element_bytes = unsigned(type.width);
  variable.size = std::size_t(type.width) * type.vector;
  variable.alignment = std::max(type.alignment, type.vector > 1 ? variable.size : 1);
  variable.managed = type.managed;
  return &variable;
}

void Parser::dimensions(VariableDeclaration& variable) {
  while (lexer_.accept('[')) {
    if (lexer_.accept(']')) {
      if (variable.unsized) lexer_.fail("only the first dimension may be left open");
      variable.unsized = true;
      continue;
    }
    const std::int64_t count = lexer_.integer("the number of elements");
    lexer_.expect(']', "after the number of elements");
    if (count < 0 || (count > 0 && variable.size > largest_variable / std::size_t(count)))
      lexer_.fail("an array of " + std::to_string(count) + " elements");
    variable.size *= std::size_t(count);
  }
}

void Parser::variables(const Linkage& linkage, Space space, FunctionDeclaration* owner) {
  const Type kind = type("a variable");
  do {
    const std::string_view name = lexer_.expect_name("a variable's name");
    VariableDeclaration* variable = new_variable(name, space, kind);
    variable->external = linkage.external;
    variable->weak = linkage.weak;
    variable->visible = linkage.visible || linkage.weak;
    const std::size_t element = variable->size;
    dimensions(*variable);
    if (lexer_.accept('=')) {
      if (space != Space::global && space != Space::constant)
        lexer_.fail("only .global and .const variables take an initialiser");
      initialiser(*variable);
      const std::size_t given = variable->initial.size() * variable->element_bytes;
      if (variable->unsized) {
        variable->size = std::max(given, element);
        variable->unsized = false;
      }
      if (given > variable->size)
        lexer_.fail("the initialiser of '" + std::string(name) + "' has " + std::to_string(given) +
                    " bytes, the variable " + std::to_string(variable->size));
    }
    if (variable->unsized) {
      if (!(variable->external || linkage.weak) && space != Space::shared)
        lexer_.fail("'" + std::string(name) + "' has no size; only an .extern array may be left open");
      variable->size = 0;
    }
    if (owner != nullptr) {
      declare_variable(variable);
    } else {
      const auto [place, fresh] = out_.variable_by_name.emplace(name, variable);
      if (!fresh) {
        if (!place->second->external && !variable->external && !variable->weak && !place->second->weak)
          lexer_.fail("'" + std::string(name) + "' is defined a second time");
        if (place->second->external) *place->second = *variable;
      } else {
        if (out_.function_by_name.contains(name))
          lexer_.fail("'" + std::string(name) + "' is already a function");
        out_.variables.push_back(variable);
      }
    }
  } while (lexer_.accept(','));
  lexer_.expect(';', "after a variable's declaration");
}

void Parser::initialiser(VariableDeclaration& variable) {
  if (lexer_.accept('{')) {
    if (lexer_.accept('}')) return;
    do {
      if (lexer_.peek() == '{')
        initialiser(variable);
      else
        initial_value(variable);
    } while (lexer_.accept(','));
    lexer_.expect('}', "after an initialiser");
  } else {
    initial_value(variable);
  }
}

void Parser::initial_value(VariableDeclaration& variable) {
  InitialValue value;
  if (lexer_.number_next() || lexer_.peek() == '+') {
    value.number = lexer_.number();
    if (value.number.kind == Number::Kind::integer && lexer_.peek() == '(') {
      value.mask = value.number.bits;
      lexer_.expect('(', "after a mask");
      symbol_value(value);
      lexer_.expect(')', "after the symbol of a mask");
    }
  } else {
    symbol_value(value);
  }
  variable.initial.push_back(value);
}

void Parser::symbol_value(InitialValue& value) {
  value.symbol = lexer_.expect_name("a number or a symbol");
  value.number = {};
  if (value.symbol == "generic" && lexer_.accept('(')) {
    symbol_value(value);
    lexer_.expect(')', "after generic(symbol");
  }
  if (lexer_.peek() == '+') {
    lexer_.accept('+');
    value.number.bits += std::uint64_t(lexer_.integer("an offset"));
  } else if (lexer_.peek() == '-') {
    lexer_.accept('-');
    value.number.bits -= std::uint64_t(lexer_.integer("an offset"));
  }
}

std::vector<VariableDeclaration*> Parser::parameter_list() {
  std::vector<VariableDeclaration*> result;
  lexer_.expect('(', "before the parameters");
  if (lexer_.accept(')')) return result;
  std::size_t offset = 0;
  do {
    const Lexer::Position before = lexer_.position();
    const std::string_view space = lexer_.directive();
    if (space != "param" && space != "reg")
      throw SyntaxError(before.line, "expected .param, found '." + std::string(space) + "'");
    const Type kind = type("a parameter");
    VariableDeclaration* parameter =
        new_variable(lexer_.expect_name("a parameter's name"), Space::parameter, kind);
    dimensions(*parameter);
    parameter->in_register = space == "reg";
    if (parameter->unsized) throw SyntaxError(before.line, "variadic functions are not supported", true);
    offset = (offset + parameter->alignment - 1) / parameter->alignment * parameter->alignment;
    parameter->address = offset;
    offset += parameter->size;
    result.push_back(parameter);
  } while (lexer_.accept(','));
  lexer_.expect(')', "after the parameters");
  return result;
}

Prototype Parser::prototype_head(std::string_view& name) {
  Prototype result;
  if (lexer_.peek() == '(') result.results = parameter_list();
  name = lexer_.expect_name("a function's name");
  if (lexer_.peek() == '(') result.parameters = parameter_list();
  return result;
}

std::array<std::uint32_t, 3> Parser::dimensions_of_launch() {
  std::array<std::uint32_t, 3> result{1, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t value = lexer_.integer("a number of threads or blocks");
    if (value < 1 || value > 0x7fff'ffff) lexer_.fail("a dimension of " + std::to_string(value));
    result[i] = std::uint32_t(value);
    if (!lexer_.accept(',')) break;
  }
  return result;
}

void Parser::function_attributes(FunctionDeclaration& function) {
  for (;;) {
    const Lexer::Position before = lexer_.position();
    const std::string_view word = lexer_.directive();
    if (word.empty()) return;
    if (word == "maxntid") {
      function.max_block = dimensions_of_launch();
    } else if (word == "reqntid") {
      function.required_block = dimensions_of_launch();
    } else if (word == "reqnctapercluster") {
      function.required_cluster = dimensions_of_launch();
    } else if (word == "maxclusterrank") {
      function.max_cluster = std::uint32_t(lexer_.integer("a number of blocks"));
    } else if (word == "minnctapersm" || word == "maxnctapersm") {
      function.min_blocks = std::uint32_t(lexer_.integer("a number of blocks"));
    } else if (word == "maxnreg") {
      function.max_registers = std::uint32_t(lexer_.integer("a number of registers"));
    } else if (word == "noreturn") {
      function.noreturn = true;
    } else if (word == "explicitcluster") {
    } else if (word == "pragma") {
      lexer_.string_literal();
      lexer_.accept(';');
    } else if (word == "attribute") {
      lexer_.skip_past(')');
    } else {
      throw SyntaxError(before.line,
                        "unknown directive '." + std::string(word) + "' after the head of '" +
                            std::string(function.name) + "'",
                        word == "blocksareclusters");
    }
  }
}

void Parser::function(const Linkage& linkage, bool entry) {
  const unsigned line = lexer_.line();
  if (out_.target == 0) lexer_.fail("a function before .target");
  if (lexer_.accept_directive("attribute")) lexer_.skip_past(')');
  std::string_view name;
  Prototype prototype = prototype_head(name);
  if (entry && !prototype.results.empty())
    throw SyntaxError(line, "the entry '" + std::string(name) + "' returns a value");
  if (entry)
    for (const VariableDeclaration* parameter : prototype.parameters)
      if (parameter->in_register)
        throw SyntaxError(line, "the entry '" + std::string(name) + "' takes a parameter in a register");
  if (out_.variable_by_name.contains(name))
    throw SyntaxError(line, "'" + std::string(name) + "' is already a variable");

  FunctionDeclaration* function = nullptr;
  const auto known = out_.function_by_name.find(name);
  if (known == out_.function_by_name.end()) {
    function = &out_.functions.emplace_back();
    function->index = int(out_.functions.size()) - 1;
    function->name = name;
    function->entry = entry;
    function->external = linkage.external;
    out_.function_by_name.emplace(name, function);
  } else {
    function = known->second;
    if (function->entry != entry)
      throw SyntaxError(line, "'" + std::string(name) + "' is declared both .entry and .func");
  }
  function->visible |= linkage.visible || linkage.weak;
  function->weak |= linkage.weak;
  function->line = line;
  FunctionDeclaration attributes;
  attributes.name = name;
  function_attributes(attributes);
  if (lexer_.accept(';')) {
    if (!function->defined) function->prototype = std::move(prototype);
    function->noreturn |= attributes.noreturn;
    return;
  }
  if (function->defined) throw SyntaxError(line, "'" + std::string(name) + "' is defined a second time");
  if (linkage.external) throw SyntaxError(line, "'" + std::string(name) + "' is .extern and has a body");
  function->defined = true;
  function->external = false;
  function->prototype = std::move(prototype);
  function->max_block = attributes.max_block;
  function->required_block = attributes.required_block;
  function->required_cluster = attributes.required_cluster;
  function->max_cluster = attributes.max_cluster;
  function->min_blocks = attributes.min_blocks;
  function->max_registers = attributes.max_registers;
  if (entry) out_.has_entry = true;
  lexer_.expect('{', "before the body of '" + std::string(name) + "'");
  body(*function);
}

void parse(std::string_view text, Text& result, unsigned newest_version) {
  Parser(text, result, newest_version).run();
}

}  // namespace gpu_emulator::ptx
