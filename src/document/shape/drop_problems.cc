// What is left of a tree when all that its shape refuses is taken out.

#include <algorithm>
#include <map>
#include <set>

#include "document/shape/check_shape.h"

namespace clew {
namespace {

bool is_element(const TreePath& path) {
  return !path.empty() && std::holds_alternative<size_t>(path.back());
}

using Parts = std::set<PathPart>;
using PartsByContainer = std::map<TreePath, Parts, std::greater<>>;

PartsByContainer by_container(const std::vector<TreePath>& paths) {
  PartsByContainer all;
  for (const auto& path : paths) all[parent_of(path)].insert(path.back());
  return all;
}

// Whether a list can do without these many of its elements.
bool can_spare(const Shape& shape, const Value& tree, const TreePath& list, size_t elements) {
  const Value* found = find_value(tree, list);
  const Shape* wanted = shape_at(shape, list);
  if (found == nullptr || wanted == nullptr) return false;
  const size_t least = std::max<size_t>(wanted->shortest.value_or(0), 1);
  return count_items(*found) >= elements + least;
}

// The nearest value that can go for each problem, each once. Nothing: the whole tree has to go.
std::optional<std::vector<TreePath>> droppable(const Shape& shape, const Value& tree,
                                               std::vector<TreePath> paths) {
  while (true) {
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    if (!paths.empty() && paths.front().empty()) return std::nullopt;
    std::set<TreePath> whole;  // lists that cannot spare their elements
    for (const auto& [container, parts] : by_container(paths)) {
      const bool is_list = std::holds_alternative<size_t>(*parts.begin());
      if (is_list && !can_spare(shape, tree, container, parts.size())) whole.insert(container);
    }
    if (whole.empty()) return paths;
    for (auto& path : paths) {
      if (whole.contains(parent_of(path))) path.pop_back();
    }
  }
}

void drop(Value& container, const Parts& parts) {
  if (container.is_list()) {
    size_t index = 0;
    std::erase_if(container.list_ref(),
                  [&](const Value&) { return parts.contains(PathPart(index++)); });
  } else if (container.is_object()) {
    std::erase_if(container.object_ref(),
                  [&](const Value::Member& each) { return parts.contains(PathPart(each.first)); });
  }
}

// The indexes that went from a list, ascending.
std::vector<size_t> gone_from(const TreePath& list, const std::vector<TreePath>& dropped) {
  std::vector<size_t> gone;
  for (const auto& path : dropped) {
    if (is_element(path) && parent_of(path) == list) gone.push_back(std::get<size_t>(path.back()));
  }
  std::sort(gone.begin(), gone.end());
  return gone;
}

}  // namespace

Value without_problems(const Shape& shape, const Value& tree,
                       const std::vector<ShapeProblem>& problems, std::vector<TreePath>& dropped) {
  std::vector<TreePath> wrong;
  for (const auto& problem : problems) {
    // What is missing is no value that could go.
    const bool is_missing = std::string_view(problem.rule) == "missing";
    if (problem.severity == Severity::kError && !is_missing) wrong.push_back(problem.path);
  }
  const auto paths = droppable(shape, tree, std::move(wrong));
  if (!paths) {
    dropped.push_back({});
    return Value();
  }
  Value clean = tree;
  // Those farther on first: the paths to the others then hold.
  for (const auto& [container, parts] : by_container(*paths)) {
    if (const Value* found = find_value(clean, container)) drop(*const_cast<Value*>(found), parts);
  }
  dropped.insert(dropped.end(), paths->begin(), paths->end());
  return clean;
}

TreePath path_before(const TreePath& path, const std::vector<TreePath>& dropped) {
  if (dropped.empty()) return path;
  TreePath before;
  for (const auto& part : path) {
    PathPart there = part;
    if (auto* index = std::get_if<size_t>(&there)) {
      for (const size_t gone : gone_from(before, dropped)) *index += gone <= *index ? 1 : 0;
    }
    before.push_back(std::move(there));
  }
  return before;
}

TreePath path_after(const TreePath& path, const std::vector<TreePath>& dropped) {
  if (dropped.empty()) return path;
  TreePath after = path;
  TreePath list;
  for (size_t i = 0; i < path.size(); ++i) {
    if (auto* index = std::get_if<size_t>(&after[i])) {
      const auto gone = gone_from(list, dropped);
      *index -= static_cast<size_t>(std::count_if(
          gone.begin(), gone.end(), [&](size_t each) { return each < std::get<size_t>(path[i]); }));
    }
    list.push_back(path[i]);
  }
  return after;
}

const Shape* shape_at(const Shape& shape, const TreePath& path) {
  const Shape* at = &shape;
  for (const auto& part : path) {
    if (at->kind == ShapeKind::kList || at->kind == ShapeKind::kMap) {
      at = at->element.get();
      continue;
    }
    const auto* name = std::get_if<std::string>(&part);
    if (name == nullptr) return nullptr;
    const auto field = std::find_if(at->fields.begin(), at->fields.end(),
                                    [&](const FieldShape& each) { return each.name == *name; });
    if (field == at->fields.end()) return nullptr;
    at = &field->shape;
  }
  return at;
}

}  // namespace clew
