# The tree-sitter runtime and its grammars as one library, `tree_sitter`, from the sources of pinned npm
# packages. They are compiled from links inside the tree, as SQLite is and for the same reason: seen from
# there their paths are the same in every tree and checkout, so ccache compiles these 100 MB once.

set(tree_sitter_links ${PROJECT_BINARY_DIR}/tree_sitter)
set(tree_sitter_packages ${PROJECT_SOURCE_DIR}/node_modules)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/package-lock.json)

# clew_linked_sources(OUT FOLDER): every C file below node_modules/FOLDER, as a link in the build tree;
# OUT has those that are compiled.
function(clew_linked_sources out folder)
  file(GLOB_RECURSE files RELATIVE ${tree_sitter_packages}
       ${tree_sitter_packages}/${folder}/*.c ${tree_sitter_packages}/${folder}/*.h)
  if(NOT files)
    message(FATAL_ERROR "The sources of ${folder} are missing from node_modules/. Run: tools/install")
  endif()
  set(sources "")
  foreach(file IN LISTS files)
    set(link ${tree_sitter_links}/${file})
    cmake_path(GET link PARENT_PATH parent)
    file(MAKE_DIRECTORY ${parent})
    if(${tree_sitter_packages}/${file} IS_NEWER_THAN ${link})
      file(CREATE_LINK ${tree_sitter_packages}/${file} ${link} COPY_ON_ERROR)
    endif()
    if(file MATCHES "/(parser|scanner)\\.c$")
      list(APPEND sources ${link})
    endif()
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

set(tree_sitter_runtime tree-sitter/vendor/tree-sitter/lib)
clew_linked_sources(ignored ${tree_sitter_runtime})
set(tree_sitter_hand_written ${tree_sitter_links}/${tree_sitter_runtime}/src/lib.c)
set(tree_sitter_sources ${tree_sitter_hand_written})
foreach(folder bash c c-sharp cpp go java javascript php/php python ruby rust
               typescript/typescript typescript/tsx)
  if(folder MATCHES "^([a-z]+)/")
    clew_linked_sources(ignored tree-sitter-${CMAKE_MATCH_1}/common)
  endif()
  clew_linked_sources(grammar tree-sitter-${folder}/src)
  list(APPEND tree_sitter_sources ${grammar})
  # Each grammar has its own <tree_sitter/parser.h>, of the generator that made it.
  set_source_files_properties(${grammar} PROPERTIES
    INCLUDE_DIRECTORIES ${tree_sitter_links}/tree-sitter-${folder}/src)
  list(FILTER grammar INCLUDE REGEX "/scanner\\.c$")
  list(APPEND tree_sitter_hand_written ${grammar})
endforeach()

add_library(tree_sitter STATIC ${tree_sitter_sources})
target_include_directories(tree_sitter
  SYSTEM INTERFACE ${tree_sitter_links}/${tree_sitter_runtime}/include
  PRIVATE ${tree_sitter_links}/${tree_sitter_runtime}/src
          ${tree_sitter_links}/${tree_sitter_runtime}/include)
# The grammars are tables: -O1 compiles them in a third of the time, and they parse as quickly.
target_compile_options(tree_sitter PRIVATE -w -O1)
set_source_files_properties(${tree_sitter_links}/${tree_sitter_runtime}/src/lib.c
                            PROPERTIES COMPILE_OPTIONS -O2)
# What scanners allocate is counted too (src/index/guarded_parse.cc).
target_compile_definitions(tree_sitter PRIVATE TREE_SITTER_REUSE_ALLOCATOR _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
# Files of strangers pass through the runtime and the scanners: what is written by hand is watched
# like our own code.
if(CLEW_SANITIZE MATCHES "address")
  foreach(file IN LISTS tree_sitter_hand_written)
    set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS -fsanitize=address)
  endforeach()
endif()
if(CLEW_FUZZ)
  set_target_properties(tree_sitter PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
