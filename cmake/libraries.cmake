# One static library per row of tools/layers.txt that clew_library names, and the programs built from
# them. A row without a library of its own (store/codec, command/plan) belongs to the library around it.

# The table of who may include whom is also who links whom.
set(layers_file ${PROJECT_SOURCE_DIR}/tools/layers.txt)
set(exceptions_file ${PROJECT_SOURCE_DIR}/tools/layers_exceptions.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${layers_file} ${exceptions_file})
file(STRINGS ${layers_file} layers_lines REGEX "^[a-z0-9_/]+:")
file(STRINGS ${exceptions_file} exception_lines REGEX "^include ")

# clew_target(OUT PATH): the library that the folder PATH of src/ belongs to; empty when there is none.
function(clew_target out path)
  while(path AND NOT path IN_LIST clew_paths)
    cmake_path(GET path PARENT_PATH path)
  endwhile()
  string(REPLACE "/" "_" name "${path}")
  if(name)
    set(name clew_${name})
  endif()
  set(${out} ${name} PARENT_SCOPE)
endfunction()

# clew_linked(OUT PATH): the libraries that the one at PATH links, itself left out.
function(clew_linked out path)
  clew_target(self ${path})
  set(found OFF)
  foreach(line IN LISTS layers_lines)
    string(REGEX MATCH "^([a-z0-9_/]+): *(.*)$" matched "${line}")
    set(row ${CMAKE_MATCH_1})
    string(REGEX MATCHALL "[a-z0-9_/*]+" words "${CMAKE_MATCH_2}")
    clew_target(owner ${row})
    if(NOT owner STREQUAL self)
      continue()
    endif()
    set(found ON)
    foreach(word IN LISTS words)
      if(word MATCHES "[*]")
        if(word STREQUAL "*")
          list(APPEND targets ${clew_paths})
          list(REMOVE_ITEM targets ${clew_net_paths})
        endif()
      else()
        list(APPEND targets ${word})
      endif()
    endforeach()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "src/${path}/ has no row in tools/layers.txt")
  endif()
  # What does not hold yet is linked all the same.
  foreach(line IN LISTS exception_lines)
    string(REGEX MATCH "^include src/([^ ]+)/[^ /]+ ([^ ]+)/[^ /]+" matched "${line}")
    clew_target(owner ${CMAKE_MATCH_1})
    if(owner STREQUAL self)
      list(APPEND targets ${CMAKE_MATCH_2})
    endif()
  endforeach()
  set(libraries "")
  foreach(target IN LISTS targets)
    clew_target(library ${target})
    if(library AND NOT library STREQUAL self)
      list(APPEND libraries ${library})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES libraries)
  set(${out} ${libraries} PARENT_SCOPE)
endfunction()

# Sources of a folder, tests and fuzz targets left out. CONFIGURE_DEPENDS: a new file is noticed
# by the next build.
function(clew_sources out folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|child)\\.cc$")
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# clew_without_inner(LIST PATH): leaves out files that belong to a library further inside.
function(clew_without_inner list path)
  set(kept ${${list}})
  foreach(inner IN LISTS clew_paths)
    if(inner MATCHES "^${path}/")
      list(FILTER kept EXCLUDE REGEX "/src/${inner}(/|\\.cc$)")
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
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
set(clew_fast_targets clew_base clew_session clew_document clew_secrets clew_dialect clew_brief clew_sqlite clew_index
    clew_store clew_store_sqlite clew_interface_mcp)
# Their files may not include session/, which the precompiled headers are about.
set(clew_plain_targets clew_base clew_files clew_document clew_sqlite clew_project clew_index clew_bundle clew_remote clew_remote_s3)

# clew_in_batches(TARGET SIZE): several files of a folder are compiled at a time, because most of the
# time goes into templates that all of them use: names in anonymous namespaces must differ within one.
function(clew_in_batches target size)
  if(NOT CLEW_BATCHES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    string(MD5 room "${folder}")
    math(EXPR count_${room} "0${count_${room}} + 1")
    math(EXPR batch "${count_${room}} / ${size}")
    cmake_path(GET folder FILENAME name)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${name}_${batch})
  endforeach()
endfunction()

# clew_compiled(TARGET): how a library's own files are compiled.
function(clew_compiled target)
  set(pch clew_pch)
  set(batch 16)
  if(NOT target IN_LIST clew_fast_targets)
    set(pch clew_small_pch)
    set(batch 24)
    target_compile_options(${target} PRIVATE -Os)
  endif()
  if(NOT target IN_LIST clew_plain_targets)
    clew_precompiled(${target} ${pch})
  endif()
  clew_in_batches(${target} ${batch})
endfunction()

# clew_library(PATH [USES third-party...] [EXCEPT file...]): the library of src/PATH/, called
# clew_<PATH> with _ for /, or of the one unit src/PATH.cc. All paths are in clew_paths.
function(clew_library path)
  cmake_parse_arguments(arg "" "" "USES;EXCEPT" ${ARGN})
  clew_target(target ${path})
  clew_linked(libraries ${path})
  if(EXISTS ${PROJECT_SOURCE_DIR}/src/${path}.cc)
    set(sources ${PROJECT_SOURCE_DIR}/src/${path}.cc)
  else()
    clew_sources(sources ${PROJECT_SOURCE_DIR}/src/${path})
    clew_without_inner(sources ${path})
  endif()
  list(TRANSFORM arg_EXCEPT PREPEND ${PROJECT_SOURCE_DIR}/src/${path}/)
  list(REMOVE_ITEM sources ${arg_EXCEPT})
  add_library(${target} STATIC ${sources})
  target_link_libraries(${target} PUBLIC clew_options ${libraries} PRIVATE ${arg_USES})
  clew_compiled(${target})
  if(CLEW_FUZZ)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set(${target}_USES ${arg_USES} PARENT_SCOPE)
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

# clew_net_program(NAME SOURCE...): clew-net, the program that talks to networks: what it needs for
# that drags in a loader anyway, so it is linked as usual.
function(clew_net_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE clew_app)
  foreach(path IN LISTS clew_net_paths)
    clew_target(library ${path})
    target_link_libraries(${name} PRIVATE ${library})
  endforeach()
  clew_precompiled(${name})
  set_target_properties(${name} PROPERTIES
    OUTPUT_NAME clew-net RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_link_options(${name} PRIVATE -pie)
endfunction()
