// What the carrying files do not tell of a session's own: worked out by making the own files of
// them again, and looking at what is missing.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/fields.h"
#include "dialect/carry.h"
#include "dialect/session_patch.h"
#include "dialect/translate.h"
#include "dialect/translation.h"
#include "dialect/tree_dialect.h"
#include "document/document_text.h"
#include "document/tree_patch.h"

namespace clew {
namespace {

bool is_shared(const Document& document) { return document.shape->owner == FileOwner::kFolder; }

Document* named(Documents& documents, std::string_view name) {
  for (auto& document : documents) {
    if (document.shape->name == name) return &document;
  }
  return nullptr;
}

// As one tree, whatever the kind.
Value tree_of(const Document& document) {
  return document.shape->kind == DocumentKind::kText ? Value(document.text) : document.tree;
}

Shape shape_of(const DocumentShape& document) {
  if (document.kind == DocumentKind::kText) return text();
  return document.kind == DocumentKind::kJsonLines ? list(document.shape) : document.shape;
}

void patch(Document& document, const Value& lost) {
  if (document.shape->kind == DocumentKind::kText) {
    document.text = with_patch(document.text, lost).as_string();
  } else {
    document.tree = with_patch(std::move(document.tree), lost);
  }
}

FileSet files_of(const Documents& documents) {
  FileSet files;
  for (const auto& document : documents) {
    files.files.push_back(
        {document.path, fresh_text(document), document.shape->write, document.shape->owner});
  }
  return files;
}

// The documents as a reading of another dialect's files gives them.
Documents reported_by(const Dialect& dialect, const Reading& reading, const Dialect& from,
                      const std::string& entry, const std::string& form) {
  Session session = translate(reading.session, dialect, from);
  const Translation& own = from.translation();
  const std::string id = dialect.translation().id_in(reading.session);
  if (own.takes_id(id)) own.give_id(session, id);
  set_external_id(session.steps[0], from.name(), entry);
  return own.in_form(form, own.in_part(session));
}

// Documents that nothing was told of yet.
void add_missing(Documents& documents, const Dialect& from, const Value& lost) {
  for (const auto& shape : from.documents()) {
    if (lost.find(shape.name) == nullptr || named(documents, shape.name) != nullptr) continue;
    if (documents.empty() || shape.owner == FileOwner::kFolder) continue;
    const std::string& main = documents.front().path;
    const std::string folder = main.substr(0, main.rfind('/') + 1);
    documents.push_back(
        {&shape, folder + shape.path.substr(shape.path.find_last_of("/>") + 1), {}, {}});
  }
}

// An entry that is shared with other sessions says what the session's own files say.
void renew_shared(Documents& documents, const Dialect& from) {
  const Readings readings = from.read(files_of(documents));
  if (readings.sessions.empty()) return;
  Documents again = from.translation().in_part(readings.sessions.front().session);
  for (auto& document : documents) {
    Document* renewed = is_shared(document) ? named(again, document.shape->name) : nullptr;
    if (renewed != nullptr) document.tree = std::move(renewed->tree);
  }
}

void patch_where(Documents& documents, const Value& lost, FileOwner owner) {
  for (auto& document : documents) {
    const Value* node = lost.find(document.shape->name);
    if (node != nullptr && document.shape->owner == owner) patch(document, *node);
  }
}

Documents restored(const Dialect& dialect, const Reading& reading, const Dialect& from,
                   const Carried& carried) {
  const Value& lost = carried.lost;
  Documents documents = reported_by(dialect, reading, from, carried.entry, carried.form);
  add_missing(documents, from, lost);
  patch_where(documents, lost, FileOwner::kSession);
  renew_shared(documents, from);
  patch_where(documents, lost, FileOwner::kFolder);
  std::erase_if(documents, [&](const Document& document) {
    const auto& absent = carried.absent;
    return std::find(absent.begin(), absent.end(), document.shape->name) != absent.end();
  });
  return documents;
}

void add_texts(const Value& tree, std::set<std::string, std::less<>>& texts) {
  for (const auto& each : tree.as_list()) add_texts(each, texts);
  for (const auto& [name, member] : tree.as_object()) add_texts(member, texts);
  if (tree.is_string()) texts.insert(tree.as_string());
}

// What a file was called is said by the file.
void leave_file_name(const Dialect& dialect, Session& session) {
  const std::string key = std::string(dialect.name()) + ".file";
  std::erase_if(session.steps[0].attributes,
                [&](const Attribute& attribute) { return attribute.key == key; });
}

class LossList {
 public:
  // What the carrying files say themselves.
  explicit LossList(const Documents& carrying) {
    for (const auto& document : carrying) add_texts(document.tree, texts_);
  }

  void add(const std::string& field, const Value* shown) {
    auto [location, is_new] = index_.emplace(field, list_.size());
    if (is_new) list_.push_back({field, 0});
    Loss& loss = list_[location->second];
    ++loss.count;
    if (shown != nullptr && loss.shown.is_null() && is_read(*shown)) loss.shown = *shown;
  }
  std::vector<Loss> take() { return std::move(list_); }

 private:
  // What a format demands and nobody said is shown nowhere.
  bool is_read(const Value& shown) const {
    if (shown.is_string()) return shown != Value("") && texts_.contains(shown.as_string());
    return shown.is_number() && shown.as_double() != 0;
  }

