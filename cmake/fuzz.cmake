# Every *_fuzz.cc in src/ or tests/ is a libFuzzer target. CTest runs each for $FUZZ_SECONDS
# (default 20) over a copy of tests/fuzz/corpus/<name>/, where <name> is the file's without _fuzz.
# A target in src/ links the library that it lies in, one in tests/ everything.

enable_testing()
file(GLOB_RECURSE targets CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/src/*_fuzz.cc ${PROJECT_SOURCE_DIR}/tests/*_fuzz.cc)
foreach(source IN LISTS targets)
  cmake_path(GET source STEM program)
  string(REGEX REPLACE "_fuzz$" "" name ${program})
  add_executable(${program} ${source})
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src OUTPUT_VARIABLE path)
  clew_target(library ${path})
  if(library)
    target_link_libraries(${program} PRIVATE ${library} ${${library}_USES})
  else()
    target_link_libraries(${program} PRIVATE clew_all)
    target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  endif()
  target_link_options(${program} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${program} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/targets)

  add_test(NAME fuzz_${name}
    COMMAND ${PROJECT_SOURCE_DIR}/tools/fuzz_target $<TARGET_FILE:${program}>
            ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name} ${PROJECT_BINARY_DIR}/runs/${name})
  set_tests_properties(fuzz_${name} PROPERTIES LABELS slow
    ENVIRONMENT UBSAN_OPTIONS=print_stacktrace=1)
endforeach()
