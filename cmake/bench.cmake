# bench/*.cc: one program each in <build>/bench/, linking everything. Not part of `all`: the target
# bench_programs builds them, and `make bench` runs bench/run.

add_custom_target(bench_programs)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cc)
foreach(source IN LISTS sources)
  cmake_path(GET source STEM name)
  add_executable(bench_${name} EXCLUDE_FROM_ALL ${source})
  target_link_libraries(bench_${name} PRIVATE clew_all)
  set_target_properties(bench_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  add_dependencies(bench_programs bench_${name})
endforeach()
target_link_libraries(bench_importing PRIVATE nlohmann_json)  # to compare with
# What a process costs at the least, to compare with.
foreach(kind dynamic static)
  add_executable(bench_empty_${kind} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/empty/${kind}.cc)
  set_target_properties(bench_empty_${kind} PROPERTIES
    OUTPUT_NAME empty_${kind} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  add_dependencies(bench_programs bench_empty_${kind})
endforeach()
target_link_options(bench_empty_static PRIVATE -static-pie)
# What a server costs at the least.
add_executable(bench_echo EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/bench/echo/server.cc)
set_target_properties(bench_echo PROPERTIES
  OUTPUT_NAME echo RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
target_link_options(bench_echo PRIVATE -static-pie)
add_dependencies(bench_programs bench_echo)
# What is compared with clew, and what measures its parts, is put together as clew is.
if(NOT CLEW_SANITIZE)
  foreach(target bench_empty_dynamic bench_empty_static bench_echo)
    clew_in_one_piece(${target})
  endforeach()
  foreach(target bench_appending bench_reading bench_sharing)
    target_link_options(${target} PRIVATE -static-pie)
    clew_starts_quickly(${target})
  endforeach()
endif()
if(TARGET clew)
  add_dependencies(bench_programs clew)
endif()
