#include "dialect/carry.h"

#include <algorithm>
#include <map>

#include "base/fields.h"
#include "base/hash.h"
#include "dialect/session_patch.h"
#include "dialect/tree_dialect.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"
#include "document/locate.h"
#include "document/yaml/edit_yaml.h"
#include "session/apply.h"
#include "session/merge/merge_edit.h"

namespace clew {
namespace {

constexpr const char* kCarried = "carried";

const DocumentShape* room_document(const Dialect& dialect, const Dialect::Room& room) {
  for (const auto& document : dialect.documents()) {
    if (document.name == room.document) return &document;
  }
  return nullptr;
}

// The file of the room's document: the one of the session's own with that ending.
const NamedFile* room_file(const Dialect& dialect, const FileSet& files,
                           const Dialect::Room& room) {
  const DocumentShape* document = room_document(dialect, room);
  if (document == nullptr) return nullptr;
  const std::string ending = document->path.substr(document->path.find_last_of(">/") + 1);
  for (const auto& file : files.files) {
    if (file.owner == FileOwner::kSession && file.path.ends_with(ending)) return &file;
  }
  return nullptr;
}

FileSet files_in(const Value* texts) {
  FileSet files;
  if (texts == nullptr) return files;
  for (const auto& [path, text] : texts->as_object()) {
    files.files.push_back({path, text.as_string()});
  }
  return files;
}

// The entry is left out when it is the same as the id in the target, and empty parts always.
Value to_tree(const Carried& carried, const std::string& own_entry) {
  Value tree = Value::object();
  if (!carried.dialect.empty()) tree.set("dialect", carried.dialect);
  if (!carried.dialect.empty() && carried.entry != own_entry) tree.set("entry", carried.entry);
  if (!carried.form.empty()) tree.set("form", carried.form);
  if (!carried.absent.empty()) tree.set("absent", texts(carried.absent));
  if (!carried.lost.is_null()) tree.set("lost", carried.lost);
  if (!carried.facts.is_null()) tree.set("facts", carried.facts);
  return tree;
}

// The edits that make `value` stand at `path`, making the objects on the way.
std::vector<Edit> put_at(const Value& tree, const TreePath& path, const Value& value) {
  const Value* at = &tree;
  for (size_t depth = 0; depth < path.size(); ++depth) {
    const std::string& name = std::get<std::string>(path[depth]);
    const Value* next = at->find(name);
    const bool last = depth + 1 == path.size();
    const TreePath here(path.begin(), path.begin() + static_cast<long>(depth) + 1);
    if (next != nullptr && (last || next->is_object())) {
      if (last)
        return {
            Edit{EditKind::kSet, here, value, {}}
        };
      at = next;
      continue;
    }
    Value whole = value;
    for (size_t i = path.size(); i-- > depth + 1;) {
      Value outer = Value::object();
      outer.set(std::get<std::string>(path[i]), std::move(whole));
      whole = std::move(outer);
    }
    const EditKind kind = next == nullptr ? EditKind::kInsert : EditKind::kSet;
    return {
        Edit{kind, here, std::move(whole), {}}
    };
  }
  return {};
}

// Whether a key can be in a text, as it is or spelled with escapes; cheaper than reading it.
bool may_name(std::string_view text, std::string_view key) {
  for (const std::string_view mark :
       {key, std::string_view("\\u"), std::string_view("\\U"), std::string_view("\\x")}) {
    if (text.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

TreePath carried_path(const Dialect::Room& room) {
  TreePath path = room.path;
  path.emplace_back(std::string(kCarried));
  return path;
}

std::string entry_in(const Dialect& dialect, const FileSet& files) {
  const Readings readings = dialect.read(files);
  return readings.sessions.empty() ? std::string() : readings.sessions.front().entry;
}

// Edits applied to a session without a log: the events get numbers and are kept nowhere.
Session folded(Session session, const Drafts& drafts) {
  for (const auto& draft : drafts) {
    EventHeader header;
    header.seq = Seq{session.head.number + 1};
    header.at = session.last_activity;
    session = apply(std::move(session), Event{header, draft.data});
  }
  return session;
}

Finding unusable(const Dialect& dialect, const std::string& why) {
  Finding finding;
  finding.severity = Severity::kWarning;
  finding.rule = std::string(dialect.name()) + ".carried";
  finding.message = "the origin data carried in the files is ignored (" + why +
                    "); only the files' own fields are used";
  finding.next = "convert the original again";
  return finding;
}

}  // namespace

// Writes the carried part into the room of the dialect's document. A mark is put there first by the
// ordinary editor and then replaced by the JSON in one line; if that does not read back, the editor
// writes the tree itself.
Result<FileSet> carry(const Dialect& dialect, FileSet files, const Carried& carried) {
  const auto room = dialect.room();
  if (!room || carried.is_whole()) return files;
  const NamedFile* found = room_file(dialect, files, *room);
  if (found == nullptr) return files;
  NamedFile& file = files.files[static_cast<size_t>(found - files.files.data())];
  CLEW_ASSIGN(const LocatedTree located, locate_document(file.path, file.text));
  const Value tree = to_tree(carried, entry_in(dialect, files));
  const Value* present = find_value(located.value, carried_path(*room));
  if (present != nullptr && *present == tree) return files;
  const bool yaml = room_document(dialect, *room)->kind == DocumentKind::kYaml;
  const auto put = [&](const Value& value) {
    const auto edits = put_at(located.value, carried_path(*room), value);
    return yaml ? edit_yaml(file.text, edits) : edit_json(file.text, edits);
  };
  // On one line, as JSON, which YAML takes as well: laid out it is twice as long.
  const std::string in_line = write_json(tree);
  const std::string mark = "carried-" + sha256(file.text + in_line).hex();
  CLEW_ASSIGN(std::string text, put(mark));
  const std::string quoted = "\"" + mark + "\"";
  const size_t at = text.find(quoted);
  if (at != std::string::npos) {
    text.replace(at, quoted.size(), in_line);
    const auto again = locate_document(file.path, text);
    const Value* there = again ? find_value(again->value, carried_path(*room)) : nullptr;
    if (there != nullptr && *there == tree) {
      file.text = std::move(text);
      return files;
    }
  }
  CLEW_ASSIGN(file.text, put(tree));
  return files;
}

// Cheap when there is nothing: the text is searched before it is parsed.
std::optional<Carried> find_carried(const Dialect& dialect, const FileSet& files) {
  const auto room = dialect.room();
  if (!room) return std::nullopt;
  const NamedFile* file = room_file(dialect, files, *room);
  if (file == nullptr || !may_name(file->text, kCarried)) return std::nullopt;
  const auto located = locate_document(file->path, file->text);
  if (!located) return std::nullopt;
  const Value* at = &located->value;
  for (const auto& part : carried_path(*room)) {
    at = at->find(std::get<std::string>(part));
    if (at == nullptr) return std::nullopt;
  }
  Carried carried;
  if (const Value* lost = at->find("lost")) carried.lost = *lost;
  if (const Value* facts = at->find("facts")) carried.facts = *facts;
  if (const Value* session = at->find("session")) carried.session = *session;
  if (const Value* name = at->find("dialect")) carried.dialect = name->as_string();
  carried.entry = text_in(*at, "entry");
  carried.form = text_in(*at, "form");
  carried.absent = texts_in(*at, "absent");
  if (carried.entry.empty() && !carried.is_whole()) carried.entry = entry_in(dialect, files);
  carried.files = files_in(at->find("files"));
  carried.reported = files_in(at->find("told"));
  return carried;  // whether it can be used is with_carried's to say
}

// Restores the session that the files were made from, with what was changed in them since. Two
// forms exist: differences between the documents of both dialects, and, in older files, the whole
// session or its files. Whatever cannot be used is a finding, and then the files' own fields are
// all there is.
Session with_carried(const Dialect& dialect, const Reading& reading, const Carried& carried,
                     const Dialect* from, Findings& findings) {
  const auto reading_alone = [&](const std::string& why) {
    findings.push_back(unusable(dialect, why));
    return reading.session;
  };
  if (!carried.is_whole()) {
    Session session = reading.session;
    if (from != nullptr) {
      const Readings readings = from->read(restored_files(dialect, reading, carried, *from));
      if (readings.sessions.empty()) {
        return reading_alone("no session of " + carried.dialect + " can be made of it");
      }
      session = readings.sessions.front().session;
      add_reported(dialect, reading.session, session);
    } else if (!carried.dialect.empty()) {
      return reading_alone("it is in an unknown dialect: " + carried.dialect);
    }
    auto whole = with_session_patch(session, carried.facts);
    return whole ? std::move(*whole) : reading_alone(whole.error().message);
  }
  Session origin;
  if (!carried.session.is_null()) {
    const Status reported = from_value(carried.session, origin, "session");
    if (!reported) return reading_alone(reported.error().message);
    if (!is_sound(origin)) return reading_alone("its plan is not a tree of steps");
  } else if (from != nullptr) {
    const Readings readings = from->read(carried.files);
    const auto own = std::find_if(
        readings.sessions.begin(), readings.sessions.end(),
        [&](const Reading& each) { return carried.entry.empty() || each.entry == carried.entry; });
    if (own == readings.sessions.end()) {
      return reading_alone("the files of " + carried.dialect + " in it cannot be read");
    }
    origin = own->session;
  } else if (carried.dialect.empty()) {
    return reading_alone("there is no session in it");
  } else {
    return reading_alone("it is in an unknown dialect: " + carried.dialect);
  }
  const Readings before = dialect.read(carried.reported);
  if (before.sessions.empty()) {
    return reading_alone("the files' content from when it was added cannot be read");
  }
  const auto merged = merge_edit(
      before.sessions.front().session, reading.session, origin,
      [&](const Session& session, const Step& step) { return dialect.step_name(session, step); });
  return folded(std::move(origin), merged.drafts);
}

// What the target's own fields say and the origin has no word for: attributes of that dialect, ids,
// and words that the origin left empty.
void add_reported(const Dialect& dialect, const Session& reported, Session& session) {
  const std::string own = std::string(dialect.name()) + ".";
  std::map<std::string, const Step*> by_name;
  for (const auto& step : reported.steps) by_name.emplace(dialect.step_name(reported, step), &step);
  for (auto& step : session.steps) {
    const auto same = by_name.find(dialect.step_name(session, step));
    const Step* source = step.id == kRoot        ? &reported.root()
                         : same == by_name.end() ? nullptr
                                                 : same->second;
    if (source == nullptr) continue;
    for (const auto& attribute : source->attributes) {
      if (!attribute.key.starts_with(own)) continue;
      if (find_attribute(step.attributes, attribute.key) != nullptr) continue;
      step.attributes.push_back(attribute);
    }
    const std::string* id = external_id(*source, dialect.name());
    if (id != nullptr && external_id(step, dialect.name()) == nullptr) {
      set_external_id(step, dialect.name(), *id);
    }
  }
  Structure& structure = session.structure;
  if (structure.workflow.empty()) {
    structure.workflow = reported.structure.workflow;
    structure.version = reported.structure.version;
  }
  if (!structure.total) structure.total = reported.structure.total;
  for (const auto word :
       {&Identity::goal, &Identity::project_path, &Identity::device, &Identity::mode,
        &Identity::model, &Identity::branch, &Identity::commit}) {
    if ((session.identity.*word).empty()) session.identity.*word = reported.identity.*word;
  }
}

}  // namespace clew
