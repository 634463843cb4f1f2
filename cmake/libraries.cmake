# One static library per folder of src/, and the programs built from them.

# The table of who may include whom is also who links whom.
set(layers_file ${PROJECT_SOURCE_DIR}/tools/layers.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${layers_file})
file(STRINGS ${layers_file} layers_lines REGEX "^[a-z]+:")

# clew_allowed(OUT FOLDER): the folders that FOLDER may include, itself left out.
function(clew_allowed out folder)
  foreach(line IN LISTS layers_lines)
    string(REGEX MATCH "^([a-z]+): *(.*)$" matched "${line}")
    list(APPEND all ${CMAKE_MATCH_1})
    if(CMAKE_MATCH_1 STREQUAL folder)
      string(REGEX MATCHALL "[a-z*]+" allowed "${CMAKE_MATCH_2}")
      set(found ON)
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "src/${folder}/ has no line in tools/layers.txt")
  endif()
  if(allowed STREQUAL "*")
    set(allowed ${all})
    list(REMOVE_ITEM allowed ${folder} tests)
  endif()
  set(${out} ${allowed} PARENT_SCOPE)
endfunction()

# Sources of a folder, tests and fuzz targets left out. CONFIGURE_DEPENDS: a new file is noticed
# by the next build.
function(clew_sources out folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|child)\\.cc$")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# The session's types are seen by most files and cost seconds to read: they are read once. Not for
# clang: with CLEW_BATCHES=OFF its builds show whether every file includes what it uses.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  foreach(pch clew_pch clew_small_pch clew_test_pch)
    add_library(${pch} OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/cmake/pch.cc)
    target_link_libraries(${pch} PRIVATE clew_options)
    target_precompile_headers(${pch} PRIVATE ${PROJECT_SOURCE_DIR}/src/session/intent.h
                              <fmt/format.h> <algorithm> <functional> <memory>)
    # Made anew, always: ccache has been seen to hand out one of other headers.
    set_target_properties(${pch} PROPERTIES CXX_COMPILER_LAUNCHER "")
  endforeach()
  target_compile_options(clew_small_pch PRIVATE -Os)
  # Tests are compiled once and run once: not optimised, they are there in a third of the time.
  target_compile_options(clew_test_pch PRIVATE -O0)
endif()

# clew_precompiled(TARGET [PCH]): for targets whose files may all include session/.
function(clew_precompiled target)
  set(pch clew_pch)
  if(ARGC GREATER 1)
    set(pch ${ARGV1})
  endif()
  if(TARGET ${pch})
    target_precompile_headers(${target} REUSE_FROM ${pch})
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# What is run once per command is compiled for size: less to load at every start, and less to wait
# for. What every event and every byte passes through is compiled for speed.
set(clew_fast_targets clew_base clew_session clew_dialect clew_store clew_mcp)

