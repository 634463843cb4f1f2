#pragma once
// Where what is left of a file is not enough, a person names the phase.

#include <string>

#include "dialect/dialect.h"

namespace clew::workflow {

// Phases before the named one are done, it and those after it are to do.
Result<Session> stand_at(const Dialect& dialect, const FileSet& files, const std::string& phase);

}  // namespace clew::workflow
