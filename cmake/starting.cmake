# What a static-pie program that is started on every tool call leaves out of its start. Each page it
# touches costs a fault, and the faults of a short command cost as much as its work.

if(CLEW_SANITIZE)
  return()
endif()
include(CheckCXXSourceRuns)

# Addresses in its tables are written when it starts. As a bitmap the list of them is a hundredth
# of its size; the C library must know it (glibc 2.36).
set(clew_quick_start -Wl,--pack-dyn-relocs=relr)
set(CMAKE_REQUIRED_LINK_OPTIONS -static-pie ${clew_quick_start})
if(MOLD_PROGRAM)
  list(APPEND CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=mold)
endif()
check_cxx_source_runs("static int a; int* volatile p = &a; int main() { return p != &a; }"
                      CLEW_PACKED_RELOCATIONS)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
if(NOT CLEW_PACKED_RELOCATIONS)
  set(clew_quick_start "")
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
  clew_in_one_piece(${target})
endfunction()
