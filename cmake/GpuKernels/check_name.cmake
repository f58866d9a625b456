include_guard(GLOBAL)

# Checks `name`, NAMESPACE and HEADER: the first two become C++ identifiers, the last a file below an include
# directory.
function(_gpu_kernels_check_name)
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "the name '${name}' is no C++ identifier: letters, digits and _ are "
      "accepted, no digit first. It becomes a target, a header and a namespace."
    )
  endif()
  set(suffixes _device _debug _codegen _report)
  if(arg_INSTANTIATE)
    list(APPEND suffixes _templates _instantiate)
  endif()
  foreach(suffix "" ${suffixes})
    if(TARGET ${name}${suffix})
      string(REPLACE ";" ", <name>" made "${suffixes}")
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "there is already a target '${name}${suffix}'. A kernel library makes <name>, <name>${made}."
      )
    endif()
  endforeach()
  if(NOT DEFINED arg_NAMESPACE)
    set(arg_NAMESPACE "${name}")
    set(what "the name")
  else()
    set(what "NAMESPACE")
  endif()
  if(NOT arg_NAMESPACE MATCHES "^[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*$")
    _gpu_kernels_fail(
      gpu_add_kernel_library
      "NAMESPACE is '${arg_NAMESPACE}'; a C++ namespace is accepted, such as "
      "'kernels' or 'app::kernels'."
    )
  endif()
  string(REPLACE "::" ";" parts "${arg_NAMESPACE}")
  _gpu_kernels_list_reserved_words(reserved)
  foreach(part IN LISTS parts)
    if(part IN_LIST reserved)
      _gpu_kernels_fail(
        gpu_add_kernel_library
        "${what} is '${arg_NAMESPACE}', and '${part}' cannot name a namespace: it is "
        "a word of C++, or the runtime's own. NAMESPACE chooses another."
      )
    endif()
  endforeach()
endfunction()

# The C++20 keywords and alternative tokens, `std`, and `gpu`: the runtime's namespace.
function(_gpu_kernels_list_reserved_words result)
  string(
    CONCAT
    words
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t "
    "class compl "
    "concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype "
    "default delete "
    "do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long "
    "mutable "
    "namespace new noexcept not not_eq nullptr operator or or_eq private protected public register "
    "reinterpret_cast "
    "requires return short signed sizeof static static_assert static_cast struct switch template this "
    "thread_local throw "
    "true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq "
    "std gpu"
  )
  string(REPLACE " " ";" words "${words}")
  set(${result} "${words}" PARENT_SCOPE)
endfunction()
