#pragma once
// The essay pipeline: a directory per session with session-state.yaml, stage artifacts and logs.
// docs/dialects/essay.md
//
// The folder of a view holds session directories; a folder that is itself a session directory is
// known by the empty entry.

#include "dialect/dialect.h"

namespace clew {

const Dialect& essay_dialect();

}  // namespace clew
