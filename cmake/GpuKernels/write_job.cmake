include_guard(GLOBAL)

# Writes the generator's job file (docs/architecture.md) when the build system is generated, one a
# configuration. The objects' paths are known only then, and only as lists in the order of the sources; hence
# the parallel lists.
function(_gpu_kernels_write_job)
  set(namespace "${name}")
  if(DEFINED arg_NAMESPACE)
    set(namespace "${arg_NAMESPACE}")
  endif()
  _gpu_kernels_quote_list(source_list ${sources})
  _gpu_kernels_quote_list(host_include_list ${arg_HOST_INCLUDES})
  _gpu_kernels_list_toolkit_includes(toolkit)
  _gpu_kernels_quote_list(system_list ${toolkit})
  _gpu_kernels_quote_list(template_list ${templates})
  _gpu_kernels_quote_list(template_output_list ${output_templates})
  set(include_directories "$<TARGET_PROPERTY:${name}_device,INCLUDE_DIRECTORIES>")
  _gpu_kernels_quote_expression(include_list "${include_directories}")
  _gpu_kernels_quote_expression(debug_list "$<TARGET_OBJECTS:${name}_debug>")
  _gpu_kernels_describe_images(images ptx_lists)
  if(output_image_directory)
    string(APPEND images "\n  \"image_directory\": \"${output_image_directory}\",")
  endif()
  _gpu_kernels_describe_assembling(assembling)
  # Include directories may depend on the language; the condition evaluates the file for CUDA, and once.
  file(
    GENERATE OUTPUT
    "${output_job}"
    CONTENT
      "{
  \"schema\": 1,
  \"name\": \"${name}\",
  \"namespace\": \"${namespace}\",
  \"header\": \"${header}\",
${images}${assembling}
  \"output\": {
    \"header\": \"${output_header}\",
    \"image\": \"${output_image}\",
    \"source\": \"${output_source}\",
    \"manifest\": \"${output_manifest}\"
  },
  \"base_directory\": \"${CMAKE_CURRENT_SOURCE_DIR}\",
  \"include_directories\": [${include_list}],
  \"system_include_directories\": [${system_list}],
  \"host_includes\": [${host_include_list}],
  \"sources\": [${source_list}],
  \"ptx\": [${ptx_lists}],
  \"debug\": [${debug_list}],
  \"templates\": {\"template\": [${template_list}], \"output\": [${template_output_list}]}
}
"
    CONDITION "$<COMPILE_LANGUAGE:CUDA>"
  )
endfunction()

# Sets `images` to the job's lines about what is embedded, `ptx_lists` to one list of objects an architecture.
function(_gpu_kernels_describe_images images ptx_lists)
  set(lists "")
  foreach(target IN LISTS device_targets)
    _gpu_kernels_quote_expression(list "$<TARGET_OBJECTS:${target}>")
    list(APPEND lists "[${list}]")
  endforeach()
  string(JOIN ", " lists ${lists})
  set(${ptx_lists} "${lists}" PARENT_SCOPE)
  set(separable "")
  if(arg_SEPARABLE)
    set(separable "\n  \"separable\": true,")
    _gpu_kernels_find_nvlink(nvlink)
    if(nvlink)
      string(APPEND separable "\n  \"nvlink\": \"${nvlink}\",")
    endif()
  endif()
  if("${embedded_ptx};${embedded_machine_code}" MATCHES "^[0-9]+[af]?;$") # one text: embedded as it is
    set(${images} "  \"image\": \"PTX\",${separable}" PARENT_SCOPE)
    return()
  endif()
  _gpu_kernels_find_tool(
    fatbinary
    fatbinary
    "It packs what several architectures, and machine code, need; IMAGE PTX with a single architecture does "
    "without."
  )
  _gpu_kernels_quote_list(architecture_list ${device_architectures})
  _gpu_kernels_quote_list(ptx_list ${embedded_ptx})
  _gpu_kernels_quote_list(machine_list ${embedded_machine_code})
  set(
    ${images}
    "  \"image\": \"FATBIN\",
  \"architectures\": [${architecture_list}],
  \"embedded_ptx\": [${ptx_list}],
  \"embedded_machine_code\": [${machine_list}],
  \"fatbinary\": \"${fatbinary}\",${separable}"
    PARENT_SCOPE
  )
endfunction()

# Sets `result` to nvlink, which links a SEPARABLE library's machine code, to embed or to measure it; "" where
# this toolkit has none and only <name>_report would need it.
function(_gpu_kernels_find_nvlink result)
  set(need "")
  if(embedded_machine_code)
    set(need "It links the machine code of a SEPARABLE library; IMAGE PTX does without.")
  elseif(arg_MAX_REGISTERS OR arg_FORBID_SPILLS)
    set(
      need
      "MAX_REGISTERS and FORBID_SPILLS link a SEPARABLE library to measure it; without them it is not run."
    )
  endif()
  _gpu_kernels_find_tool(nvlink nvlink ${need})
  set(${result} "${nvlink}" PARENT_SCOPE)
endfunction()
