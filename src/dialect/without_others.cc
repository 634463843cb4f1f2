// What a text has of one session alone, and what only the text has.

#include <algorithm>
#include <set>

#include "dialect/tree_dialect.h"
#include "document/document_text.h"
#include "document/json/edit_json.h"
#include "document/json/json_lines.h"
#include "document/yaml/edit_yaml.h"

namespace clew {
namespace {

// Collects the members that no shape names, lists and maps told as "[]".
class UnknownMembers {
 public:
  explicit UnknownMembers(const std::optional<Dialect::Room>& room) {
    if (!room) return;
    for (const auto& part : room->path) {
      room_ += (room_.empty() ? "" : ".") + std::get<std::string>(part);
    }
  }

  void look(const Shape& shape, const Value& value, const std::string& path) {
    if (!room_.empty() && path == room_) return;  // clew's own
    if (shape.kind == ShapeKind::kList) {
      for (const auto& each : value.as_list()) look(*shape.element, each, path + "[]");
    } else if (shape.kind == ShapeKind::kMap) {
      for (const auto& [unused, each] : value.as_object()) look(*shape.element, each, path + "[]");
    } else if (shape.kind == ShapeKind::kObject) {
      for (const auto& [name, each] : value.as_object()) look_at(shape, name, each, path);
    }
  }

  const std::set<std::string>& found() const { return found_; }

 private:
  void look_at(const Shape& shape, const std::string& name, const Value& value,
               const std::string& path) {
    const std::string here = path.empty() ? name : path + "." + name;
    const auto field = std::find_if(shape.fields.begin(), shape.fields.end(),
                                    [&](const FieldShape& each) { return each.name == name; });
    if (field == shape.fields.end()) {
      found_.insert(here);
    } else {
      look(field->shape, value, here);
    }
  }

  std::string room_;
  std::set<std::string> found_;
};

// The edits that take the entries of others out of a list; the last first, so that places hold.
std::vector<Edit> remove_others(const Value& tree, const FieldShape& list,
                                const std::string& entry) {
  std::vector<Edit> edits;
  const auto& entries = list_in(tree, list.name);
  for (size_t i = entries.size(); i-- > 0;) {
    if (text_in(entries[i], list.shape.key) == entry) continue;
    edits.push_back({
        EditKind::kRemove, {list.name, i},
         {},
         {}
    });
  }
  return edits;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// An edited text whose lines are again as they were before the text was mended for editing.
std::string with_lines_of(std::string_view original, std::string_view repaired,
                          const std::string& edited) {
  const auto before = lines_of(original);
  const auto after = lines_of(repaired);
  if (original == repaired || before.size() != after.size()) return edited;
  std::string out;
  size_t next = 0;
  for (const auto line : lines_of(edited)) {
    const auto found =
        std::find(after.begin() + static_cast<std::ptrdiff_t>(next), after.end(), line);
    if (found == after.end()) {
      out += line;
      continue;
    }
    const auto at = static_cast<size_t>(found - after.begin());
    out += before[at];
    next = at + 1;
  }
  return out;
}

}  // namespace

const FieldShape* list_of_entries(const DocumentShape& document) {
  if (document.owner != FileOwner::kFolder) return nullptr;
  for (const auto& field : document.shape.fields) {
    if (field.shape.kind == ShapeKind::kList && !field.shape.key.empty()) return &field;
  }
  return nullptr;
}

std::vector<std::string> TreeDialect::unknown_fields(const FileSet& files) const {
  FindingSink unheard(name(), rules());
  std::vector<std::string> all;
  for (const auto& file : files.files) {
    const DocumentShape* document = document_of(file.path);
    if (document == nullptr || document->owner != FileOwner::kSession) continue;
    if (document->kind == DocumentKind::kText) continue;
    const bool lines = document->kind == DocumentKind::kJsonLines;
    const auto tree =
        parse_text(document->kind, lines ? readable_lines(file.text)
                                         : repair(*document, file.path, file.text, unheard));
    if (!tree) continue;
    const auto room_there = room();
    UnknownMembers members(room_there && room_there->document == document->name ? room_there
                                                                                : std::nullopt);
    members.look(lines ? list(document->shape) : document->shape, *tree, {});
    for (const auto& each : members.found()) all.push_back(document->name + ": " + each);
  }
  return all;
}

Documents TreeDialect::documents_in(const FileSet& files, const std::string& entry) const {
  FindingSink unheard(name(), rules());
  Documents documents;
  for (const auto& file : files.files) {
    const DocumentShape* shape = document_of(file.path);
    if (shape == nullptr) continue;
    Document document{shape, file.path, {}, {}};
    if (shape->kind == DocumentKind::kText) {
      if (shape->owner == FileOwner::kFolder) continue;
      document.text = file.text;
      documents.push_back(std::move(document));
      continue;
    }
    const bool lines = shape->kind == DocumentKind::kJsonLines;
    auto tree = parse_text(shape->kind, lines ? readable_lines(file.text)
                                              : repair(*shape, file.path, file.text, unheard));
    if (!tree) continue;
    document.tree = std::move(*tree);
    if (const FieldShape* list = list_of_entries(*shape)) {
      Value own = Value::list();
      for (const auto& each : list_in(document.tree, list->name)) {
        if (text_in(each, list->shape.key) == entry) own.push(each);
      }
      document.tree = Value::object();
      document.tree.set(list->name, std::move(own));
    } else if (shape->owner == FileOwner::kFolder) {
      continue;
    }
    documents.push_back(std::move(document));
  }
  return documents;
}

FileSet TreeDialect::without_others(FileSet files, const std::string& entry) const {
  FindingSink unheard(name(), rules());
  std::erase_if(files.files, [&](NamedFile& file) {
    const DocumentShape* document = document_of(file.path);
    const FieldShape* list = document == nullptr ? nullptr : list_of_entries(*document);
    if (list == nullptr) return false;
    std::string text = repair(*document, file.path, file.text, unheard);
    const auto tree = parse_text(document->kind, text);
    if (!tree) return true;
    const auto edits = remove_others(*tree, *list, entry);
    if (edits.empty()) return false;
    auto own =
        document->kind == DocumentKind::kYaml ? edit_yaml(text, edits) : edit_json(text, edits);
    if (!own) return true;
    std::string slips = with_lines_of(file.text, text, *own);
    const auto same = parse_text(document->kind, repair(*document, file.path, slips, unheard));
    const auto wanted = parse_text(document->kind, *own);
    const bool keeps_slips = same && wanted && *same == *wanted;
    file.text = keeps_slips ? std::move(slips) : std::move(*own);
    return false;
  });
  return files;
}

}  // namespace clew
