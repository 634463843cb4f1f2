# What a static-pie program that is started on every tool call leaves out of its start. Each page it
# touches costs a fault, and the faults of a short command cost as much as its work.

if(CLEW_SANITIZE)
  return()
endif()
include(CheckCXXSourceRuns)

# clew_runs_linked(OUT OPTION...): whether a program linked that way finds its own addresses.
function(clew_runs_linked out)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static-pie ${ARGN})
  check_cxx_source_runs("static int a; int* volatile p = &a; int main() { return p != &a; }" ${out})
endfunction()

# The functions that a short command runs through, side by side instead of all over the program.
# tools/hot_functions writes the list. One that is not there any more is passed over, a new one
# stands with the rest: an old list costs time, nothing else. lld alone of the linkers takes one.
set(hot_functions ${PROJECT_SOURCE_DIR}/cmake/hot_functions.txt)
set(functions_in_order -fuse-ld=lld -Wl,--symbol-ordering-file=${hot_functions}
    -Wl,--no-warn-symbol-ordering)
clew_runs_linked(CLEW_FUNCTIONS_IN_ORDER ${functions_in_order})
set(clew_quick_start "")
if(CLEW_FUNCTIONS_IN_ORDER)
  set(clew_quick_start ${functions_in_order})
elseif(MOLD_PROGRAM)
  set(clew_quick_start -fuse-ld=mold)
endif()

# Addresses in its tables are written when it starts. As a bitmap the list of them is a hundredth
# of its size; the C library must know it (glibc 2.36).
clew_runs_linked(CLEW_PACKED_RELOCATIONS ${clew_quick_start} -Wl,--pack-dyn-relocs=relr)
if(CLEW_PACKED_RELOCATIONS)
  list(APPEND clew_quick_start -Wl,--pack-dyn-relocs=relr)
endif()

# clew_in_one_piece(TARGET): the program, written again in one go. A linker writes it page by page,
# and so it stays in memory, and is mapped page by page at every start until it is next read from
# the disk. That is a fifth of the time of a short command.
function(clew_in_one_piece target)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND dd if=$<TARGET_FILE:${target}> of=$<TARGET_FILE:${target}>.whole bs=32M status=none
    COMMAND chmod +x $<TARGET_FILE:${target}>.whole
    COMMAND mv $<TARGET_FILE:${target}>.whole $<TARGET_FILE:${target}>
    VERBATIM)
endfunction()

# clew_starts_quickly(TARGET)
function(clew_starts_quickly target)
  target_link_options(${target} PRIVATE ${clew_quick_start})
  if(CLEW_FUNCTIONS_IN_ORDER)
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${hot_functions})
  endif()
  clew_in_one_piece(${target})
endfunction()
