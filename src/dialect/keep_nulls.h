#pragma once
// A value that is taken away and may be null is written as null where the text has its field:
// whoever reads these files expects to find it.

#include "base/value.h"
#include "dialect/shape.h"

namespace clew {

// `before` is the tree as the text tells it, `after` the one that is to be written. The core knows
// no null attribute, only a missing one; outside of lists it becomes null here.
void keep_nulls(const Shape& shape, const Value& before, Value& after);

}  // namespace clew
