#pragma once
// What the feature dialect's contract wants every error to say that touches its files: operation,
// file, feature, time, details. It stands in the error of the JSON answer.

#include "engine/workspace.h"

namespace clew {

// Null when the error does not concern files of that dialect.
Value error_context_of(Workspace& workspace, const Error& error);

}  // namespace clew
