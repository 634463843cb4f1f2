#pragma once
// A change to a tree, small enough to be made in the tree's text as well (json/edit_json.h,
// yaml/edit_yaml.h). apply_edits says what an edit means; whoever edits text is judged by it.

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/value.h"

namespace clew {

using PathPart = std::variant<std::string, size_t>;  // a member's name, or an element's index
using TreePath = std::vector<PathPart>;              // empty: the whole tree

enum class EditKind {
  kSet,     // replaces the value that is at `path`
  kInsert,  // the last part is a name not yet there, or the index at which the element then stands
  kRemove,  // takes the member or element away
};

struct Edit {
  EditKind kind = EditKind::kSet;
  TreePath path;
  Value value = {};
  // For an inserted member: its place among the members. Unset or past the end: last.
  std::optional<size_t> at = {};

  bool operator==(const Edit&) const = default;
};

// The edits one after another: each path speaks of the tree after the edits before it. kInvalid
// when a path does not fit the tree.
Result<Value> apply_edits(Value tree, const std::vector<Edit>& edits);
Status apply_edit(Value& tree, const Edit& edit);  // `tree` is unchanged when refused

const Value* find_value(const Value& tree, const TreePath& path);  // null when nothing is there
// Among members or elements; the number of them when it is not there, or does not fit.
size_t index_of(const Value& container, const PathPart& part);
// Where the member or element that `insert` adds to `container` will be.
size_t insert_index(const Value& container, const Edit& insert);
// How many members or elements; none for a scalar.
size_t count_items(const Value& value);
TreePath parent_of(const TreePath& path);  // REQUIRES: not empty
TreePath operator/(const TreePath& path, PathPart part);

// As a JSON pointer, RFC 6901: "/agents/0/id"
std::string to_pointer(const TreePath& path);

}  // namespace clew
