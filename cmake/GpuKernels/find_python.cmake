include_guard(GLOBAL)

# Finds the Python that runs the generator and remembers it in the cache (GpuKernels_PYTHON_FOUND).
# Candidates, in order: GpuKernels_PYTHON or Python3_EXECUTABLE where given (then no other), the checkout's
# .venv, the virtual environment of the shell, python3 on the PATH. The first that is 3.9 or later and has the
# packages is taken.
function(_gpu_kernels_find_python)
  _gpu_kernels_list_pythons(candidates)
  if(
    GpuKernels_PYTHON_FOUND
    AND "${candidates}" STREQUAL "${GpuKernels_PYTHON_CANDIDATES}"
    AND EXISTS "${GpuKernels_PYTHON_FOUND}"
  )
    return()
  endif()
  set(reasons "")
  foreach(candidate IN LISTS candidates)
    _gpu_kernels_check_python("${candidate}" executable reason)
    if(executable)
      set(GpuKernels_PYTHON_FOUND "${executable}" CACHE INTERNAL "The Python that runs the generator")
      set(GpuKernels_PYTHON_CANDIDATES "${candidates}" CACHE INTERNAL "The candidates it was chosen from")
      message(STATUS "GpuKernels: the generator runs under ${executable}")
      return()
    endif()
    string(APPEND reasons "\n  ${reason}")
  endforeach()
  get_property(root GLOBAL PROPERTY GPU_KERNELS_ROOT)
  message(
    FATAL_ERROR
    "GpuKernels: no Python that can run the generator. It needs Python 3.9 or later with jinja2 and "
    "pyelftools. Tried:${reasons}\nscripts/setup in ${root} makes a virtual environment that is found "
    "without more; "
    "or set GpuKernels_PYTHON to an interpreter that has them."
  )
endfunction()

# Lists the interpreters to try.
function(_gpu_kernels_list_pythons result)
  foreach(given GpuKernels_PYTHON Python3_EXECUTABLE)
    if(${given})
      set(${result} "${${given}}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  get_property(root GLOBAL PROPERTY GPU_KERNELS_ROOT)
  set(candidates "")
  foreach(venv "${root}/.venv" "$ENV{VIRTUAL_ENV}")
    if(EXISTS "${venv}/bin/python3")
      list(APPEND candidates "${venv}/bin/python3")
    endif()
  endforeach()
  find_program(python NAMES python3 python NO_CACHE)
  if(python)
    list(APPEND candidates "${python}")
  endif()
  list(REMOVE_DUPLICATES candidates)
  set(${result} "${candidates}" PARENT_SCOPE)
endfunction()

# Sets `result` to the interpreter's own path if it is good, else to "" and `reason` to what it lacks and how
# to mend that.
function(_gpu_kernels_check_python candidate result reason)
  set(${result} "" PARENT_SCOPE)
  set(
    probe
    "import sys, importlib.util as u
print(sys.executable, '.'.join(map(str, sys.version_info[:3])), sep='|', end='|')
print(*[p for m, p in (('jinja2', 'jinja2'), ('elftools', 'pyelftools')) if not u.find_spec(m)])"
  )
  execute_process(
    COMMAND "${candidate}" -c "${probe}"
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE error
    OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  if(NOT status EQUAL 0 OR NOT output MATCHES "^(.*)[|](.*)[|](.*)$")
    set(${reason} "${candidate} does not run: ${status} ${error}" PARENT_SCOPE)
  elseif(CMAKE_MATCH_2 VERSION_LESS 3.9)
    set(${reason} "${candidate} is Python ${CMAKE_MATCH_2}" PARENT_SCOPE)
  elseif(CMAKE_MATCH_3)
    set(
      ${reason}
      "${candidate} lacks ${CMAKE_MATCH_3}; to add: ${CMAKE_MATCH_1} -m pip install ${CMAKE_MATCH_3}"
      PARENT_SCOPE
    )
  else()
    set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()
