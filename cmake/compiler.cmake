# How our own code is compiled: clew_options, linked by every target of ours and by nothing else.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Dev CACHE STRING "Dev, Release or Sanitize" FORCE)
endif()
# C is third-party code only: the same flags, without debug information, in every tree, so that
# ccache compiles it once.
foreach(type DEV RELEASE SANITIZE)
  set(CMAKE_C_FLAGS_${type} "-O2")
endforeach()
# project() has put an empty value into the cache.
if(CMAKE_CXX_FLAGS_DEV STREQUAL "")
  set(CMAKE_CXX_FLAGS_DEV "-O2" CACHE STRING "of the preset dev; -O0 builds faster" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1 -fno-omit-frame-pointer")

# Paths are taken relative to the build folder, so that another tree or checkout on the same machine
# uses what this one has compiled; the sloppiness is what ccache asks for with precompiled headers.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  foreach(language C CXX)
    set(CMAKE_${language}_COMPILER_LAUNCHER env CCACHE_BASEDIR=/
        CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  endforeach()
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

add_compile_options(-fPIE -ffunction-sections -fdata-sections)
# g++ by default stops again and again to look for memory of its own that it can free: a twelfth of
# its time, for a tenth of its memory (50 MB).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-expand=10000)
endif()
add_link_options(-Wl,--gc-sections)

add_library(clew_options INTERFACE)
target_include_directories(clew_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(clew_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wimplicit-fallthrough
  # No path of the machine that built it in the program.
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
# g++ 12 takes the storage of a moved std::variant for uninitialised (GCC bug 105562 and kin).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(clew_options INTERFACE -Wno-maybe-uninitialized)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12's own stable_sort uses what C++17 deprecated; clang says so at every use.
  target_compile_options(clew_options INTERFACE -Wno-deprecated-declarations)
endif()
if(CLEW_WERROR)
  target_compile_options(clew_options INTERFACE -Werror)
endif()

if(CLEW_SANITIZE)
  target_compile_options(clew_options INTERFACE
    -fsanitize=${CLEW_SANITIZE} -fno-sanitize-recover=all)
  target_compile_definitions(clew_options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(clew_options INTERFACE -fsanitize=${CLEW_SANITIZE})
endif()
