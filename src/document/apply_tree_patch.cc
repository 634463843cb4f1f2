// Applying a patch: tree_patch.h has what one looks like.

#include <algorithm>
#include <charconv>
#include <optional>

#include "document/tree_patch.h"
#include "document/tree_patch_marks.h"

namespace clew {
namespace {

std::string unescaped(const std::string& name) {
  return name.size() > 1 && name.front() == '.' ? name.substr(1) : name;
}

std::optional<size_t> index_from(const std::string& text) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(index) : std::nullopt;
}

// RFC 6901
std::string unescaped_part(std::string_view part) {
  std::string out;
  for (size_t i = 0; i < part.size(); ++i) {
    const bool is_escape = part[i] == '~' && i + 1 < part.size();
    if (!is_escape) {
      out += part[i];
    } else {
      out += part[++i] == '1' ? '/' : '~';
    }
  }
  return out;
}

void apply(Value& tree, const Value& node, const Value& root);

// A path that to_pointer wrote.
const Value* find_pointer(const Value& root, std::string_view pointer) {
  const Value* at = &root;
  while (at != nullptr && !pointer.empty()) {
    pointer.remove_prefix(1);
    const size_t end = std::min(pointer.find('/'), pointer.size());
    const std::string part = unescaped_part(pointer.substr(0, end));
    const auto index = index_from(part);
    if (at->is_list()) {
      at = index && *index < at->as_list().size() ? &at->as_list()[*index] : nullptr;
    } else {
      at = at->find(part);
    }
    pointer.remove_prefix(end);
  }
  return at;
}

// An object names the elements that change by their index. A list tells all of them in order: a
// number is an old element as it was, a pair an old one and a patch for it.
void apply_list(Value& tree, const Value& entries, const Value* count, const Value& root) {
  if (entries.is_object()) {
    for (const auto& [name, node] : entries.as_object()) {
      const auto index = index_from(name);
      if (index && *index < tree.as_list().size()) apply(tree.list_ref()[*index], node, root);
    }
    return;
  }
  const Value::List old = tree.as_list();
  Value made = Value::list();
  const auto take = [&](const Value& index, const Value* node) {
    const auto at = static_cast<size_t>(index.as_int(-1));
    if (!index.is_int() || at >= old.size()) return;  // somebody took it away
    Value element = old[at];
    if (node != nullptr) apply(element, *node, root);
    made.push(std::move(element));
  };
  for (const auto& entry : entries.as_list()) {
    const auto& parts = entry.as_list();
    if (entry.is_int()) {
      take(entry, nullptr);
    } else if (parts.size() == 2) {
      take(parts[0], &parts[1]);
    } else if (const Value* added = entry.find(patch_marks::kSet)) {
      made.push(*added);
    } else {
      const Value* from = entry.find(patch_marks::kFrom);
      const Value* moved = from == nullptr ? nullptr : find_pointer(root, from->as_string());
      if (from != nullptr && moved == nullptr) continue;  // somebody took it away
      Value element = moved == nullptr ? Value() : *moved;
      if (const Value* then = entry.find(patch_marks::kThen)) apply(element, *then, root);
      made.push(std::move(element));
    }
  }
  // What somebody has added since.
  const auto known = static_cast<size_t>(count == nullptr ? 0 : count->as_int());
  for (size_t i = known; count != nullptr && i < old.size(); ++i) made.push(old[i]);
  tree = std::move(made);
}

// Without recursion deeper than the patch, which a parser has limited.
void apply(Value& tree, const Value& node, const Value& root) {
  if (!node.is_object()) {
    if (patch_marks::is_empty(tree)) tree = node;
    return;
  }
  if (const Value* spelled = node.find(patch_marks::kSpelled)) {
    if (tree.is_string() && same_value(tree, *spelled)) tree = *spelled;
    return;
  }
  const Value* set = node.find(patch_marks::kSet);
  const Value* shown = node.find(patch_marks::kShown);
  if (set != nullptr) {
    const bool stands = shown == nullptr ? patch_marks::is_empty(tree)
                                         : same_value(patch_marks::mark_of(tree), *shown);
    if (stands) tree = *set;
    return;
  }
  if (const Value* entries = node.find(patch_marks::kList)) {
    if (tree.is_null()) tree = Value::list();
    if (tree.is_list()) apply_list(tree, *entries, node.find(patch_marks::kCount), root);
    return;
  }
  if (tree.is_null()) tree = Value::object();
  if (!tree.is_object()) return;
  for (const auto& [name, inner] : node.as_object()) {
    if (name == patch_marks::kRemoved) continue;
    const std::string plain = unescaped(name);
    const Value* present = tree.find(plain);
    Value member = present == nullptr ? Value() : *present;
    apply(member, inner, root);
    if (!member.is_null() || present != nullptr) tree.set(plain, std::move(member));
  }
  if (const Value* removed = node.find(patch_marks::kRemoved)) {
    for (const auto& name : removed->as_list()) tree.erase(name.as_string());
  }
}

}  // namespace

Value with_patch(Value tree, const Value& patch) {
  if (patch.is_null()) return tree;
  const Value root = tree;
  apply(tree, patch, root);
  return tree;
}

}  // namespace clew
