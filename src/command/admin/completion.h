#pragma once
// The completion scripts that `clew completion` prints for a shell, made from the catalogue and the
// table of agent clients.

#include <string>

namespace clew {

// For bash, zsh or fish; empty for any other name.
std::string completion_script(const std::string& shell);

}  // namespace clew
