#include "dialect/orchestration/orchestration_dialect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "dialect/orchestration/interpret.h"
#include "dialect/orchestration/location.h"
#include "dialect/orchestration/rules.h"
#include "dialect/orchestration/shapes.h"
#include "dialect/orchestration/step_ids.h"
#include "dialect/orchestration/translation.h"
#include "dialect/travel.h"
#include "dialect/tree_dialect.h"
#include "document/add_missing.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"
#include "document/readable_prefix.h"
#include "document/shape/check_shape.h"

namespace clew {
namespace orchestration {
namespace {

constexpr std::string_view kFolder = "orchestration-sessions/";

bool is_index(std::string_view path) { return base_name(path) == kIndexName; }

// Our own form of the index: entries in a list, and what we know of them in the kinds we know.
// Another one is somebody else's, and left alone.
bool has_entries(const Value& index) {
  const auto problems = check_shape(index_document().shape, index);
  return std::none_of(problems.begin(), problems.end(), [](const ShapeProblem& problem) {
    return problem.severity == Severity::kError;
  });
}

bool has_entry(const std::string& text, const std::string& id) {
  const auto index = parse_json(text);
  if (!index) return false;
  const auto& entries = list_in(*index, "sessions");
  return std::any_of(entries.begin(), entries.end(),
                     [&](const Value& entry) { return text_in(entry, "session_id") == id; });
}

// The edits by which the entry of a session says what its file says.
void agree(const Value& index, const Value& session, std::vector<Edit>& edits) {
  const std::string id = text_in(session, "session_id");
  const auto& entries = list_in(index, "sessions");
  for (size_t i = 0; i < entries.size(); ++i) {
    if (id.empty() || text_in(entries[i], "session_id") != id) continue;
    for (const auto& field : disagreeing(entries[i], session)) {
      edits.push_back({
          EditKind::kSet, {"sessions", i, field},
           *session.find(field), {}
      });
    }
  }
}

// The session with what its file already says its decisions were about: that stays, whatever the
// goal or a task is called since.
// The file's decisions are found by time and choice, since the format gives them no id.
Session with_reported_topics(const Session& session, const NamedFile* file) {
  Session reported = session;
  const auto tree = file == nullptr ? Result<Value>(Value()) : parse_json(file->text);
  if (!tree) return reported;
  std::map<std::pair<std::string, std::string>, std::string> topics;
  for (const auto& decision : list_in(*tree, "decisions_made")) {
    topics[{text_in(decision, "timestamp"), text_in(decision, "chosen")}] =
        text_in(decision, "context");
  }
  for (auto& decision : reported.decisions.items) {
    const auto found = topics.find({to_iso(decision.origin.at), decision.choice});
    if (decision.topic.empty() && found != topics.end()) decision.topic = found->second;
  }
  return reported;
}

bool has_decision_without_topic(const Session& session) {
  return std::ranges::any_of(session.decisions.items,
                             [](const Decision& decision) { return decision.topic.empty(); });
}

bool is_foreign_index(const std::string& text) {
  const auto index = parse_json(text);
  return index.ok() && !has_entries(*index);
}

class OrchestrationDialect final : public TreeDialect {
 public:
  const char* name() const override { return kName; }
  std::string default_folder() const override { return ".craft/cache/orchestration-sessions"; }

  const std::vector<DocumentShape>& documents() const override {
    static const std::vector<DocumentShape> all = {session_document(), index_document()};
    return all;
  }

  const std::vector<Rule>& rules() const override { return orchestration::rules(); }
  const Translation& translation() const override { return orchestration::translation(); }

  // A JSON file is taken for a session when an index lies beside it, when its folder is called as
  // usual, or when its name is a UUID v4. Anything else would claim every JSON file of a project.
  std::vector<Location> locations(const std::vector<std::string>& names) const override {
    std::vector<Location> out;
    std::set<std::string_view> indexed_folders;
    for (const auto& name : names) {
      if (is_index(name)) indexed_folders.insert(folder_of(name));
    }
    for (const auto& name : names) {
      const std::string stem = stem_of(name);
      if (stem.empty()) continue;
      const std::string_view folder = folder_of(name);
      const bool indexed = indexed_folders.contains(folder);
      if (!indexed && !folder.ends_with(kFolder) && !is_uuid4(stem)) continue;
      Location location{stem, {name}};
      if (indexed) location.files.push_back(std::string(folder) + std::string(kIndexName));
      out.push_back(std::move(location));
    }
    return out;
  }

