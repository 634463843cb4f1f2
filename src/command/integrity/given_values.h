#pragma once
// What a person says of values that a file must have and nothing tells (`clew repair PATH --set
// FIELD=VALUE`). Only what is missing is added; what a file says stays.

#include <string>
#include <vector>

#include "dialect/dialect.h"
#include "document/add_missing.h"

namespace clew {

struct GivenValue {
  std::string document;  // the shape's name
  TreePath path;
  Value value;
};

// FIELD is the name of a field of one of the session's own documents, its parts joined by dots.
// kUsage: no document has it, or it may not have that value.
Result<std::vector<GivenValue>> given_values(const Dialect& dialect,
                                             const std::vector<std::string>& pairs);
// The file with those values that it lacks.
Result<ExtendedText> with_given(const Dialect& dialect, const NamedFile& file,
                                const std::vector<GivenValue>& given);
// The fields that the file must have, lacks, and can be given.
std::vector<std::string> values_to_give(const Dialect& dialect, const NamedFile& file);

}  // namespace clew
