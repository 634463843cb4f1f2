#pragma once
// In what two texts of a document differ: by value (which fields) and by line.

#include <set>
#include <string>
#include <vector>

#include "base/value.h"

namespace clew {

// "agents[].status" for each scalar and each empty list or object whose values are not the same in
// both; where an element of a list stands does not count.
std::set<std::string> changed_fields(const Value& before, const Value& after);

// The lines of `before` that `after` does not have, in order, and that hold nothing of what differs
// in value. Commas at the end are nobody's. Both must parse: `name` tells how.
std::vector<std::string> lines_lost(const std::string& name, const std::string& before,
                                    const std::string& after);

}  // namespace clew