  // Outside the usual folder the text has to have four members that no other format has together.
  // The search for one of them comes first, since parsing each JSON file of a project takes long.
  bool recognises(const std::string& path, const std::string& text) const override {
    if (!path.ends_with(".json") || is_index(path)) return false;
    if (folder_of(path).ends_with(kFolder)) return true;
    if (text.find("\"session_id\"") == std::string::npos) return false;
    const auto tree = parse_json(text);
    if (!tree) return false;
    return tree->find("session_id") != nullptr && tree->find("goal") != nullptr &&
           tree->find("agents") != nullptr && tree->find("pending_tasks") != nullptr;
  }

  Readings judge(const FileSet& files) const override { return judge_by_trees(files); }

  Result<FileSet> write(const Session& session, const FileSet& base) const override {
    const bool is_any = !session.steps.empty() && has_decision_without_topic(session);
    if (!is_any) return write_as_reported(session, base);
    return write_as_reported(with_reported_topics(session, base.find(session_path(session))), base);
  }

  // An index in an unknown form is kept out of the writing altogether: neither read, nor edited,
  // nor returned.
  Result<FileSet> write_as_reported(const Session& session, const FileSet& base) const {
    const std::string path = session.steps.empty() ? std::string() : index_path(session);
    const NamedFile* index = base.find(path);
    if (index == nullptr || !is_foreign_index(index->text)) {
      CLEW_ASSIGN(FileSet written, TreeDialect::write(session, base));
      // A new entry says what the session's text says, which may have been reported by others.
      const bool is_new = index == nullptr || !has_entry(index->text, entry_of(session));
      written = with_reported_progress(session, base, std::move(written));
      return is_new ? in_agreement(std::move(written)) : std::move(written);
    }
    const auto without_index = [&](FileSet files) {
      std::erase_if(files.files, [&](const NamedFile& file) { return file.path == path; });
      return files;
    };
    CLEW_ASSIGN(FileSet written, TreeDialect::write(session, without_index(base)));
    return without_index(with_reported_progress(session, base, std::move(written)));
  }

  // Sets the index entry of each session to what the session's own file says. Files of other
  // folders are left out.
  FileSet in_agreement(FileSet files) const override {
    for (auto& index : files.files) {
      const auto listed = is_index(index.path) ? parse_json(index.text) : Result<Value>(Value());
      if (!listed || !has_entries(*listed)) continue;
      std::vector<Edit> edits;
      for (const auto& file : files.files) {
        const bool is_beside = folder_of(file.path) == folder_of(index.path);
        const auto session =
            is_beside && !is_index(file.path) ? parse_json(file.text) : Result<Value>(Value());
        if (session) agree(*listed, *session, edits);
      }
      auto agreed = edit_json(index.text, edits);
      if (agreed) index.text = std::move(*agreed);
    }
    return files;
  }

  std::vector<std::string> files_of(const Session& session) const override {
    return {session_path(session), index_path(session)};
  }

