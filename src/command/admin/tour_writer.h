#pragma once
// The tour's victim: notes, acknowledged one by one, and then a write that is cut off by SIGKILL
// between append and commit.

#include "command/verb.h"

namespace clew {

inline constexpr const char* kTourWriterVerb = "tour-writer";

Result<Answer> write_until_killed(Workspace& workspace, const NoRequest& request);

}  // namespace clew
