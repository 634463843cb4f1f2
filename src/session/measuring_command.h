#pragma once
// The command that showed a step's evidence, to be run again.

#include <string>

#include "session/step.h"

namespace clew {

// "make coverage": what the last measured attempt ran, as it can be typed. Empty when nothing was
// measured, or it does not fit into a line.
std::string measuring_command(const Step& step);

}  // namespace clew
