#pragma once
// Before what cannot be taken back somebody has to agree: with --yes, or when asked.

#include "engine/workspace.h"

namespace clew {

// `question` as "forget 3 sessions?". kUsage naming --yes when nobody can be asked; kNotAllowed
// when the answer was no. `again` is the command that would do it.
Status agree(const Workspace& workspace, const std::string& question, const std::string& subject,
             const std::string& again);

}  // namespace clew
