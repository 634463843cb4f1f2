# Tests, all run by CTest. Exit code 77 means skipped.
#   src/<path>/**/*_test.cc     one program per library, <path>_test, linking that library and rapidcheck
#   tests/<name>/*_test.cc      one program <name>_test, linking everything; other .cc beside it too
#   tests/<name>/*_child.cc     a helper program each, found in $CLEW_CHILD_DIR
#   tests/**/*.test.sh          run as it is
# Every test is labelled fast or slow, and with its folder's name. A folder in clew_goals is labelled
# goal instead: it says what the program is to reach, and only `ctest -C goal -L goal` runs it.

if(NOT CLEW_TESTS)
  return()
endif()
find_path(doctest_INCLUDE doctest/doctest.h)
find_library(rapidcheck_LIBRARY librapidcheck.a)
mark_as_advanced(doctest_INCLUDE rapidcheck_LIBRARY)
if(NOT doctest_INCLUDE OR NOT rapidcheck_LIBRARY)
  message(STATUS "Tests are left out: doctest or rapidcheck is missing (tools/install test)")
  return()
endif()
enable_testing()

set(clew_slow_folders crash power race fuzz oracles s3)
set(clew_goals)
set(clew_test_dir ${PROJECT_BINARY_DIR}/tests)
set(clew_child_dir ${clew_test_dir}/children)
file(MAKE_DIRECTORY ${clew_test_dir} ${clew_child_dir})

add_library(clew_doctest STATIC ${PROJECT_SOURCE_DIR}/tests/doctest_main.cc)
target_link_libraries(clew_doctest PUBLIC clew_options ${rapidcheck_LIBRARY})
target_include_directories(clew_doctest PUBLIC ${PROJECT_SOURCE_DIR}/tests)

# What tests share: doubles, temporary folders, generators. tests/testing/*.cc.
clew_sources(testing_sources ${PROJECT_SOURCE_DIR}/tests/testing)
if(testing_sources)
  add_library(clew_testing STATIC ${testing_sources})
  target_link_libraries(clew_testing PUBLIC clew_doctest clew_all)
  target_compile_options(clew_testing PRIVATE -O0)
  clew_precompiled(clew_testing clew_test_pch)
else()
  add_library(clew_testing INTERFACE)
  target_link_libraries(clew_testing INTERFACE clew_doctest)
endif()

# Tests sync thousands of times; in memory that costs nothing, and what must survive a power cut is
# shown by a file system and a VFS of their own, not by the machine's disk.
set(clew_test_environment "")
if(EXISTS /dev/shm)
  set(clew_test_environment ";TMPDIR=/dev/shm")
endif()

# The official MCP suite and clients, in the user's cache; what is not there is skipped by its test.
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/tools/npm_cache --where ${PROJECT_SOURCE_DIR}/tests/npm
                OUTPUT_VARIABLE clew_node_root OUTPUT_STRIP_TRAILING_WHITESPACE)

function(clew_register name folder)
  cmake_parse_arguments(arg "" "" "COMMAND" ${ARGN})
  set(speed fast)
  set(when "")
  if(folder IN_LIST clew_goals)
    set(speed goal)
    set(when CONFIGURATIONS goal)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${clew_test_dir} ${when})
  if(folder IN_LIST clew_slow_folders)
    set(speed slow)
  endif()
  if(folder STREQUAL "s3")
    # Each starts a cluster of its own, and two at once have been seen to take each other's monitor.
    set_tests_properties(${name} PROPERTIES RESOURCE_LOCK s3)
  endif()
  set(environment "${clew_test_environment}")
  if(CLEW_SANITIZE AND folder STREQUAL "mcp_clients")
    # They measure how a server grows: what it has freed must not be held back for long.
    string(APPEND environment ";ASAN_OPTIONS=quarantine_size_mb=1:thread_local_quarantine_size_kb=64")
  endif()
  set_tests_properties(${name} PROPERTIES
    LABELS "${speed};${folder}"
    SKIP_RETURN_CODE 77
    ENVIRONMENT "CLEW_BIN=${PROJECT_BINARY_DIR}/clew;CLEW_SOURCE_DIR=${PROJECT_SOURCE_DIR};CLEW_CHILD_DIR=${clew_child_dir};CLEW_NODE_ROOT=${clew_node_root};UBSAN_OPTIONS=print_stacktrace=1;RC_PARAMS=seed=20261116${environment}")
endfunction()