  std::set<std::string, std::less<>> texts_;
  std::vector<Loss> list_;
  std::map<std::string, size_t> index_;
};

// "sections[].status"; of a list of lines "history[].error".
std::string field_in(const TreePath& path, const Shape& shape) {
  std::string name;
  const Shape* at = &shape;
  for (const auto& part : path) {
    // What is inside a value that the format knows nothing of is counted, not named.
    if (at == nullptr || at->kind == ShapeKind::kAny) break;
    if (const auto* member = std::get_if<std::string>(&part)) {
      name += (name.empty() ? "" : ".") + *member;
      at = shape_of_member(at, *member);
    } else {
      name += "[]";
      at = at->element.get();
    }
  }
  return name;
}

// A dialect of one document has no need to name it.
std::string in_document(const Dialect& from, const DocumentShape& document,
                        const std::string& field) {
  if (document.kind == DocumentKind::kText) return document.name;
  if (field.starts_with("[]")) return document.name + field;
  const auto& all = from.documents();
  const auto trees = std::count_if(all.begin(), all.end(), [](const DocumentShape& each) {
    return each.kind != DocumentKind::kText && each.owner == FileOwner::kSession;
  });
  return trees > 1 || document.owner == FileOwner::kFolder ? document.name + ": " + field : field;
}

// What the files themselves carry is no value of theirs.
void drop_carried(const Dialect& from, Documents& documents) {
  const auto room = from.room();
  Document* holder = room ? named(documents, room->document) : nullptr;
  if (holder == nullptr) return;
  std::vector<Edit> edits;
  TreePath path = room->path / std::string("carried");
  if (find_value(holder->tree, path) == nullptr) return;
  while (path.size() > 1 && count_items(*find_value(holder->tree, parent_of(path))) == 1) {
    path = parent_of(path);
  }
  auto rest = apply_edits(holder->tree, {
                                            Edit{EditKind::kRemove, path, {}, {}}
  });
  if (rest) holder->tree = std::move(*rest);
}

}  // namespace

FileSet restored_files(const Dialect& dialect, const Reading& reading, const Carried& carried,
                       const Dialect& from) {
  return files_of(restored(dialect, reading, from, carried));
}

// The session's own documents are made from the reading and compared with the original ones: the
// differences are the patches of `lost`. With these the documents are made once more, for the
// shared ones among them to be compared. Last, what cannot be read back even from those goes into
// `facts`.
Remainder what_is_lost(const Dialect& dialect, const Reading& reading, const Dialect* from,
                       const Carried& source, const Session* whole) {
  Remainder remainder;
  LossList losses_of_files(dialect.translation().in_part(reading.session));
  Session known = reading.session;
  if (from != nullptr) {
    Documents own = from->documents_in(source.files, source.entry);
    drop_carried(*from, own);
    remainder.form = from->translation().form_of(own);
    Documents reported = reported_by(dialect, reading, *from, source.entry, remainder.form);
    for (const auto& document : reported) {
      if (!own.empty() && find_document(own, document.shape->name) == nullptr) {
        remainder.absent.push_back(document.shape->name);
      }
    }
    Value lost = Value::object();
    const auto compare = [&](const Document& document, const Document* shown) {
      const Shape shape = shape_of(*document.shape);
      const Value wanted = tree_of(document);
      const Value present = shown == nullptr ? Value() : tree_of(*shown);
      std::vector<MissingValue> missing;
      Value node = patch_between(present, wanted, &shape, &missing);
      if (!node.is_null()) lost.set(document.shape->name, std::move(node));
      for (const auto& each : missing) {
        losses_of_files.add(in_document(*from, *document.shape, field_in(each.path, shape)),
                            each.shown);
      }
    };
    for (const auto& document : own) {
      if (!is_shared(document)) compare(document, named(reported, document.shape->name));
    }
    Carried made{source.dialect, source.entry, {}, lost};
    made.form = remainder.form;
    made.absent = remainder.absent;
    Documents again = restored(dialect, reading, *from, made);
    for (const auto& document : own) {
      if (is_shared(document)) compare(document, named(again, document.shape->name));
    }
    if (!lost.as_object().empty() || !remainder.absent.empty()) remainder.lost = lost;
    made.lost = lost;
    const Readings readings = from->read(restored_files(dialect, reading, made, *from));
    if (!readings.sessions.empty()) {
      known = readings.sessions.front().session;
      add_reported(dialect, reading.session, known);
    }
  }
  remainder.losses = losses_of_files.take();
  if (whole != nullptr) {
    Session wanted = *whole;
    if (from != nullptr) {
      add_reported(dialect, reading.session, wanted);  // that is not to be taken away
      for (Session* each : {&wanted, &known}) leave_file_name(*from, *each);
    }
    if (from == nullptr || !say_the_same(known, wanted)) {
      remainder.facts = session_patch(known, wanted);
    }
    if (!remainder.facts.is_null()) {
      for (auto& loss : losses(wanted, known)) {
        // Where it is kept is for whoever takes it in to say.
        if (loss.field != "identity.project_path") remainder.losses.push_back(std::move(loss));
      }
    }
  }
  return remainder;
}

}  // namespace clew
