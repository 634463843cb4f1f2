#pragma once
// Adds to an error what the dialect of the session's files wants every error to say
// (dialect/error_context.h). It stands in the error of the JSON answer.

#include "engine/workspace.h"

namespace clew {

// Null when the error does not concern files of such a dialect.
Value error_context_of(Workspace& workspace, const Error& error);

}  // namespace clew
