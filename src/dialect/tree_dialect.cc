#include "dialect/tree_dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "dialect/translation.h"
#include "document/document_text.h"
#include "document/finding_text.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"
#include "document/merge_conflict.h"
#include "document/merge_edits.h"
#include "document/readable_prefix.h"
#include "document/shape/check_shape.h"
#include "document/shape/keep_nulls.h"
#include "document/text_damage.h"
#include "document/yaml/edit_yaml.h"

namespace clew {
namespace {

// `path` is a dotted name, "teleportation.devices".
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
// Old entries come first, in the order of the file; one that the session still has is replaced by
// what the session says, matched by the shape's key or as a whole. New entries follow.
void complete_partial(Value& after, const Value& before, const std::vector<std::string>& partial,
                      const Shape& shape) {
  for (const auto& path : partial) {
    const Value* old_list = list_at(before, path);
    const Value* new_list = list_at(after, path);
    if (old_list == nullptr || new_list == nullptr) continue;
    const FieldShape* field = find_field(shape, path);
    const std::string key = field == nullptr ? std::string() : field->shape.key;
    // What an entry is known by: its key, or all of it; nothing for one that lacks its key.
    const auto name_of_entry = [&](const Value& entry) {
      const Value* name = key.empty() ? &entry : entry.find(key);
      return name == nullptr ? std::string() : write_json(*name);
    };
    const auto& fresh = new_list->as_list();
    std::unordered_map<std::string, const Value*> by_name;
    for (const auto& value : fresh) by_name.emplace(name_of_entry(value), &value);
    Value::List merged;
    std::unordered_set<std::string> reported;
    for (const auto& old : old_list->as_list()) {
      const std::string name = name_of_entry(old);
      const auto found = name.empty() ? by_name.end() : by_name.find(name);
      merged.push_back(found == by_name.end() ? old : *found->second);
      if (!name.empty()) reported.insert(name);
    }
    for (const auto& value : fresh) {
      const std::string name = name_of_entry(value);
      if (name.empty() || reported.insert(name).second) merged.push_back(value);
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

bool is_scalar(const Shape& shape) {
  return shape.kind != ShapeKind::kAny && shape.kind != ShapeKind::kObject &&
         shape.kind != ShapeKind::kList && shape.kind != ShapeKind::kMap;
}

// Whether an edit adds an element to a list in which nothing can be read: behind what stands there.
bool adds_to_refused(const Edit& edit, const TreePath& refused, const Shape& shape,
                     const Value& base) {
  const Shape* wanted = shape_at(shape, refused);
  const Value* list = find_value(base, refused);
  return edit.kind == EditKind::kInsert && edit.path.size() == refused.size() + 1 &&
         wanted != nullptr && wanted->kind == ShapeKind::kList && list != nullptr &&
         list->is_list();
}

// Whether an edit puts one value where the base has an object or a list that cannot be read, and
// `before` knew of none: what stands there says more than the value would.
bool flattens(const Edit& edit, const TreePath& refused, const Value& base, const Value& before) {
  const Value* there = find_value(base, refused);
  const Value* known = find_value(before, refused);
  return edit.kind == EditKind::kSet && edit.path == refused && edit.value.is_scalar() &&
         there != nullptr && !there->is_scalar() &&
         (known == nullptr || known->is_null() || *known == Value(""));
}

// Whether an element stands before in its list as well.
bool is_repetition(const Value& tree, const TreePath& path) {
  const Value* list = find_value(tree, parent_of(path));
  if (list == nullptr || !list->is_list()) return false;
  const auto& all = list->as_list();
  const auto at = all.begin() + static_cast<std::ptrdiff_t>(std::get<size_t>(path.back()));
  return std::find(all.begin(), at, *at) != at;
}

// The edits that `merge` finds, with regard to what is not valid in the base: that is edited
// nowhere, a list of objects without keys or of which nothing is valid is only added to, and from a
// list that may not have a value twice the repetitions go first, so that a value that goes is gone.
// kInvalid names what would have to be changed.
Result<std::vector<Edit>> edits_around(
    const std::vector<TreePath>& dropped, const Shape& shape, const Value& base,
    const Value& before, const std::function<std::vector<Edit>(const Value&)>& merge) {
  std::vector<Edit> edits = merge(base);
  std::erase_if(edits, [&](const Edit& one) {
    return std::ranges::any_of(
        dropped, [&](const TreePath& path) { return flattens(one, path, base, before); });
  });
  if (dropped.empty() || edits.empty()) return edits;
  std::vector<Edit> repetitions;
  for (size_t i = dropped.size(); i-- > 0;) {
    const TreePath& path = dropped[i];
    const bool is_element = !path.empty() && std::holds_alternative<size_t>(path.back());
    const TreePath list = is_element ? parent_of(path) : TreePath();
    const Shape* wanted = is_element ? shape_at(shape, list) : nullptr;
    const bool by_position =
        wanted != nullptr && wanted->key.empty() && !is_scalar(*wanted->element);
    for (const auto& one : edits) {
      const bool adds = one.kind == EditKind::kInsert && one.path.size() == list.size() + 1;
      if (adds_to_refused(one, path, shape, base)) continue;
      if (is_below(one.path, path) || (by_position && is_below(one.path, list) && !adds)) {
        return make_error(ErrorCode::kInvalid, field_name(to_pointer(path)), "", "");
      }
    }
    const bool touched = std::any_of(edits.begin(), edits.end(), [&](const Edit& one) {
      return is_element && is_below(one.path, list);
    });
    if (touched && wanted != nullptr && wanted->distinct && is_repetition(base, path)) {
      repetitions.push_back({EditKind::kRemove, path, {}, {}});
    }
  }
  if (repetitions.empty()) return edits;
  CLEW_ASSIGN(const Value without, apply_edits(base, repetitions));
  edits = merge(without);
  edits.insert(edits.begin(), repetitions.begin(), repetitions.end());
  return edits;
}

const Document* at_path(const Documents& documents, const std::string& path) {
  for (const auto& document : documents) {
    if (document.path == path) return &document;
  }
  return nullptr;
}

}  // namespace

struct TreeDialect::Parsed {
  Documents documents;  // as read, values of a wrong kind taken out
  FileSet repaired;     // texts that had to be mended, as they were parsed
  bool broken = false;  // a file could not be parsed
};

std::string TreeDialect::repair(const DocumentShape& /*shape*/, const std::string& /*path*/,
                                const std::string& text, FindingSink& /*sink*/) const {
  return text;
}

// Each file goes through the same ladder: text as it is, conflict markers, damaged text, shape.
// What the shape refuses is taken out of the tree and remembered in `dropped`, so that interpreting
// sees valid values only and writing knows what not to touch. A file that cannot be parsed is left
// out, and the others are still read.
TreeDialect::Parsed TreeDialect::parse(const FileSet& files, FindingSink& sink) const {
  Parsed parsed;
  for (const auto& file : files.files) {
    const DocumentShape* shape = document_of(file.path);
    if (shape == nullptr) continue;
    Document document{shape, file.path, {}, {}};
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
                               : repair(*shape, file.path, file.text, sink);
      auto tree = parse_text(shape->kind, text);
      if (text != file.text) parsed.repaired.files.push_back({file.path, std::move(text)});
      if (!tree) {
        const std::string& message = tree.error().message;
        const std::string advice = advice_for(damage_of(shape->kind, file.text, message));
        sink.add(
            Severity::kError, "syntax", file.path, {}, message,
            advice.empty() ? "clew repair " + file.path : advice + ", then  clew validate PATH");
        parsed.broken = true;
        continue;
      }
      if (lines && torn_from(file.text) < file.text.size()) {
        sink.add(Severity::kWarning, "torn-line", file.path, {tree->as_list().size()},
                 "the last line is cut off, or still being written; it is ignored");
      }
      const auto whole = lines ? std::optional(list(shape->shape)) : std::nullopt;
      const Shape& wanted = whole ? *whole : shape->shape;
      const auto problems = check_shape(wanted, *tree);
      for (const auto& problem : problems) {
        const bool is_empty = tree->is_null() && problem.path.empty();
        sink.add(problem.severity, problem.rule, file.path, problem.path,
                 is_empty ? "the file is empty" : problem.message,
                 is_empty ? "clew repair " + file.path : std::string());
      }
      document.tree = problems.empty()
                          ? std::move(*tree)
                          : without_problems(wanted, *tree, problems, document.dropped);
      for (const auto& path : document.dropped) {
        const Value* refused = path.empty() ? nullptr : find_value(*tree, path);
        if (refused != nullptr) document.refused.emplace_back(path, *refused);
      }
    }
    parsed.documents.push_back(std::move(document));
  }
  return parsed;
}

// For repair: what can be read of damaged files. A text that breaks off is cut to its readable
// beginning, and kept if that says anything of the dialect; a file without a readable beginning is
// left out.
ReadableFiles TreeDialect::readable(const FileSet& files,
                                    const std::vector<std::string>& broken) const {
  ReadableFiles out;
  FindingSink unheard(name(), rules());
  for (const auto& file : files.files) {
    const DocumentShape* shape = document_of(file.path);
    const bool is_tree = shape != nullptr &&
                         (shape->kind == DocumentKind::kJson || shape->kind == DocumentKind::kYaml);
    const bool is_named = std::find(broken.begin(), broken.end(), file.path) != broken.end();
    const std::string text =
        is_tree ? repair(*shape, file.path, file.text, unheard) : std::string();
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

// Interpreting and judging differ only in what they do with the trees. Findings get their positions
// at the end, and only if there are any, because finding them needs the text once more.
Readings TreeDialect::read_by(Interpret tell, const FileSet& files) const {
  FindingSink sink(name(), rules());
  const Parsed parsed = parse(files, sink);
  Readings readings;
  readings.sessions = (this->*tell)(parsed.documents, sink);
  if (sink.empty()) return readings;
  // What had to be mended cannot be searched as it is; mending line by line keeps the lines.
  FileSet searched = parsed.repaired;
  std::erase_if(searched.files, [&](const NamedFile& repaired) {
    const auto lines = [](const std::string& text) {
      return std::count(text.begin(), text.end(), '\n');
    };
    return lines(repaired.text) != lines(files.find(repaired.path)->text);
  });
  searched.files.insert(searched.files.end(), files.files.begin(), files.files.end());
  readings.findings = sink.take(searched);
  return readings;
}

// One document. Without a base it is written whole. With one:
//   text     replaced, or added to where the file only grows
//   JSONL    lines that are not there yet are added; lines are compared as JSON, and counted,
//            as the same line may stand twice. A torn last line is cut off first
//   trees    the edits that lead from `before` to `after`, applied to the base's own text
// So comments, order, spelling and unknown fields of a tree stay where nothing changed in meaning.
// An edit that would have to change an invalid value is refused.
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
      std::string reported = write_json(line);
      const auto found = known.find(reported);
      if (found != known.end() && found->second > 0) {
        --found->second;
      } else {
        file.text += reported + "\n";
      }
    }
    if (file.text.size() == before_new) file.text = base->text;
    return file;
  }

  FindingSink unheard(name(), rules());
  const std::string text = repair(shape, base->path, base->text, unheard);
  CLEW_ASSIGN(const Value base_tree, parse_text(shape.kind, text));
  Value wanted = after.tree;
  complete_partial(wanted, old_tree, after.partial, shape.shape);
  if (has_null_template()) add_nulls(shape.shape, before == nullptr ? nullptr : &old_tree, wanted);
  keep_nulls(shape.shape, old_tree, wanted);
  const Value& old = old_tree.is_null() ? Value::object() : old_tree;
  const auto edits = edits_around(dropped, shape.shape, base_tree, old, [&](const Value& base_now) {
    return merge_edits(base_now, old, wanted, [&](const TreePath& path) {
      const Shape* found = shape_at(shape.shape, path);
      return found == nullptr ? std::string() : found->key;
    });
  });
  if (!edits) {
    Error error = edits.error();
    error.subject = base->path;
    error.message += " in " + base->path + " is not valid, but would have to be changed";
    error.next = "clew validate " + base->path;
    return error;
  }
  if (edits->empty()) return file;
  auto edited =
      shape.kind == DocumentKind::kJson ? edit_json(text, *edits) : edit_yaml(text, *edits);
  if (!edited) {
    Error error = edited.error();
    error.subject = base->path;
    return error;
  }
  file.text = std::move(*edited);
  return file;
}

// The base is read and told again with the same code as the session, so that a value that the
// dialect cannot express is missing on both sides and makes no edit. Of a base with several
// sessions only the one that has this session's id is compared.
Result<FileSet> TreeDialect::write(const Session& session, const FileSet& base) const {
  CLEW_ASSIGN(const Documents after, express(session));
  FindingSink unheard(name(), rules());
  const Parsed parsed = parse(base, unheard);
  const auto readings = interpret(parsed.documents, unheard);
  const std::string* entry = external_id(session.root(), name());
  Documents before;
  for (const auto& reading : readings) {
    if (entry != nullptr && !reading.entry.empty() && reading.entry != *entry) continue;
    // A session that the files tell only in part may lack what a whole one must have.
    auto reported = express(reading.session);
    before = reported ? std::move(*reported) : translation().in_part(reading.session);
    break;
  }

  FileSet out;
  for (const auto& document : after) {
    const NamedFile* present = base.find(document.path);
    const Document* read = at_path(parsed.documents, document.path);
    CLEW_ASSIGN(NamedFile file, edit(document, at_path(before, document.path), present,
                                     read == nullptr ? std::vector<TreePath>() : read->dropped));
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
