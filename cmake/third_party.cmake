# What we use and did not write: Debian's static libraries and headers, and the SQLite and tree-sitter
# sources of pinned npm packages. Their headers are system headers: our warnings do not apply to them.

function(clew_require what found)
  if(NOT ${found})
    message(FATAL_ERROR "${what} is missing. Run: tools/install")
  endif()
endfunction()

# clew_static(NAME HEADER): the static library lib<NAME>.a with its header, as target NAME.
function(clew_static name header)
  find_library(${name}_LIBRARY lib${name}.a)
  find_path(${name}_INCLUDE ${header})
  mark_as_advanced(${name}_LIBRARY ${name}_INCLUDE)
  clew_require("lib${name}.a" ${name}_LIBRARY)
  clew_require("${header}" ${name}_INCLUDE)
  add_library(${name} STATIC IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES
    IMPORTED_LOCATION ${${name}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE})
endfunction()

# clew_headers(NAME HEADER): a library that is headers only, as target NAME.
function(clew_headers name header)
  find_path(${name}_INCLUDE ${header})
  mark_as_advanced(${name}_INCLUDE)
  clew_require("${header}" ${name}_INCLUDE)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${${name}_INCLUDE})
endfunction()

clew_static(sodium sodium.h)
clew_static(zstd zstd.h)
clew_static(yaml yaml.h)
clew_headers(nlohmann_json nlohmann/json.hpp)
clew_headers(boost boost/beast/http.hpp)

# Loaded at run time, with its resolver and TLS: for what only clew-net links.
find_library(curl_LIBRARY libcurl.so)
find_path(curl_INCLUDE curl/curl.h)
mark_as_advanced(curl_LIBRARY curl_INCLUDE)
clew_require("libcurl" curl_LIBRARY)
clew_require("curl/curl.h" curl_INCLUDE)
add_library(curl SHARED IMPORTED GLOBAL)
set_target_properties(curl PROPERTIES
  IMPORTED_LOCATION ${curl_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${curl_INCLUDE})

find_path(fmt_INCLUDE fmt/format-inl.h)
mark_as_advanced(fmt_INCLUDE)
clew_require("fmt/format-inl.h" fmt_INCLUDE)
add_library(fmt STATIC ${PROJECT_SOURCE_DIR}/cmake/fmt.cc)
target_include_directories(fmt SYSTEM PUBLIC ${fmt_INCLUDE})
target_compile_options(fmt PRIVATE -w -g0)

# Compiled from a copy inside the tree: seen from there its path is the same in every tree and every
# checkout, so ccache compiles this slowest of all files once.
set(sqlite_package ${PROJECT_SOURCE_DIR}/node_modules/better-sqlite3/deps/sqlite3)
set(sqlite_copy ${PROJECT_BINARY_DIR}/sqlite)
if(NOT EXISTS ${sqlite_package}/sqlite3.c)
  message(FATAL_ERROR "The SQLite sources are missing from node_modules/. Run: tools/install")
endif()
foreach(file sqlite3.c sqlite3.h)
  configure_file(${sqlite_package}/${file} ${sqlite_copy}/${file} COPYONLY)
endforeach()
add_library(sqlite STATIC ${sqlite_copy}/sqlite3.c)
target_include_directories(sqlite SYSTEM PUBLIC ${sqlite_copy})
# Not -O2: it takes twice as long to compile and is a quarter larger, which is more to load at every
# start; what a command or a server does with it takes as long as before.
target_compile_options(sqlite PRIVATE -w -O1 -finline-small-functions)
target_compile_definitions(sqlite PRIVATE
  HAVE_FDATASYNC=1               # or every commit syncs the file's times too
  SQLITE_THREADSAFE=2            # threads may not share a connection
  SQLITE_ENABLE_FTS5
  SQLITE_DEFAULT_SYNCHRONOUS=2   # FULL: a commit is on the disk before it is acknowledged
  SQLITE_DEFAULT_WAL_SYNCHRONOUS=2
  SQLITE_DQS=0                   # "text" is an identifier, never a string
  SQLITE_USE_URI=0               # a store path is a path
  SQLITE_DEFAULT_MEMSTATUS=0
  SQLITE_LIKE_DOESNT_MATCH_BLOBS
  SQLITE_OMIT_DECLTYPE           # what is left out here no statement of ours uses
  SQLITE_OMIT_DEPRECATED
  SQLITE_OMIT_DESERIALIZE
  SQLITE_OMIT_JSON
  SQLITE_OMIT_LOAD_EXTENSION     # no loader in a static program
  SQLITE_OMIT_PROGRESS_CALLBACK
  SQLITE_OMIT_SHARED_CACHE)
if(CLEW_FUZZ)
  set_target_properties(sqlite PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

include(cmake/tree_sitter.cmake)

# Text is formatted everywhere.
target_link_libraries(clew_options INTERFACE fmt)
