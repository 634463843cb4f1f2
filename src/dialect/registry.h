#pragma once
// The dialects there are: one line each in registry.cc.

#include <string_view>
#include <vector>

#include "dialect/dialect.h"

namespace clew {

const std::vector<const Dialect*>& all_dialects();
// Null when there is none of that name.
const Dialect* find_dialect(std::string_view name);
// The same; kUsage naming the dialects there are.
Result<const Dialect*> dialect_named(const std::string& name);

}  // namespace clew
