# What `make install` and `make dist` put in place: the programs, and the manual page and shell
# completions that the built program prints about itself. The target `documents` makes the latter.

if(NOT TARGET clew)
  return()
endif()
include(GNUInstallDirs)
set(documents_dir ${PROJECT_BINARY_DIR}/share)

# clew_document(PATH ARGUMENTS...): share/PATH is what `clew ARGUMENTS...` prints.
function(clew_document path)
  cmake_path(GET path PARENT_PATH folder)
  file(MAKE_DIRECTORY ${documents_dir}/${folder})
  add_custom_command(OUTPUT ${documents_dir}/${path}
    COMMAND clew ${ARGN} > ${documents_dir}/${path}
    DEPENDS clew VERBATIM)
  install(FILES ${documents_dir}/${path} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder})
  set(documents ${documents} ${documents_dir}/${path} PARENT_SCOPE)
endfunction()

clew_document(man/man1/clew.1 help --man)
clew_document(bash-completion/completions/clew completion bash)
clew_document(zsh/site-functions/_clew completion zsh)
clew_document(fish/vendor_completions.d/clew.fish completion fish)

add_custom_target(documents DEPENDS ${documents})
# clew looks for clew-net beside itself.
install(TARGETS clew clew_net RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/THIRD_PARTY_LICENSES
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
