#pragma once
// One command of the command line, from its words to its exit code: what both programs do with a
// verb. They differ in the surroundings they hand over, which know the places a program can reach.

#include <string>
#include <vector>

#include "engine/workspace.h"

namespace clew {

int run_command(const std::vector<std::string>& words, Surroundings around);

}  // namespace clew
