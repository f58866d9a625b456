include_guard(GLOBAL)

# Finds the Python that runs the generator and remembers it in the cache (GpuKernels_PYTHON_FOUND).
# Candidates, in order: GpuKernels_PYTHON or Python3_EXECUTABLE where given (then no other), the checkout's
# .venv, the virtual environment of the shell, python3 on the PATH, and the one that an installed package was
# configured with. The first that is 3.9 or later and has the packages is taken.
function(_gpu_kernels_find_python)
  _gpu_kernels_seek_python(reasons)
  if(NOT reasons)
    return()
  endif()
  get_property(root GLOBAL PROPERTY GPU_KERNELS_ROOT)
  set(setup "")
  if(EXISTS "${root}/scripts/setup")
    set(setup "${root}/scripts/setup makes a virtual environment that is found without more; or ")
  endif()
  message(
    FATAL_ERROR
    "GpuKernels: no Python that can run the generator. It needs Python 3.9 or later with jinja2 and "
    "pyelftools. Tried:${reasons}\n${setup}set GpuKernels_PYTHON to an interpreter that has them."
  )
endfunction()

# Does that, and sets `result` to what each candidate lacks; to "" where one is good.
function(_gpu_kernels_seek_python result)
  set(${result} "" PARENT_SCOPE)
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
  if(NOT candidates)
    set(reasons "\n  nothing: there is no python3 on the PATH")
  endif()
  set(${result} "${reasons}" PARENT_SCOPE)
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
  if(EXISTS "${GpuKernels_INSTALLER_PYTHON}")
    list(APPEND candidates "${GpuKernels_INSTALLER_PYTHON}")
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
    "import sys, importlib.util as u, os, sysconfig
print(sys.executable, '.'.join(map(str, sys.version_info[:3])), sep='|', end='|')
managed = os.path.join(sysconfig.get_path('stdlib'), 'EXTERNALLY-MANAGED') # pip refuses (PEP 668)
print('managed' if sys.prefix == sys.base_prefix and os.path.exists(managed) else '', end='|')
print(*[p for m, p in (('jinja2', 'jinja2'), ('elftools', 'pyelftools')) if not u.find_spec(m)])"
  )
  execute_process(
    COMMAND "${candidate}" -c "${probe}"
    RESULT_VARIABLE status
    OUTPUT_VARIABLE output
    ERROR_VARIABLE error
    OUTPUT_STRIP_TRAILING_WHITESPACE
  )
  if(NOT status EQUAL 0 OR NOT output MATCHES "^(.*)[|](.*)[|](.*)[|](.*)$")
    set(${reason} "${candidate} does not run: ${status} ${error}" PARENT_SCOPE)
  elseif(CMAKE_MATCH_2 VERSION_LESS 3.9)
    set(${reason} "${candidate} is Python ${CMAKE_MATCH_2}" PARENT_SCOPE)
  elseif(CMAKE_MATCH_4)
    set(add "${CMAKE_MATCH_1} -m pip install ${CMAKE_MATCH_4}")
    if(CMAKE_MATCH_3)
      set(venv "${CMAKE_SOURCE_DIR}/.venv")
      string(
        CONCAT
        add
        "${CMAKE_MATCH_1} -m venv ${venv} && ${venv}/bin/pip install jinja2 pyelftools, then configure with "
        "-D GpuKernels_PYTHON=${venv}/bin/python3 (the system's packages are closed to pip)"
      )
    endif()
    set(${reason} "${candidate} lacks ${CMAKE_MATCH_4}; to add: ${add}" PARENT_SCOPE)
  else()
    set(${result} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  endif()
endfunction()
