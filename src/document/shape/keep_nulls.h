#pragma once
// Nulls that stand for nothing: where the text of a format has them although the session says
// nothing. A null that somebody set is an attribute like any other (AttributeSet::keeps_null).

#include "base/value.h"
#include "document/shape/shape.h"

namespace clew {

// `before` is the tree as the text tells it, `after` the one that is to be written. An attribute
// that `after` lacks, that may be null and that the text has becomes null: whoever reads these
// files expects to find it.
void keep_nulls(const Shape& shape, const Value& before, Value& after);

// For formats whose template has every field: in objects that are new (null: all of them are), an
// attribute that may be null and is not there becomes null. Members end up in the shape's order.
void add_nulls(const Shape& shape, const Value* before, Value& after);

}  // namespace clew
