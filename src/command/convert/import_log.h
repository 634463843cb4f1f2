#pragma once
// For `clew import`: a log that `clew export --log` wrote, with the hashes it had. All of it or
// nothing.

#include "command/convert/read_log.h"
#include "command/verb.h"

namespace clew {

// Looks events up in the store of the workspace, which must outlive it.
FindHead heads_of(Workspace& workspace);
Result<Answer> import_log(Workspace& workspace, const std::string& file);
// What was read of a log or a store; parents before their forks. All of it or nothing.
// `device` is where it comes from, for the id of a session that has a namesake here.
Result<Answer> import_sections(Workspace& workspace, const std::vector<LogSection>& sections,
                               const std::string& device = {});

}  // namespace clew