# clew_compiled(TARGET): how a library's own files are compiled. Several at a time, because most of
# the time goes into templates that all of a folder use: names in anonymous namespaces must differ
# within a folder.
function(clew_compiled target)
  set(pch clew_pch)
  set(batch 16)
  if(NOT target IN_LIST clew_fast_targets)
    set(pch clew_small_pch)
    set(batch 24)
    target_compile_options(${target} PRIVATE -Os)
  endif()
  if(NOT target MATCHES "^clew_(base|files|project|bundle|remote|index)$")
    clew_precompiled(${target} ${pch})
  endif()
  if(CLEW_BATCHES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
  endif()
endfunction()

# clew_library(FOLDER [USES third-party...] [EXCEPT file...])
# Makes clew_<FOLDER> of src/<FOLDER>/. A folder without sources still is a target, so that
# others can name it.
function(clew_library folder)
  cmake_parse_arguments(arg "" "" "USES;EXCEPT" ${ARGN})
  clew_allowed(libraries ${folder})
  list(TRANSFORM libraries PREPEND clew_)

  clew_sources(sources ${PROJECT_SOURCE_DIR}/src/${folder})
  if(folder STREQUAL "dialect")
    # What the dialects share; each of them is a library of its own (clew_dialects).
    list(FILTER sources EXCLUDE REGEX "/src/dialect/([^/]+/|registry)")
  endif()
  if(folder STREQUAL "interface")
    # Parts of their own (clew_part).
    list(FILTER sources EXCLUDE REGEX "/src/interface/(mcp|http)/")
    list(APPEND libraries clew_mcp)
  endif()
  list(TRANSFORM arg_EXCEPT PREPEND ${PROJECT_SOURCE_DIR}/src/${folder}/)
  list(REMOVE_ITEM sources ${arg_EXCEPT})
  if(sources)
    add_library(clew_${folder} STATIC ${sources})
    target_link_libraries(clew_${folder} PUBLIC clew_options ${libraries} PRIVATE ${arg_USES})
    if("clew_dialect" IN_LIST libraries)
      target_link_libraries(clew_${folder} PUBLIC clew_dialects)
    endif()
    clew_compiled(clew_${folder})
  else()
    add_library(clew_${folder} INTERFACE)
    target_link_libraries(clew_${folder} INTERFACE clew_options ${libraries} ${arg_USES})
  endif()
  if(CLEW_FUZZ)
    set_target_properties(clew_${folder} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()

  set(clew_folders ${clew_folders} ${folder} PARENT_SCOPE)
  set(clew_uses_${folder} ${arg_USES} PARENT_SCOPE)
endfunction()

# clew_dialects(NAME...): clew_dialect_<NAME> of src/dialect/<NAME>/, so that no dialect can use
# another's code, and clew_dialects, the registry that knows them all.
function(clew_dialects)
  add_library(clew_dialects STATIC ${PROJECT_SOURCE_DIR}/src/dialect/registry.cc)
  target_link_libraries(clew_dialects PUBLIC clew_dialect)
  clew_precompiled(clew_dialects)
  foreach(name IN LISTS ARGN)
    clew_sources(sources ${PROJECT_SOURCE_DIR}/src/dialect/${name})
    if(NOT sources)
      continue()
    endif()
    add_library(clew_dialect_${name} STATIC ${sources})
    target_link_libraries(clew_dialect_${name} PUBLIC clew_dialect)
    clew_compiled(clew_dialect_${name})
    target_link_libraries(clew_dialects PUBLIC clew_dialect_${name})
    if(CLEW_FUZZ)
      set_target_properties(clew_dialect_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endforeach()
  if(CLEW_FUZZ)
    set_target_properties(clew_dialects PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set(clew_dialect_names ${ARGN} PARENT_SCOPE)
endfunction()

# clew_part(NAME PATH [USES third-party...]): clew_<NAME> of src/<PATH>/, a folder below one that
# clew_library makes, with the same neighbours, that must not need the rest of it.
function(clew_part name path)
  cmake_parse_arguments(arg "" "" "USES" ${ARGN})
  cmake_path(GET path PARENT_PATH folder)
  clew_allowed(libraries ${folder})
  list(TRANSFORM libraries PREPEND clew_)
  clew_sources(sources ${PROJECT_SOURCE_DIR}/src/${path})
  if(sources)
    add_library(clew_${name} STATIC ${sources})
    target_link_libraries(clew_${name} PUBLIC clew_options ${libraries} PRIVATE ${arg_USES})
    clew_compiled(clew_${name})
  else()
    add_library(clew_${name} INTERFACE)
    target_link_libraries(clew_${name} INTERFACE clew_options ${libraries} ${arg_USES})
  endif()
  if(CLEW_FUZZ)
    set_target_properties(clew_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set(clew_parts ${clew_parts} ${name} PARENT_SCOPE)
  set(clew_path_${name} ${path} PARENT_SCOPE)
  set(clew_uses_${name} ${arg_USES} PARENT_SCOPE)
endfunction()

# clew_program(NAME SOURCE): a static-pie program at the top of the build folder. It is started
# on every tool call of an agent, so nothing is loaded at run time; under sanitizers their
# runtime wants a loader, and the program is linked as usual.
function(clew_program name source)
  file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${source})
  if(NOT found)
    return()
  endif()
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE clew_app)
  clew_precompiled(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  if(NOT CLEW_SANITIZE)
    target_link_options(${name} PRIVATE -static-pie)
    clew_starts_quickly(${name})
  endif()
endfunction()

# clew_net_program(NAME SOURCE): clew-net, the program that talks to networks: what it needs for
# that drags in a loader anyway, so it is linked as usual.
function(clew_net_program name source)
  file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${source})
  if(NOT found)
    return()
  endif()
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE clew_app clew_http)
  clew_precompiled(${name})
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME clew-net RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_link_options(${name} PRIVATE -pie)
endfunction()
