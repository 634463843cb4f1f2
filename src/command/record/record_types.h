#pragma once
// The types of event that `clew record` takes.

#include <string>

namespace clew {

// "one of step_added, step_started, …"
std::string known_record_types();

}  // namespace clew
