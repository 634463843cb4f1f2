#pragma once
// The dialects there are: one line each in registry.cc.

#include <string_view>
#include <vector>

#include "base/check.h"
#include "dialect/dialect.h"

namespace clew {

const std::vector<const Dialect*>& all_dialects();
// Null when there is none of that name.
const Dialect* find_dialect(std::string_view name);
// The same; kUsage naming the dialects there are.
Result<const Dialect*> dialect_named(const std::string& name);

// The dialect that has a part: dialect_with(&Dialect::agent_contract). Of several the first.
// REQUIRES: one has it.
template <typename Part>
const Dialect& dialect_with(const Part* (Dialect::*part)() const) {
  const Dialect* found = nullptr;
  for (const Dialect* dialect : all_dialects()) {
    if (found == nullptr && (dialect->*part)() != nullptr) found = dialect;
  }
  CLEW_CHECK(found != nullptr);
  return *found;
}

}  // namespace clew
