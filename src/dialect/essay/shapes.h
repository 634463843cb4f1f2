#pragma once
// session-state.yaml, described once.

#include "dialect/dialect.h"

namespace clew::essay {

const Shape& state_shape();
// Of stages.stage_N. REQUIRES: 1 <= number <= 4
const Shape& stage_shape(int number);
// Of an element of stages.stage_3.sections or stages.stage_4.sections.
const Shape& section_shape(int stage);
// A field that names a file of the directory.
FieldShape artifact_field(const char* name, const char* doc, HomeOwner owner);
const Shape& deferred_shape();
const Shape& override_shape();
const Shape& revision_shape();

// The fields of an object that may be null and are no attributes, as null, and the objects and
// lists in it.
Value blank(const Shape& shape);
// Members in the order of the shape, unknown ones last.
void put_in_order(const Shape& shape, Value& object);

// The state file and the four logs, in the order of words.h.
const std::vector<DocumentShape>& document_shapes();

}  // namespace clew::essay
