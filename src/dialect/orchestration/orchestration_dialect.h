#pragma once
// Orchestration sessions: one JSON file each and an index beside them.
// docs/dialects/orchestration.md.

#include "dialect/dialect.h"

namespace clew {

const Dialect& orchestration_dialect();

}  // namespace clew
