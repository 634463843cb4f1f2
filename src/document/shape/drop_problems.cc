// What is left of a tree when all that its shape refuses is taken out.

#include "document/shape/check_shape.h"

namespace clew {
namespace {

// The value to drop for a problem: the nearest one that is no element of a list.
TreePath droppable(TreePath path) {
  while (!path.empty() && std::holds_alternative<size_t>(path.back())) path.pop_back();
  return path;
}

bool drop(Value& tree, const TreePath& path) {
  Value* at = &tree;
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    if (const auto* name = std::get_if<std::string>(&path[i])) {
      at = const_cast<Value*>(at->find(*name));
      if (at == nullptr) return false;
      continue;
    }
    const size_t index = std::get<size_t>(path[i]);
    if (!at->is_list() || index >= at->as_list().size()) return false;
    at = &at->list_ref()[index];
  }
  return at->is_object() && at->erase(std::get<std::string>(path.back()));
}

}  // namespace

Value without_problems(const Value& tree, const std::vector<ShapeProblem>& problems,
                       std::vector<TreePath>& dropped) {
  Value clean = tree;
  for (const auto& problem : problems) {
    const std::string_view rule = problem.rule;
    if (problem.severity != Severity::kError || rule == "missing") continue;
    const TreePath path = droppable(problem.path);
    if (path.empty()) {
      dropped.push_back({});
      return Value();
    }
    if (drop(clean, path)) dropped.push_back(path);
  }
  return clean;
}

}  // namespace clew
