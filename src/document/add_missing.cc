#include "document/add_missing.h"

#include <algorithm>

#include "document/document_text.h"
#include "document/json/edit_json.h"
#include "document/merge_edits.h"
#include "document/shape/check_shape.h"
#include "document/yaml/edit_yaml.h"

namespace clew {
namespace {

bool has_element(const Value& list, const Value& element, const std::string& key) {
  const Value* id = element.find(key);
  return id == nullptr ||
         std::any_of(list.as_list().begin(), list.as_list().end(), [&](const Value& other) {
           const Value* its = other.find(key);
           return its != nullptr && *its == *id;
         });
}

void extend(const Shape& shape, Value& tree, const Value& known, const TreePath& path,
            std::vector<TreePath>& added) {
  if (tree.is_list() && known.is_list() && shape.kind == ShapeKind::kList && !shape.key.empty()) {
    for (const auto& element : known.as_list()) {
      if (has_element(tree, element, shape.key)) continue;
      added.push_back(path / tree.as_list().size());
      tree.push(element);
    }
  }
  if (!tree.is_object() || !known.is_object()) return;
  for (const auto& [name, value] : known.as_object()) {
    const auto field = std::find_if(shape.fields.begin(), shape.fields.end(),
                                    [&](const FieldShape& each) { return each.name == name; });
    const Value* present = tree.find(name);
    if (present == nullptr) {
      tree.set(name, value);
      added.push_back(path / name);
    } else if (field != shape.fields.end()) {
      Value inside = *present;
      extend(field->shape, inside, value, path / name, added);
      tree.set(name, std::move(inside));
    }
  }
}

}  // namespace

Result<std::string> text_saying(const DocumentShape& document, std::string_view text,
                                const Value& wanted) {
  CLEW_ASSIGN(const Value tree, parse_text(document.kind, text));
  const auto edits = merge_edits(tree, tree, wanted, [&](const TreePath& path) {
    const Shape* list = shape_at(document.shape, path);
    return list == nullptr ? std::string() : list->key;
  });
  if (edits.empty()) return std::string(text);
  return document.kind == DocumentKind::kJson ? edit_json(text, edits) : edit_yaml(text, edits);
}

Result<ExtendedText> add_missing(const DocumentShape& document, std::string_view text,
                                 const Value& known) {
  CLEW_ASSIGN(Value tree, parse_text(document.kind, text));
  ExtendedText out;
  extend(document.shape, tree, known, {}, out.added);
  CLEW_ASSIGN(out.text, text_saying(document, text, tree));
  return out;
}

}  // namespace clew
