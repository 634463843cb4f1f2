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
// kinds its shape says. Of a list only the elements that are wrong go; the whole list when too few
// would be left. `dropped` gets the paths of what went, as they were in `tree`.
Value without_problems(const Shape& shape, const Value& tree,
                       const std::vector<ShapeProblem>& problems, std::vector<TreePath>& dropped);

// Lists of which single elements went: where a value of the tree that is left was before, and the
// other way round. The second is for paths that did not go themselves.
TreePath path_before(const TreePath& path, const std::vector<TreePath>& dropped);
TreePath path_after(const TreePath& path, const std::vector<TreePath>& dropped);

// The shape of the value at a path; null when there is none for it.
const Shape* shape_at(const Shape& shape, const TreePath& path);

// 2026-11-16T09:30:00Z, with any fraction or none, an offset, or no zone
bool looks_like_time(std::string_view text);
bool looks_like_date(std::string_view text);
// The same two as patterns, for the published schema.
extern const char* const kTimePattern;
extern const char* const kDatePattern;

}  // namespace clew
