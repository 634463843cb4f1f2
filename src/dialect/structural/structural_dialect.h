#pragma once
// Structural checkpoints: one JSON file with one session, or with a list of several.
// docs/dialects/structural.md.

#include "dialect/dialect.h"

namespace clew {

const Dialect& structural_dialect();

}  // namespace clew
