#pragma once
// The rules that every dialect has because its documents have shapes: what check_shape and parsing
// find, as a table. Findings name them as DIALECT.NAME, like the dialect's own.

#include <vector>

#include "document/document.h"

namespace clew {

const std::vector<Rule>& shape_rules();

}  // namespace clew
