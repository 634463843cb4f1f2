#include "dialect/orchestration/orchestration_dialect.h"

#include <algorithm>
#include <set>

#include "dialect/orchestration/interpret.h"
#include "dialect/orchestration/place.h"
#include "dialect/orchestration/rules.h"
#include "dialect/orchestration/shapes.h"
#include "dialect/orchestration/step_ids.h"
#include "dialect/orchestration/translation.h"
#include "dialect/tree_dialect.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"
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

  std::vector<Place> places(const std::vector<std::string>& names) const override {
    std::vector<Place> out;
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
      Place place{stem, {name}};
      if (indexed) place.files.push_back(std::string(folder) + std::string(kIndexName));
      out.push_back(std::move(place));
    }
    return out;
  }

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
    const std::string path = session.steps.empty() ? std::string() : index_path(session);
    const NamedFile* index = base.find(path);
    if (index == nullptr || !is_foreign_index(index->text)) {
      CLEW_ASSIGN(FileSet written, TreeDialect::write(session, base));
      // A new entry says what the session's text says, which may have been reported by others.
      const bool is_new = index == nullptr || !has_entry(index->text, entry_of(session));
      return is_new ? in_agreement(std::move(written)) : std::move(written);
    }
    const auto without_index = [&](FileSet files) {
      std::erase_if(files.files, [&](const NamedFile& file) { return file.path == path; });
      return files;
    };
    CLEW_ASSIGN(FileSet written, TreeDialect::write(session, without_index(base)));
    return without_index(std::move(written));
  }

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

  // The index still tells the goal, the device and the status of a session whose file is lost.
  Readings reconstruct(const FileSet& files) const override {
    Readings readings;
    for (const auto& file : files.files) {
      if (!is_index(file.path)) continue;
      const auto index = parse_json(file.text);
      if (!index || !has_entries(*index)) continue;
      const auto& entries = index->find("sessions")->as_list();
      for (size_t i = 0; i < entries.size(); ++i) {
        if (text_in(entries[i], "session_id").empty()) continue;
        readings.sessions.push_back(read_index_entry(entries[i]));
        Finding finding;
        finding.severity = Severity::kWarning;
        finding.rule = "orchestration.made-from-index";
        finding.message =
            "goal, device, status and time are from index.json; agents, tasks, decisions and files "
            "are missing";
        finding.file = file.path;
        finding.pointer = to_pointer({"sessions", i});
        readings.findings.push_back(std::move(finding));
      }
    }
    return readings;
  }

 protected:
  const DocumentShape* document_of(const std::string& path) const override {
    if (is_index(path)) return &index_document();
    return stem_of(path).empty() ? nullptr : &session_document();
  }

  std::string mend(const DocumentShape& shape, const std::string& path, const std::string& text,
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
};

}  // namespace
}  // namespace orchestration

const Dialect& orchestration_dialect() {
  static const orchestration::OrchestrationDialect dialect;
  return dialect;
}

}  // namespace clew
