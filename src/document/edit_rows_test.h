#pragma once
// Edits as short as the tables of tests want them, for the editors of JSON and YAML alike.

#include <string>
#include <string_view>
#include <vector>

#include "document/edit.h"

namespace clew {

// "tasks/0/id": digits are an index, everything else is a name.
inline TreePath path_of(std::string_view text) {
  TreePath path;
  while (!text.empty()) {
    const std::string part(text.substr(0, text.find('/')));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.find_first_not_of("0123456789") == std::string::npos) {
      path.emplace_back(std::stoul(part));
    } else {
      path.emplace_back(part);
    }
  }
  return path;
}

inline Edit set(std::string_view path, Value value) {
  return {EditKind::kSet, path_of(path), std::move(value)};
}
inline Edit insert(std::string_view path, Value value, std::optional<size_t> at = {}) {
  return {EditKind::kInsert, path_of(path), std::move(value), at};
}
inline Edit remove(std::string_view path) { return {EditKind::kRemove, path_of(path)}; }

struct EditRow {
  const char* claim;
  std::string before;
  std::vector<Edit> edits;
  std::string after;
};

}  // namespace clew
