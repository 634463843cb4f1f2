#include "dialect/tree_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "document/document_text.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"
#include "document/merge_conflict.h"
#include "document/merge_edits.h"
#include "document/readable_prefix.h"
#include "document/shape/check_shape.h"
#include "document/shape/keep_nulls.h"
#include "document/yaml/edit_yaml.h"

namespace clew {
namespace {

// The shape of the list at a path, indexes and map keys passed over.
const Shape* shape_at(const Shape& root, const TreePath& path) {
  const Shape* at = &root;
  for (const auto& part : path) {
    if (at->kind == ShapeKind::kList || at->kind == ShapeKind::kMap) {
      at = at->element.get();
      continue;
    }
    const auto* name = std::get_if<std::string>(&part);
    if (name == nullptr) return nullptr;
    const auto field = std::find_if(at->fields.begin(), at->fields.end(),
                                    [&](const FieldShape& f) { return f.name == *name; });
    if (field == at->fields.end()) return nullptr;
    at = &field->shape;
  }
  return at;
}

const Value* list_at(const Value& tree, std::string_view path) {
  const Value* at = &tree;
  while (at != nullptr && !path.empty()) {
    const size_t dot = path.find('.');
    at = at->find(path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return at != nullptr && at->is_list() ? at : nullptr;
}

// A partial list has lost its older entries: what the file still has of them is kept in front, so
// that only what is new differs.
void complete_partial(Value& after, const Value& before, const std::vector<std::string>& partial,
                      const Shape& shape) {
  for (const auto& path : partial) {
    const Value* old_list = list_at(before, path);
    const Value* new_list = list_at(after, path);
    if (old_list == nullptr || new_list == nullptr) continue;
    const FieldShape* field = find_field(shape, path);
    const std::string key = field == nullptr ? std::string() : field->shape.key;
    Value::List merged;
    const auto same = [&](const Value& a, const Value& b) {
      if (key.empty()) return a == b;
      const Value* x = a.find(key);
      const Value* y = b.find(key);
      return x != nullptr && y != nullptr && *x == *y;
    };
    const auto& fresh = new_list->as_list();
    for (const auto& old : old_list->as_list()) {
      const auto found =
          std::find_if(fresh.begin(), fresh.end(), [&](const Value& v) { return same(v, old); });
      merged.push_back(found == fresh.end() ? old : *found);
    }
    for (const auto& value : fresh) {
      const bool known =
          std::any_of(merged.begin(), merged.end(), [&](const Value& v) { return same(v, value); });
      if (!known) merged.push_back(value);
    }
    const_cast<Value*>(new_list)->list_ref() = std::move(merged);
  }
}

// Is anything in it that a document of this shape says? Of several, in the first.
bool has_known_member(const Shape& shape, const Value& tree) {
  if (tree.is_list()) return !tree.as_list().empty() && has_known_member(shape, tree.as_list()[0]);
  return std::any_of(shape.fields.begin(), shape.fields.end(),
                     [&](const FieldShape& field) { return tree.find(field.name) != nullptr; });
}

bool is_below(const TreePath& path, const TreePath& top) {
  return path.size() > top.size() && std::equal(top.begin(), top.end(), path.begin());
}

const Document* at_path(const Documents& documents, const std::string& path) {
  for (const auto& document : documents) {
    if (document.path == path) return &document;
  }
  return nullptr;
}

}  // namespace

struct TreeDialect::Parsed {
  Documents documents;                         // as read, values of a wrong kind taken out
  std::vector<std::vector<TreePath>> dropped;  // of each document
  FileSet mended;                              // texts that had to be mended, as they were parsed
  bool broken = false;                         // a file could not be parsed
};

std::string TreeDialect::mend(const DocumentShape& /*shape*/, const std::string& /*path*/,
                              const std::string& text, FindingSink& /*sink*/) const {
  return text;
}

TreeDialect::Parsed TreeDialect::parse(const FileSet& files, FindingSink& sink) const {
  Parsed parsed;
  for (const auto& file : files.files) {
    const DocumentShape* shape = document_of(file.path);
    if (shape == nullptr) continue;
    Document document{shape, file.path, {}, {}};
    std::vector<TreePath> dropped;
    if (shape->kind == DocumentKind::kText) {
      document.text = file.text;
    } else if (const auto conflict = read_conflict(file.text)) {
      sink.add_at(Severity::kError, "merge-conflict", file.path, TextPosition{conflict->line, 1},
                  to_text(*conflict), "choose one side in an editor, then  clew validate PATH");
      parsed.broken = true;
      continue;
    } else {
      const bool lines = shape->kind == DocumentKind::kJsonLines;
      std::string text = lines ? readable_lines(file.text, file.path, sink)
                               : mend(*shape, file.path, file.text, sink);
      auto tree = parse_text(shape->kind, text);
      if (text != file.text) parsed.mended.files.push_back({file.path, std::move(text)});
      if (!tree) {
        sink.add(Severity::kError, "syntax", file.path, {}, tree.error().message,
                 "clew repair " + file.path);
        parsed.broken = true;
        continue;
      }
      if (lines && torn_from(file.text) < file.text.size()) {
        sink.add(Severity::kWarning, "torn-line", file.path, {tree->as_list().size()},
                 "the last line is cut off, or still being written; it is ignored");
      }
      const auto problems =
          lines ? check_shape(list(shape->shape), *tree) : check_shape(shape->shape, *tree);
      for (const auto& problem : problems) {
        sink.add(problem.severity, problem.rule, file.path, problem.path, problem.message);
      }
      document.tree =
          problems.empty() ? std::move(*tree) : without_problems(*tree, problems, dropped);
      for (const auto& path : dropped) {
        const Value* refused = path.empty() ? nullptr : find_value(*tree, path);
        if (refused != nullptr) document.refused.emplace_back(path, *refused);
      }
    }
    parsed.documents.push_back(std::move(document));
    parsed.dropped.push_back(std::move(dropped));
  }
  return parsed;
}

ReadableFiles TreeDialect::readable(const FileSet& files,
                                    const std::vector<std::string>& broken) const {
  ReadableFiles out;
  FindingSink unheard(name(), rules());
  for (const auto& file : files.files) {
    const DocumentShape* shape = document_of(file.path);
    const bool is_tree = shape != nullptr &&
                         (shape->kind == DocumentKind::kJson || shape->kind == DocumentKind::kYaml);
    const bool is_named = std::find(broken.begin(), broken.end(), file.path) != broken.end();
    const std::string text = is_tree ? mend(*shape, file.path, file.text, unheard) : std::string();
    if (!is_tree || (!is_named && parse_text(shape->kind, text))) {
      out.files.files.push_back(file);
      continue;
    }
    auto prefix = readable_prefix(shape->kind, text);
    if (!prefix || !has_known_member(shape->shape, *parse_text(shape->kind, prefix->text))) {
      continue;
    }
    out.cut.push_back({file.path, prefix->bytes, std::move(prefix->stopped)});
    NamedFile& kept = out.files.files.emplace_back(file);
    kept.text = std::move(prefix->text);
  }
  return out;
}

Readings TreeDialect::read(const FileSet& files) const {
  return read_by(&TreeDialect::interpret, files);
}

Readings TreeDialect::judge_by_trees(const FileSet& files) const {
  return read_by(&TreeDialect::judge_trees, files);
}

Readings TreeDialect::read_by(Interpret tell, const FileSet& files) const {
  FindingSink sink(name(), rules());
  const Parsed parsed = parse(files, sink);
  Readings readings;
  readings.sessions = (this->*tell)(parsed.documents, sink);
  if (sink.empty()) return readings;
  // What had to be mended cannot be searched as it is; mending line by line keeps the lines.
  FileSet searched = parsed.mended;
  std::erase_if(searched.files, [&](const NamedFile& mended) {
    const auto lines = [](const std::string& text) {
      return std::count(text.begin(), text.end(), '\n');
    };
    return lines(mended.text) != lines(files.find(mended.path)->text);
  });
  searched.files.insert(searched.files.end(), files.files.begin(), files.files.end());
  readings.findings = sink.take(searched);
  return readings;
}

Result<NamedFile> TreeDialect::edit(const Document& after, const Document* before,
                                    const NamedFile* base,
                                    const std::vector<TreePath>& dropped) const {
  const DocumentShape& shape = *after.shape;
  NamedFile file{after.path, {}, shape.write, shape.owner};
  if (base == nullptr) {
    Document whole = after;
    if (has_null_template()) add_nulls(shape.shape, nullptr, whole.tree);
    file.text = fresh_text(whole);
    return file;
  }
  file.text = base->text;
  const Value nothing;
  const Value& old_tree = before == nullptr ? nothing : before->tree;
  if (shape.kind == DocumentKind::kText) {
    const std::string_view old_text = before == nullptr ? std::string_view() : before->text;
    if (after.text == old_text || shape.owner == FileOwner::kFolder) return file;
    // What was told before is told again at the beginning: only the rest is new.
    const bool grows = shape.write == FileWrite::kAppend && after.text.starts_with(old_text);
    file.text = grows ? base->text + after.text.substr(old_text.size()) : after.text;
    return file;
  }
  if (shape.kind == DocumentKind::kJsonLines) {
    file.text.resize(torn_from(file.text));
    const std::string whole = file.text;
    if (!whole.empty() && !whole.ends_with('\n')) file.text += '\n';
    const size_t before_new = file.text.size();
    // Files that tell no session still have their lines.
    const Value lines =
        before == nullptr ? parse_lines(readable_lines(base->text)).value_or({}) : old_tree;
    std::map<std::string, size_t> known;  // how often each is there; lines may be many
    for (const auto& line : lines.as_list()) ++known[write_json(line)];
    for (const auto& line : after.tree.as_list()) {
      std::string told = write_json(line);
      const auto found = known.find(told);
      if (found != known.end() && found->second > 0) {
        --found->second;
      } else {
        file.text += told + "\n";
      }
    }
    if (file.text.size() == before_new) file.text = base->text;
    return file;
  }

  FindingSink unheard(name(), rules());
  const std::string text = mend(shape, base->path, base->text, unheard);
  CLEW_ASSIGN(const Value base_tree, parse_text(shape.kind, text));
  Value wanted = after.tree;
  complete_partial(wanted, old_tree, after.partial, shape.shape);
  if (has_null_template()) add_nulls(shape.shape, before == nullptr ? nullptr : &old_tree, wanted);
  keep_nulls(shape.shape, old_tree, wanted);
  const auto edits = merge_edits(base_tree, old_tree.is_null() ? Value::object() : old_tree, wanted,
                                 [&](const TreePath& path) {
                                   const Shape* found = shape_at(shape.shape, path);
                                   return found == nullptr ? std::string() : found->key;
                                 });
  for (const auto& one : edits) {
    for (const auto& path : dropped) {
      if (!is_below(one.path, path)) continue;
      return make_error(ErrorCode::kInvalid,
                        fmt::format("{} in {} is not valid, but would have to be changed",
                                    to_pointer(path), base->path),
                        base->path, "clew validate " + base->path);
    }
  }
  if (edits.empty()) return file;
  auto edited = shape.kind == DocumentKind::kJson ? edit_json(text, edits) : edit_yaml(text, edits);
  if (!edited) {
    Error error = edited.error();
    error.subject = base->path;
    return error;
  }
  file.text = std::move(*edited);
  return file;
}

Result<FileSet> TreeDialect::write(const Session& session, const FileSet& base) const {
  CLEW_ASSIGN(const Documents after, express(session));
  FindingSink unheard(name(), rules());
  const Parsed parsed = parse(base, unheard);
  const auto readings = interpret(parsed.documents, unheard);
  const std::string* entry = external_id(session.root(), name());
  Documents before;
  for (const auto& reading : readings) {
    if (entry != nullptr && !reading.entry.empty() && reading.entry != *entry) continue;
    // A session that the files tell only in part may lack what a whole one must have: then all that
    // is to be said is new.
    auto told = express(reading.session);
    if (told) before = std::move(*told);
    break;
  }

  FileSet out;
  for (const auto& document : after) {
    const NamedFile* present = base.find(document.path);
    std::vector<TreePath> dropped;
    for (size_t i = 0; i < parsed.documents.size(); ++i) {
      if (parsed.documents[i].path == document.path) dropped = parsed.dropped[i];
    }
    CLEW_ASSIGN(NamedFile file, edit(document, at_path(before, document.path), present, dropped));
    out.files.push_back(std::move(file));
  }
  return out;
}

Time last_change(const Session& session) {
  const bool paused = session.lifecycle.status == Lifecycle::kPaused;
  return std::max(session.last_activity,
                  paused ? session.lifecycle.paused_at.value_or(Time()) : Time());
}

}  // namespace clew
