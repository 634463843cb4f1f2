#pragma once
// What the tool of an agent did before its hook told of it: a file that it says to have written is
// really there. Edits that do not fit the file are added at its end, so that it has changed.

#include <string>

#include "base/value.h"

namespace clew {

// Does nothing outside `project`.
void do_tool_work(const Value& event, const std::string& project);

}  // namespace clew