# Compiled one file at a time: their files each have a Row, a Place of their own.
set(clew_separate_tests base_test document_test dialect_test files_test agent_client_test interface_hooks_test
    interface_mcp_tools_test interface_cli_test interface_http_test interface_mcp_test power_test project_test)

function(clew_test_program name folder)
  cmake_parse_arguments(arg "SELF_CONTAINED" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} clew_doctest)
  # clew_testing brings everything with it.
  if(NOT arg_SELF_CONTAINED)
    target_link_libraries(${name} PRIVATE clew_testing)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${clew_test_dir})
  target_compile_options(${name} PRIVATE -O0)
  if(NOT clew_${folder} IN_LIST clew_plain_targets)
    clew_precompiled(${name} clew_test_pch)
  endif()
  if(NOT name IN_LIST clew_separate_tests)
    clew_in_batches(${name} 8)
  endif()
  clew_register(${name} ${folder} COMMAND ${name})
endfunction()

# Tests of a library that must not need the rest of the program are linked without it.
set(clew_self_contained interface/mcp interface/http dialect/essay dialect/workflow dialect/feature
    dialect/orchestration dialect/structural)
foreach(path IN LISTS clew_paths)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${path}/*_test.cc)
  clew_without_inner(sources ${path})
  if(NOT sources)
    continue()
  endif()
  clew_target(library ${path})
  string(REPLACE "/" "_" name ${path})
  string(REGEX REPLACE "/.*" "" folder ${path})
  set(alone "")
  if(path IN_LIST clew_self_contained)
    set(alone SELF_CONTAINED)
  endif()
  clew_test_program(${name}_test ${folder} SOURCES ${sources}
                    LIBRARIES ${library} ${${path}_uses} ${alone})
endforeach()
target_link_libraries(document_test PRIVATE nlohmann_json)  # another reader to compare with

file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES ON RELATIVE ${PROJECT_SOURCE_DIR}/tests
     ${PROJECT_SOURCE_DIR}/tests/*)
list(REMOVE_ITEM folders testing fixtures)
foreach(folder IN LISTS folders)
  set(path ${PROJECT_SOURCE_DIR}/tests/${folder})
  if(NOT IS_DIRECTORY ${path})
    continue()
  endif()
  file(GLOB tests CONFIGURE_DEPENDS ${path}/*_test.cc)
  if(tests)
    clew_sources(helpers ${path})
    clew_test_program(${folder}_test ${folder} SOURCES ${tests} ${helpers} LIBRARIES clew_all)
  endif()
  file(GLOB children CONFIGURE_DEPENDS ${path}/*_child.cc)
  clew_sources(helpers ${path})
  foreach(child IN LISTS children)
    cmake_path(GET child STEM name)
    add_executable(${name} ${child} ${helpers})
    target_link_libraries(${name} PRIVATE clew_all clew_testing)
    clew_precompiled(${name})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${clew_child_dir})
  endforeach()
  file(GLOB_RECURSE scripts CONFIGURE_DEPENDS ${path}/*.test.sh)
  foreach(script IN LISTS scripts)
    cmake_path(RELATIVE_PATH script BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/tests OUTPUT_VARIABLE name)
    string(REGEX REPLACE "\\.test\\.sh$" "" name ${name})
    clew_register(${name} ${folder} COMMAND ${script})
  endforeach()
endforeach()

clew_register("the layering holds" layers COMMAND ${PROJECT_SOURCE_DIR}/tools/layers)

# Every fuzz target for a while (FUZZ_SECONDS, default 20), by luck instead of by coverage: the same
# programs on libFuzzer are the preset `fuzz`.
file(GLOB_RECURSE fuzz_sources CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/src/*_fuzz.cc ${PROJECT_SOURCE_DIR}/tests/*_fuzz.cc)
add_library(clew_blind_driver OBJECT ${PROJECT_SOURCE_DIR}/tests/fuzz/blind_driver.cc)
target_link_libraries(clew_blind_driver PRIVATE clew_options)
file(MAKE_DIRECTORY ${clew_test_dir}/fuzz)
foreach(source IN LISTS fuzz_sources)
  cmake_path(GET source STEM program)
  string(REGEX REPLACE "_fuzz$" "" name ${program})
  add_executable(${program} ${source})
  target_link_libraries(${program} PRIVATE clew_all clew_blind_driver)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  clew_precompiled(${program})
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${clew_test_dir}/fuzz)
  clew_register(fuzz_${name} fuzz COMMAND ${program}
    ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name} ${clew_test_dir}/fuzz/${name}.input)
endforeach()
