#pragma once
// When a file is lost or damaged and there is no backup. A file that was cut off still says what
// stands before the cut; where even that is not enough a person names the phase.

#include <optional>
#include <string>

#include "dialect/dialect.h"

namespace clew::workflow {

// A cut-off JSON text, ended after its last whole value. Nothing when it is not cut off, or holds
// no whole value.
std::optional<std::string> close_json(const std::string& text);

Readings recover(const Dialect& dialect, const FileSet& files);
// Phases before the named one are done, it and those after it are to do.
Result<Session> stand_at(const Dialect& dialect, const FileSet& files, const std::string& phase);

}  // namespace clew::workflow
