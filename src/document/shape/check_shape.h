#pragma once
// Validation: judges a tree by a shape, and lists everything that is wrong. The rules have the same
// meaning as the published JSON Schema (publish_schema.h); a differential test holds the two
// together. Pure, and never stops at the first problem.

#include <string>
#include <vector>

#include "document/edit.h"
#include "document/finding.h"
#include "document/shape/shape.h"

namespace clew {

struct ShapeProblem {
  Severity severity = Severity::kError;
  const char*
      rule;  // type, missing, word, length, pattern, range, entries, distinct, unknown, zone
  std::string message;
  TreePath path;  // of the value; of the object, when a member is missing
};

std::vector<ShapeProblem> check_shape(const Shape& shape, const Value& tree);

// The tree without the values that errors point at, so that what is left can be trusted to have the
// kinds its shape says. A list with an element of a wrong kind goes as a whole: its elements are
// known by position. `dropped` gets the paths of what went.
Value without_problems(const Value& tree, const std::vector<ShapeProblem>& problems,
                       std::vector<TreePath>& dropped);

// 2026-11-16T09:30:00Z, with any fraction or none, an offset, or no zone
bool looks_like_time(std::string_view text);
bool looks_like_date(std::string_view text);
// The same two as patterns, for the published schema.
extern const char* const kTimePattern;
extern const char* const kDatePattern;

}  // namespace clew