  // A place that clew cannot send to stays as it was written. How a session travels between
  // machines, as attributes that express writes under "teleportation". Devices that the file lists
  // stay and new ones are added. "shared_with" of a session that came from a file is left alone
  // unless it is known with whom the session is shared.
  void set_travel(Session& session, const Travel& travel) const override {
    auto& attributes = session.steps.front().attributes;
    const std::string group = "orchestration.teleportation.";
    const auto set = [&](const char* name, Value value) {
      set_attribute(attributes, group + name, std::move(value));
    };
    const auto or_null = [](const std::string& text) {
      return text.empty() ? Value() : Value(text);
    };
    Value devices = Value::list();
    std::set<std::string> listed;
    const auto list_device = [&](const std::string& name) {
      if (!name.empty() && listed.insert(name).second) devices.push(name);
    };
    if (const Value* known = find_attribute(attributes, group + "devices")) {
      for (const auto& each : known->as_list()) list_device(each.as_string());
    }
    for (const auto& each : travel.devices) list_device(each);
    const Value* backend = find_attribute(attributes, group + "storage_backend");
    const bool is_elsewhere = backend != nullptr && backend->as_string() == kUnreachedBackend;
    const bool is_born_here = find_attribute(attributes, group + "enabled") == nullptr;
    set("enabled", true);
    set("last_sync", or_null(travel.last_sync));
    set("sync_status", name_of(travel.status));
    set("sync_error", or_null(travel.error));
    set("devices", std::move(devices));
    if (!is_elsewhere) set("storage_backend", travel.in_bucket ? "s3" : "local");
    set("encrypted", true);
    if (!travel.shared_with && !is_born_here) return;
    Value shared = Value::list();
    if (travel.shared_with) {
      for (const auto& each : *travel.shared_with) shared.push(each);
    }
    set("shared_with", shared.as_list().empty() ? Value() : std::move(shared));
  }

  // Made of the seed alone, so the same session has the same id in every export.
  std::string make_id(const Session& session, const IdSeed& seed) const override {
    if (seed.attempt == 0 && seed.random.size() == 16) return make_uuid4(seed.random);
    return make_uuid4(seed.random + " " + session.identity.id.text + " " + to_iso(seed.now) + " " +
                      std::to_string(seed.attempt));
  }

  std::string step_name(const Session& session, const Step& step) const override {
    if (step.id == kRoot) return entry_of(session);
    const std::string* known = external_id(step, kName);
    if (known != nullptr && !known->empty()) return *known;
    const auto ids = step_ids(session);
    return step.id.number < ids.size() ? ids[step.id.number] : step.title;
  }

  std::optional<Room> room() const override {
    return Room{
        "session", {"metadata", "clew"}
    };
  }

  // Missing files and missing members are filled from the index, then from a file's own name, and
  // the completed files are read as usual. Each thing that was filled is a finding.
  Readings reconstruct(const FileSet& files) const override {
    FileSet completed = files;
    Readings from_index;
    for (const auto& file : files.files) {
      const auto index = is_index(file.path) ? parse_json(file.text) : Result<Value>(Value());
      if (!index || !has_entries(*index)) continue;
      const auto& entries = list_in(*index, "sessions");
      for (size_t i = 0; i < entries.size(); ++i) {
        const TreePath location{"sessions", i};
        add_from_index(entries[i], {file.path, location}, completed, from_index);
      }
    }
    for (auto& file : completed.files) add_id_of_name(file, from_index);
    from_index.sessions = read(completed).sessions;
    from_index.files = std::move(completed);
    return from_index;
  }

 private:
  // What others reported may be ahead of the count of tasks: a task that is done does not take it
  // back. A plan that grew does.
  FileSet with_reported_progress(const Session& session, const FileSet& base,
                                 FileSet written) const {
    const NamedFile* present = base.find(session_path(session));
    const auto tree = present == nullptr ? Result<Value>(Value()) : parse_json(present->text);
    const Value* reported = tree ? tree->find("progress") : nullptr;
    const double now = progress_of(session);
    if (reported == nullptr || !reported->is_number() || reported->as_double() <= now ||
        reported->as_double() > 1) {
      return written;
    }
    const std::string entry = entry_of(session);
    for (const auto& reading : read(FileSet{{*present}}).sessions) {
      if (reading.entry != entry || progress_of(reading.session) > now) return written;
    }
    for (auto& file : written.files) {
      std::vector<Edit> edits;
      const auto text = parse_json(file.text);
      if (text && file.path == present->path) {
        edits.push_back({EditKind::kSet, {"progress"}, *reported, {}});
      } else if (text && is_index(file.path)) {
        const auto& entries = list_in(*text, "sessions");
        for (size_t i = 0; i < entries.size(); ++i) {
          if (text_in(entries[i], "session_id") != entry) continue;
          edits.push_back({
              EditKind::kSet, {"sessions", i, "progress"},
               *reported, {}
          });
        }
      }
      auto edited = edit_json(file.text, edits);
      if (edited) file.text = std::move(*edited);
    }
    return written;
  }

