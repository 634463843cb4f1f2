#include "document/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clew {
namespace {

Error refuse_edit(const TreePath& path, const char* why) {
  return make_error(ErrorCode::kInvalid, fmt::format("{}: {}", to_pointer(path), why));
}

Value& item_of(Value& container, size_t index) {
  return container.is_list() ? container.list_ref()[index] : container.object_ref()[index].second;
}

Status insert(Value& container, const Edit& edit) {
  if (const auto* name = std::get_if<std::string>(&edit.path.back())) {
    if (!container.is_object()) return refuse_edit(edit.path, "not in an object");
    if (container.find(*name) != nullptr) return refuse_edit(edit.path, "already exists");
    Value::Object& members = container.object_ref();
    const auto at = static_cast<std::ptrdiff_t>(insert_index(container, edit));
    members.emplace(members.begin() + at, *name, edit.value);
    return success();
  }
  const size_t index = std::get<size_t>(edit.path.back());
  if (!container.is_list()) return refuse_edit(edit.path, "not in a list");
  Value::List& elements = container.list_ref();
  if (index > elements.size()) return refuse_edit(edit.path, "past the end of the list");
  elements.insert(elements.begin() + static_cast<std::ptrdiff_t>(index), edit.value);
  return success();
}

void remove(Value& container, size_t index) {
  const auto offset = static_cast<std::ptrdiff_t>(index);
  if (container.is_list()) {
    container.list_ref().erase(container.list_ref().begin() + offset);
  } else {
    container.object_ref().erase(container.object_ref().begin() + offset);
  }
}

}  // namespace

Result<Value> apply_edits(Value tree, const std::vector<Edit>& edits) {
  for (const Edit& edit : edits) CLEW_TRY(apply_edit(tree, edit));
  return tree;
}

Status apply_edit(Value& tree, const Edit& edit) {
  if (edit.path.empty()) {
    if (edit.kind != EditKind::kSet)
      return refuse_edit(edit.path, "cannot insert or remove the whole document");
    tree = edit.value;
    return success();
  }
  Value* container = &tree;
  for (size_t i = 0; i + 1 < edit.path.size(); ++i) {
    const size_t index = index_of(*container, edit.path[i]);
    if (index == count_items(*container)) return refuse_edit(edit.path, "does not exist");
    container = &item_of(*container, index);
  }
  if (edit.kind == EditKind::kInsert) return insert(*container, edit);
  const size_t index = index_of(*container, edit.path.back());
  if (index == count_items(*container)) return refuse_edit(edit.path, "does not exist");
  if (edit.kind == EditKind::kRemove) {
    remove(*container, index);
  } else {
    item_of(*container, index) = edit.value;
  }
  return success();
}

const Value* find_value(const Value& tree, const TreePath& path) {
  const Value* value = &tree;
  for (const PathPart& part : path) {
    const size_t index = index_of(*value, part);
    if (index == count_items(*value)) return nullptr;
    value = value->is_list() ? &value->as_list()[index] : &value->as_object()[index].second;
  }
  return value;
}

size_t index_of(const Value& container, const PathPart& part) {
  if (const auto* index = std::get_if<size_t>(&part)) {
    const size_t size = count_items(container);
    return container.is_list() && *index < size ? *index : size;
  }
  const Value::Object& members = container.as_object();
  const auto& name = std::get<std::string>(part);
  const auto found = std::find_if(members.begin(), members.end(), [&](const Value::Member& member) {
    return member.first == name;
  });
  return found == members.end() ? count_items(container)
                                : static_cast<size_t>(found - members.begin());
}

size_t insert_index(const Value& container, const Edit& insert) {
  const size_t size = count_items(container);
  const auto* index = std::get_if<size_t>(&insert.path.back());
  return std::min(index != nullptr ? *index : insert.at.value_or(size), size);
}

size_t count_items(const Value& value) {
  return value.is_list() ? value.as_list().size() : value.as_object().size();
}

TreePath parent_of(const TreePath& path) { return {path.begin(), path.end() - 1}; }

TreePath operator/(const TreePath& path, PathPart part) {
  TreePath longer = path;
  longer.push_back(std::move(part));
  return longer;
}

std::string to_pointer(const TreePath& path) {
  std::string pointer;
  for (const PathPart& part : path) {
    pointer += '/';
    if (const auto* index = std::get_if<size_t>(&part)) {
      pointer += std::to_string(*index);
      continue;
    }
    for (const char c : std::get<std::string>(part)) {
      if (c == '~') {
        pointer += "~0";
      } else if (c == '/') {
        pointer += "~1";
      } else {
        pointer += c;
      }
    }
  }
  return pointer;
}

}  // namespace clew