 protected:
  const DocumentShape* document_of(const std::string& path) const override {
    if (is_index(path)) return &index_document();
    return stem_of(path).empty() ? nullptr : &session_document();
  }

  std::string repair(const DocumentShape& shape, const std::string& path, const std::string& text,
                     FindingSink& sink) const override {
    if (&shape != &index_document() || !is_foreign_index(text)) return text;
    sink.add(Severity::kWarning, "index-unknown", path, {},
             "this index has an unknown format; it is left unchanged");
    return R"({"sessions": []})";
  }

  std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) const override {
    return orchestration::interpret(documents, sink);
  }

  std::vector<Reading> judge_trees(const Documents& documents, FindingSink& sink) const override {
    return orchestration::judge(documents, sink);
  }

  Result<Documents> express(const Session& session) const override {
    return orchestration::express(session);
  }

 private:
  struct IndexLocation {
    std::string file;
    TreePath path;
  };

  // The index still tells the goal, the device, the status and the time of a session whose file is
  // lost or cut short; of that, only what is missing there is taken.
  void add_from_index(const Value& entry, const IndexLocation& location, FileSet& files,
                      Readings& out) const {
    const std::string id = text_in(entry, "session_id");
    if (id.empty()) return;
    std::vector<std::string> used;
    NamedFile* own = file_of(id, location.file, files);
    if (own == nullptr) {
      const Value known = known_of(entry);
      const std::string path = std::string(folder_of(location.file)) + path_for(id);
      files.files.push_back({path, write_json(known, JsonStyle::kPretty) + "\n"});
      for (const auto& [name, value] : known.as_object()) used.push_back(name);
    } else if (auto extended = add_missing(session_document(), own->text, known_of(entry))) {
      own->text = std::move(extended->text);
      for (const auto& path : extended->added) used.push_back(path_in_words(path));
    }
    if (used.empty()) return;
    Finding finding;
    finding.severity = Severity::kWarning;
    finding.rule = "orchestration.made-from-index";
    finding.message = fmt::format(
        "{} {} from index.json{}", fmt::join(used, ", "), used.size() == 1 ? "is" : "are",
        own == nullptr ? "; agents, tasks, decisions and files are missing" : "");
    finding.file = location.file;
    finding.pointer = to_pointer(location.path);
    out.findings.push_back(std::move(finding));
  }

  // A file that was cut off before its id is still named after it.
  void add_id_of_name(NamedFile& file, Readings& out) const {
    const std::string id = stem_of(file.path);
    if (document_of(file.path) != &session_document() || !is_uuid4(id)) return;
    auto extended = add_missing(session_document(), file.text,
                                Value::Object{
                                    {"session_id", id}
    });
    if (!extended || extended->added.empty()) return;
    file.text = std::move(extended->text);
    Finding finding;
    finding.severity = Severity::kWarning;
    finding.rule = "orchestration.id-from-name";
    finding.message = "session_id is from the file's name";
    finding.file = file.path;
    out.findings.push_back(std::move(finding));
  }

  // The members of an entry that a session's own file has too.
  static Value known_of(const Value& entry) {
    Value known = Value::object();
    for (const auto& [name, value] : entry.as_object()) {
      if (find_field(session_document().shape, name) != nullptr) known.set(name, value);
    }
    return known;
  }

  static NamedFile* file_of(const std::string& id, const std::string& index, FileSet& files) {
    for (auto& file : files.files) {
      if (folder_of(file.path) != folder_of(index) || stem_of(file.path).empty()) continue;
      const auto tree = parse_json(file.text);
      const std::string own = tree ? text_in(*tree, "session_id") : std::string();
      if (own == id || (own.empty() && stem_of(file.path) == id)) return &file;
    }
    return nullptr;
  }
};

}  // namespace
}  // namespace orchestration

const Dialect& orchestration_dialect() {
  static const orchestration::OrchestrationDialect dialect;
  return dialect;
}

}  // namespace clew
